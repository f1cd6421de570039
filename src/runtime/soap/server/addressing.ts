import type { ServerOptions } from '../../server/options.ts';
import type { Route } from '../../server/protocol.ts';
import type { OpenedRequest, SoapMessage } from './message.ts';
import type { SoapProtocol } from './protocol.ts';
import type { Refusal } from './refuse.ts';
import type { SoapService } from './table.ts';

/** What a server does about WS-Addressing. */
export interface ServerAddressing {
  /**
   * Finds the operation of a request by the action in its headers.
   *
   * @param byHttp Finds it without them.
   */
  route(
    service: SoapService,
    message: SoapMessage,
    byHttp: (service: SoapService, message: SoapMessage) => Route | Refusal,
  ): Route | Refusal;
  /** Reads and checks its headers. The protocol it returns answers with headers, too. */
  open(service: SoapService, opened: OpenedRequest): OpenedRequest | Refusal;
}

/** Set by the module that does it, which a bundle has only if it imports one of its names. */
export const addresser: { current: ServerAddressing | undefined } = { current: undefined };

/** What a server does about it over a protocol; `undefined` if no one asks for it. */
export function addressingOf({ addressing }: SoapProtocol): ServerAddressing | undefined {
  return addressing && addresser.current;
}

/** @throws TypeError the option `addressing` is on, and the bundle lacks what reads the headers */
export function checkAddressing({ addressing = false }: ServerOptions<never>): void {
  if (addressing === false || addresser.current !== undefined) return;
  throw new TypeError('addressing is not in this bundle: give serverAddressing(…).');
}
