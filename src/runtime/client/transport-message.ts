import { propertyOf } from '../operation/errors.ts';
import { platform } from '../platform/globals.ts';
import type { NodeClientRequest } from '../platform/node.ts';
import { shown } from '../text/shown.ts';
import { unknownFate } from './transport.ts';

/** Length of what others say in an error: of a proxy, its whole answer may be part of it. */
const longest = 500;

/** For answers that Node refuses, though other clients accept them. */
const lenientParser =
  'It breaks the rules of HTTP. ' +
  'If the service cannot be mended, run Node with --insecure-http-parser.';

/** The message for a request of node:http without an answer. */
export function transportMessage(error: Error, sent: NodeClientRequest, url: string): string {
  const { host, protocol, port } = new platform.URL(url);
  const code = propertyOf(error, 'code');
  if (code === 'ECONNREFUSED') {
    const by = otherAddress(error, port || (protocol === 'https:' ? '443' : '80'));
    return `No connection to ${host}: ${by === '' ? 'it was refused' : `${by} refused it`}.`;
  }
  const message = `No answer from ${host}: ${shown(error.message, longest) || String(code)}`;
  if (typeof code === 'string' && code.startsWith('HPE_')) return `${message}. ${lenientParser}`;
  return mayHaveArrived(error, sent) ? `${message}. ${unknownFate}` : message;
}

/** Who refused a connection, if its port is not that of the service; otherwise empty. */
function otherAddress(error: Error, own: string): string {
  // of a name with several addresses, the first one
  const [first = error] = (propertyOf(error, 'errors') ?? []) as readonly unknown[];
  const port = propertyOf(first, 'port');
  if (port === undefined || String(port) === own) return '';
  return `${String(propertyOf(first, 'address'))}:${String(port)}, perhaps a proxy,`;
}

/** Whether the connection was lost after part of the request may have been sent. */
function mayHaveArrived(error: Error, { headersSent, socket }: NodeClientRequest): boolean {
  const call = propertyOf(error, 'syscall');
  const isHangUp = propertyOf(error, 'code') === 'ECONNRESET';
  const isLost = call === 'read' || call === 'write';
  return headersSent && (isHangUp || isLost) && socket?.secureConnecting !== true;
}
