import type { ServerProtocol } from '../../server/protocol.ts';
import type { SoapVersion } from '../envelope.ts';
import type { FaultMessage } from './write-fault.ts';

/** A version of SOAP that servers support. */
export interface SoapProtocol extends ServerProtocol {
  readonly version: SoapVersion;
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
