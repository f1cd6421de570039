import type { ServerProtocol } from '../../server/protocol.ts';
import type { SoapVersion } from '../envelope.ts';
import type { FaultMessage } from './write-fault.ts';

/** A version of SOAP that servers answer. */
export interface SoapProtocol extends ServerProtocol {
  readonly version: SoapVersion;
  /**
   * Changes what `soap:Body` of an encoded response holds.
   *
   * @param body The response with its objects as elements beside it.
   */
  readonly finishEncoded: (body: string) => string;
  /** The content of `soap:Fault`. */
  readonly writeFault: (fault: FaultMessage) => string;
}

/** Whether a protocol is a version of SOAP. */
export function isSoapProtocol(protocol: ServerProtocol): protocol is SoapProtocol {
  return 'version' in protocol;
}
