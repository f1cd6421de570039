import type { AnyOperation } from './any-operation.ts';
import { type SoapVersion, soap11Version, soap12Version, writeEnvelope } from './soap-envelope.ts';
import type { SoapFault } from './soap-fault.ts';
import { codeFor, splitName } from './soap-fault-codes.ts';
import { writeXmlNodes, type XmlElement, type XmlNode } from './xml-element.ts';

/** A fault ready to be written. */
export interface FaultMessage {
  /** `Client`, `Server`, …, or `{namespace}Name`. */
  readonly code: string;
  readonly message: string;
  readonly actor?: string | undefined;
  readonly role?: string | undefined;
  readonly subcode?: string | undefined;
  /** Content of the detail element; empty when there is none. */
  readonly detail?: string | undefined;
  /** Faults about headers have no detail element (SOAP 1.1, section 4.4). */
  readonly withoutDetail?: boolean | undefined;
  /** SOAP headers of the answer, as text. */
  readonly header?: string | undefined;
}

const upgrade =
  `<soap12:Upgrade xmlns:soap12="${soap12Version.namespace}">` +
  `<soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${soap11Version.namespace}" />` +
  `<soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${soap12Version.namespace}" /></soap12:Upgrade>`;

/** The fault for an envelope of another SOAP version, with the header that names those spoken here. */
export function versionMismatch(found: string, expected: string): FaultMessage {
  return {
    code: 'VersionMismatch',
    message: `Possible SOAP version mismatch: Envelope namespace ${found} was unexpected. Expecting ${expected}.`,
    header: upgrade,
  };
}

/**
 * The content of the detail element of a fault thrown by a handler; empty when there is none.
 *
 * @throws EncodeError the detail doesn't fit the declared fault
 */
export function writeDetail(
  { detail, faultName }: Pick<SoapFault, 'detail' | 'faultName'>,
  operation: AnyOperation | undefined,
): string {
  if (faultName !== undefined) {
    const declared = operation?.soap?.faults.find(({ name }) => name === faultName);
    if (declared !== undefined) return declared.write(detail as never);
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

/** The envelope of a fault in either version, shaped as ASMX shapes it (asmx-behaviour 7). */
export function writeFaultEnvelope(version: SoapVersion, fault: FaultMessage): string {
  const body = version.binding === 'soap11' ? fault11(fault) : fault12(fault);
  return writeEnvelope(version, fault.header ?? '', `<soap:Fault>${body}</soap:Fault>`);
}

function fault11(fault: FaultMessage): string {
  return (
    codeElement('faultcode', fault.code, soap11Version) +
    `<faultstring>${escapeMessage(fault.message)}</faultstring>` +
    optional('faultactor', fault.actor) +
    detailElement('detail', fault)
  );
}

function fault12(fault: FaultMessage): string {
  const subcode =
    fault.subcode === undefined
      ? ''
      : `<soap:Subcode>${codeElement('soap:Value', fault.subcode, undefined)}</soap:Subcode>`;
  return (
    `<soap:Code>${codeElement('soap:Value', fault.code, soap12Version)}${subcode}</soap:Code>` +
    `<soap:Reason><soap:Text xml:lang="en">${escapeMessage(fault.message)}</soap:Text></soap:Reason>` +
    optional('soap:Node', fault.actor) +
    optional('soap:Role', fault.role) +
    detailElement('soap:Detail', fault)
  );
}

/** An element with a QName: one of SOAP's own, or a foreign one with prefix `q0`. */
function codeElement(name: string, code: string, version: SoapVersion | undefined): string {
  const { namespace, local } = splitName(code);
  if (namespace !== '') {
    return `<${name} xmlns:q0="${escapeQuoted(namespace)}">q0:${escapeMessage(local)}</${name}>`;
  }
  const text = version === undefined ? local : `soap:${codeFor(local, version)}`;
  return `<${name}>${escapeMessage(text)}</${name}>`;
}

function optional(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escapeMessage(text)}</${name}>`;
}

function detailElement(name: string, { detail, withoutDetail }: FaultMessage): string {
  if (withoutDetail === true) return '';
  return detail === undefined || detail === '' ? `<${name} />` : `<${name}>${detail}</${name}>`;
}

/** Escapes the text of a fault; what XML can't carry becomes U+FFFD, since an error about an error helps nobody. */
function escapeMessage(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\P{Cc}]|[\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

function escapeQuoted(text: string): string {
  return escapeMessage(text).replaceAll('"', '&quot;');
}
