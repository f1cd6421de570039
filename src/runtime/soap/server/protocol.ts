import type { BindingName } from '../../operation/names.ts';
import type { ServerProtocol } from '../../server/protocol.ts';
import type { SoapVersion } from '../envelope.ts';
import type { FaultMessage } from './write-fault.ts';

/** How one request is answered, beside its result or fault. */
export interface SoapReply {
  /** Whether its result is sent to no one. */
  readonly dropsResult: boolean;
  /** Whether its faults are sent to no one. */
  readonly dropsFaults: boolean;
  /** Headers of its result, as text. */
  result(): string;
  /** Headers of a fault, as text. */
  fault(fault: FaultMessage): string;
}

/** A version of SOAP that servers support. */
export interface SoapProtocol extends ServerProtocol {
  readonly binding: BindingName;
  readonly version: SoapVersion;
  /** Who asks for headers of WS-Addressing: the contract or the server's options. */
  readonly addressing?: 'announced' | 'chosen' | undefined;
  /** How a request with these headers is answered; absent for all others. */
  readonly reply?: SoapReply | undefined;
  /**
   * Changes the content of `soap:Body` of an encoded response.
   *
   * @param body The response, with its objects as elements beside it.
   */
  readonly finishEncoded: (body: string) => string;
  /** The content of `soap:Fault`. */
  readonly writeFault: (fault: FaultMessage) => string;
}

/** Whether a protocol is a version of SOAP. */
export function isSoapProtocol(protocol: ServerProtocol): protocol is SoapProtocol {
  return 'version' in protocol;
}
