import type { AnyOperation } from '../../operation/operation.ts';
import type { SoapFault } from '../../operation/soap-fault.ts';
import type { XmlElement, XmlNode } from '../../xml/element.ts';
import { writeXmlNodes } from '../../xml/element.ts';
import {
  canonicalCode,
  type SoapVersion,
  soap11Version,
  soap12Version,
  versionOf,
} from '../envelope.ts';

/** A fault to be written. */
export interface FaultMessage {
  /** `Client`, `Server`, …, or `{namespace}Name`. */
  readonly code: string;
  /** Whether SOAP 1.2 has a code of one's own as the Value, too, as ASMX writes it. */
  readonly ownCode?: boolean | undefined;
  readonly message: string;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  /** The outermost first. */
  readonly subcodes?: readonly string[] | undefined;
  /** Content of the detail element; empty if there is none. */
  readonly detail?: string | undefined;
  /** Faults about headers have no detail element (SOAP 1.1, section 4.4). */
  readonly withoutDetail?: boolean | undefined;
  /** Name of the declared fault that it is. */
  readonly faultName?: string | undefined;
  /** SOAP headers of the answer, as text. */
  readonly header?: string | undefined;
}

/** The header that lists the versions that a service has (SOAP 1.2 part 1, section 5.4.7). */
function upgradeTo(supported: readonly SoapVersion[]): string {
  const envelopes = supported.map(({ binding, namespace }) => {
    const prefix = binding === 'soap11' ? 'soap' : binding;
    return `<soap12:SupportedEnvelope qname="${prefix}:Envelope" xmlns:${prefix}="${namespace}" />`;
  });
  return (
    `<soap12:Upgrade xmlns:soap12="${soap12Version.namespace}">` +
    `${envelopes.join('')}</soap12:Upgrade>`
  );
}

/**
 * The fault for an envelope of another SOAP version.
 *
 * @param supported The versions of the service, the expected one first.
 */
export function versionMismatch(found: string, supported: readonly SoapVersion[]): FaultMessage {
  const expected = supported[0]?.namespace ?? '';
  return {
    code: 'VersionMismatch',
    message:
      `Possible SOAP version mismatch: Envelope namespace ${found} was unexpected. ` +
      `Expecting ${expected}.`,
    header: upgradeTo(supported),
  };
}

/**
 * The content of the detail element of a fault thrown by a handler; empty if there is none.
 *
 * @throws EncodeError the detail doesn't fit the declared fault
 */
export function writeDetail(
  { detail, faultName }: Pick<SoapFault, 'detail' | 'faultName'>,
  operation: AnyOperation | undefined,
  { binding }: SoapVersion,
): string {
  if (faultName !== undefined) {
    const declared = operation?.soap?.faults?.find(({ name }) => name === faultName);
    if (declared?.write !== undefined) {
      const written = declared.write(detail as never);
      return declared.encode?.(written, binding) ?? written;
    }
  }
  if (typeof detail === 'string') return escapeMessage(detail);
  if (Array.isArray(detail)) return writeXmlNodes(detail as readonly XmlNode[], '');
  return isElement(detail) ? writeXmlNodes([detail], '') : '';
}

function isElement(value: unknown): value is XmlElement {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'namespace' in value
  );
}

/** An element with a QName: one of SOAP's own, or a foreign one with prefix `q0`. */
export function codeElement(name: string, code: string, version: SoapVersion | undefined): string {
  const { namespace, local } = splitName(code);
  if (namespace !== '') {
    return `<${name} xmlns:q0="${escapeQuoted(namespace)}">q0:${escapeMessage(local)}</${name}>`;
  }
  const text =
    version === undefined || code.startsWith('{}') ? local : `soap:${codeFor(local, version)}`;
  return `<${name}>${escapeMessage(text)}</${name}>`;
}

/** The content of a fault of SOAP 1.1. */
export function writeFault11(fault: FaultMessage): string {
  return (
    codeElement('faultcode', fault.code, soap11Version) +
    `<faultstring>${escapeMessage(fault.message)}</faultstring>` +
    optionalElement('faultactor', fault.actor) +
    detailElement('detail', fault)
  );
}

/** A code's local name in a version. */
function codeFor(code: string, { binding }: SoapVersion): string {
  const canonical = canonicalCode(code);
  if (binding === 'soap11') return canonical;
  return canonical === 'Client' ? 'Sender' : canonical === 'Server' ? 'Receiver' : canonical;
}

/** Codes of faults (SOAP 1.2 part 1, section 5.4.6), as SOAP 1.1 names them. */
const standardCodes = 'Client Server MustUnderstand VersionMismatch DataEncodingUnknown'.split(' ');

/**
 * The code of a fault in SOAP 1.2, and its subcodes. A code of one's own is a subcode of Receiver,
 * or of Sender if SOAP 1.1 would take it for a Client code, such as `Client.Auth` (section 4.4.1
 * there).
 */
export function codesOf({
  code,
  subcodes = [],
  ownCode = false,
}: FaultMessage): readonly [code: string, subcodes: readonly string[]] {
  const { namespace, local } = splitName(code);
  const name = canonicalCode(local);
  const isQualified = !code.startsWith('{') || versionOf(namespace) !== undefined;
  if (isQualified && standardCodes.includes(name)) return [name, subcodes];
  if (ownCode) return [code, subcodes];
  const isClient = namespace === '' && /^(?:Client|Sender)\./.test(local);
  return [isClient ? 'Client' : 'Server', [code, ...subcodes]];
}

/** Splits `{namespace}Name`; a plain name has no namespace. */
function splitName(name: string): { readonly namespace: string; readonly local: string } {
  const end = name.startsWith('{') ? name.indexOf('}') : -1;
  if (end < 0) return { namespace: '', local: name };
  return { namespace: name.slice(1, end), local: name.slice(end + 1) };
}

/** An element with a text; nothing if the text is empty. */
export function optionalElement(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escapeMessage(text)}</${name}>`;
}

/** The detail element: empty if there is no detail, absent in faults about headers. */
export function detailElement(name: string, { detail, withoutDetail }: FaultMessage): string {
  if (withoutDetail === true) return '';
  return detail === undefined || detail === '' ? `<${name} />` : `<${name}>${detail}</${name}>`;
}

/**
 * Escapes the text of a fault. Characters that XML forbids become U+FFFD, so that it can be sent.
 */
export function escapeMessage(text: string): string {
  return text
    .replace(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#xD;');
}

function escapeQuoted(text: string): string {
  return escapeMessage(text).replace(/"/g, '&quot;');
}
