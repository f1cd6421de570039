import type { ClientBinding } from '../../operation/operation.ts';
import { soap12 } from '../../soap/client/soap12.ts';
import { addressed } from './bindings.ts';

/** SOAP 1.2 with WS-Addressing, for contracts that demand it. */
export const addressedSoap12: ClientBinding = /* @__PURE__ */ addressed(soap12);
