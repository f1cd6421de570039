import { soap11Version } from '../envelope.ts';
import { createSoapEndpoint } from './handle.ts';
import type { SoapProtocol } from './protocol.ts';
import { writeFault11 } from './write-fault.ts';

/** SOAP 1.1. */
export const soap11Server: SoapProtocol = {
  binding: 'soap11',
  version: soap11Version,
  createEndpoint: createSoapEndpoint,
  finishEncoded: (body) => body,
  writeFault: writeFault11,
};
