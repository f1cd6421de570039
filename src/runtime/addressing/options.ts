import type { AnyOperation } from '../operation/operation.ts';
import type { XmlElement } from '../xml/element.ts';

/** An endpoint of WS-Addressing: its address, or the address with reference parameters. */
export type EndpointReference =
  | string
  | {
      readonly address: string;
      /** Elements that each message to the endpoint has among its headers. */
      readonly referenceParameters?: readonly XmlElement[] | undefined;
    };

/** Headers of WS-Addressing that a client sends. */
export interface AddressingOptions {
  /** Whom the request is for. Default: the URL it is sent to. */
  readonly to?: EndpointReference | undefined;
  /** Who sends it. Default: not said. */
  readonly from?: EndpointReference | undefined;
  /**
   * Where the answer goes. Default: the connection of the request. To any other address the service
   * makes a connection of its own, and the call gets no result.
   */
  readonly replyTo?: EndpointReference | undefined;
  /**
   * The action, or a function of the operation, which is also sent as SOAPAction. Default: that of
   * the contract, otherwise its soapAction if that is not empty, otherwise the default pattern.
   */
  readonly action?: string | ((operation: AnyOperation) => string) | undefined;
  /** Whether a service that does not know WS-Addressing has to refuse calls. Default false. */
  readonly mustUnderstand?: boolean | undefined;
  /** The version. Default: that of the contract, otherwise `1.0`. */
  readonly version?: '1.0' | '2004/08' | undefined;
  /** Returns the ID of a message, instead of a random `urn:uuid:`. */
  readonly messageId?: (() => string) | undefined;
}

/** What a server wants of WS-Addressing. */
export interface AddressingRules {
  /**
   * Whether requests over SOAP without its headers are refused. Default: as the contract says, and
   * false if it does not.
   */
  readonly required?: boolean | undefined;
}
