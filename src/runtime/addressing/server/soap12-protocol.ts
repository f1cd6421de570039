import type { SoapProtocol } from '../../soap/server/protocol.ts';
import { soap12Server } from '../../soap/server/soap12.ts';
import { announced } from './protocols.ts';

/** SOAP 1.2 with WS-Addressing, for contracts that announce it. */
export const addressedSoap12Server: SoapProtocol = /* @__PURE__ */ announced(soap12Server);
