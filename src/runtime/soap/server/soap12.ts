import { soap12Version } from '../envelope.ts';
import { createSoapEndpoint } from './handle.ts';
import type { SoapProtocol } from './protocol.ts';
import {
  codeElement,
  codesOf,
  detailElement,
  escapeMessage,
  type FaultMessage,
  optionalElement,
} from './write-fault.ts';

/** SOAP 1.2. */
export const soap12Server: SoapProtocol = {
  binding: 'soap12',
  version: soap12Version,
  createEndpoint: createSoapEndpoint,
  finishEncoded: nameResult,
  writeFault,
};

/**
 * Names the return value of an RPC response (SOAP 1.2 Part 2, section 4.2.1), which ASMX names
 * after the operation.
 */
function nameResult(body: string): string {
  const [, head, operation] =
    /^(<(?:[^\s<>/:]+:)?([^\s<>/:]+)Response(?:\s[^<>]*)?>)<\2Result[\s/>]/.exec(body) ?? [];
  if (head === undefined) return body;
  return `${head}<rpc:result xmlns="">${operation}Result</rpc:result>${body.slice(head.length)}`;
}

function writeFault(fault: FaultMessage): string {
  const [value, subcodes] = codesOf(fault);
  const subcode = subcodes.reduceRight(
    (inner, code) =>
      `<soap:Subcode>${codeElement('soap:Value', code, undefined)}${inner}</soap:Subcode>`,
    '',
  );
  const code = codeElement('soap:Value', value, soap12Version);
  const text = `<soap:Text xml:lang="en">${escapeMessage(fault.message)}</soap:Text>`;
  return (
    `<soap:Code>${code}${subcode}</soap:Code><soap:Reason>${text}</soap:Reason>` +
    optionalElement('soap:Node', fault.actor) +
    optionalElement('soap:Role', fault.role) +
    detailElement('soap:Detail', fault)
  );
}
