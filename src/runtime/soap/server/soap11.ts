import { soap11Version } from '../envelope.ts';
import { createSoapEndpoint } from './handle.ts';
import type { SoapProtocol } from './protocol.ts';
import {
  codeElement,
  detailElement,
  escapeMessage,
  type FaultMessage,
  optionalElement,
} from './write-fault.ts';

/** SOAP 1.1. */
export const soap11Server: SoapProtocol = {
  binding: 'soap11',
  version: soap11Version,
  createEndpoint: createSoapEndpoint,
  finishEncoded: (body) => body,
  writeFault,
};

function writeFault(fault: FaultMessage): string {
  return (
    codeElement('faultcode', fault.code, soap11Version) +
    `<faultstring>${escapeMessage(fault.message)}</faultstring>` +
    optionalElement('faultactor', fault.actor) +
    detailElement('detail', fault)
  );
}
