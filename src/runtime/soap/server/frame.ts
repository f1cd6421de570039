import { type RecordFrame, recordsOf, tagsOf, withoutContent } from '../../server/frame.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { Route } from '../../server/protocol.ts';
import { type SoapVersion, writeEnvelope } from '../envelope.ts';

/**
 * The frame of a SOAP answer.
 *
 * @param header Entries of `soap:Header`; empty for none.
 */
export function soapFrame(
  version: SoapVersion,
  header: string,
  route: Route,
  options: ServerOptions<never>,
): RecordFrame {
  const { path, write } = recordsOf(route, route.operation.stream?.soapPath, options);
  const { starts, ends } = tagsOf(path, '');
  const envelope = writeEnvelope(version, header, '');
  const body = envelope.lastIndexOf('</', envelope.lastIndexOf('</') - 1);
  const opened = envelope.slice(0, body);
  const closed = envelope.slice(body);
  return {
    head: opened + starts.join(''),
    tail: ends.join('') + closed,
    empty: opened + withoutContent(starts).join('') + ends.slice(1).join('') + closed,
    write,
  };
}
