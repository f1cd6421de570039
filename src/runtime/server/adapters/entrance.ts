import { tell } from '../../platform/globals.ts';
import { type Destination, pageDestination } from '../destination.ts';
import type { Dispatcher } from '../dispatch.ts';
import { createCors } from '../front/cors.ts';
import { createRedactor } from '../front/raw-message.ts';
import { tracing } from '../front/tracing.ts';
import { verifiersOf } from '../guard.ts';
import type { Exchange, Incoming, Outgoing } from '../incoming.ts';
import type { ServerOptions } from '../options.ts';
import { notFoundPage, unavailablePage } from '../pages.ts';
import { ObservedExchange, type Observers } from './exchange.ts';

/** What all requests of adapters pass. */
export interface Entrance extends Dispatcher {
  /**
   * The destination of a request of an adapter, which from then on is running.
   *
   * @param isAlone Whether no one else answers other paths, nor `/`.
   * @returns nothing if the request is for somebody else
   */
  readonly enter: (incoming: Incoming, isAlone: boolean) => Destination | undefined;
  /** The answer as it is sent. */
  readonly finish: (incoming: Incoming, outgoing: Outgoing) => Outgoing;
}

/**
 * Creates the entrance of a server.
 *
 * @throws TypeError an option for what is around the server has a wrong value
 */
export function createEntrance(dispatcher: Dispatcher, options: ServerOptions<never>): Entrance {
  const { find, findIndex, reports, traffic } = dispatcher;
  const { health } = options;
  if (health !== undefined && dispatcher.isTaken(health)) {
    throw new TypeError(
      `health is '${health}', which is the path of a service or an operation; give another, ` +
        "such as '/health'.",
    );
  }
  const { open, preflight, isHealth } = createFront(options);
  const unknown = (incoming: Incoming): Destination =>
    pageDestination(notFoundPage(incoming, dispatcher.indexUrl(incoming)), reports);
  return {
    ...dispatcher,
    enter(incoming, isAlone) {
      traffic.enter();
      incoming.exchange = open(incoming);
      if (isHealth?.(incoming) === true) {
        return pageDestination(healthAnswer(!traffic.isClosing), reports);
      }
      const destination =
        find(incoming) ?? (isAlone ? (findIndex(incoming) ?? unknown(incoming)) : undefined);
      if (destination === undefined) {
        traffic.leave();
        return undefined;
      }
      const preflighted = preflight?.(incoming);
      if (preflighted !== undefined) return pageDestination(preflighted, reports);
      const refusal = traffic.refusal();
      return refusal === undefined
        ? destination
        : pageDestination(unavailablePage(refusal), reports);
    },
    finish: ({ exchange }, outgoing) =>
      exchange === undefined ? outgoing : exchange.finish(outgoing),
  };
}

/** What is in front of a server's services. */
interface Front {
  /** Starts to observe a request; nothing if no option asks for it, and no one traces. */
  readonly open: (incoming: Incoming) => Exchange | undefined;
  /** The answer to a preflight; nothing for any other request. */
  readonly preflight: ((incoming: Incoming) => Outgoing | undefined) | undefined;
  /** Whether a request asks whether the server is well. */
  readonly isHealth: ((incoming: Incoming) => boolean) | undefined;
}

/**
 * Reads the options for what is around a server.
 *
 * @throws TypeError one of them has a wrong value
 */
function createFront(options: ServerOptions<never>): Front {
  const { cors, health, onAnswer } = options;
  if (health !== undefined && !/^\/[^\s?#]*$/.test(health)) {
    throw new TypeError(`health is a path, such as '/health', not '${health}'.`);
  }
  if (options.protectPages === true && !options.context && !verifiersOf(options)) {
    throw new TypeError('protectPages calls the options context and security; give one of them.');
  }
  const crossOrigin = cors && createCors(cors);
  const observers: Observers = {
    answered: onAnswer && ((event) => tell(() => onAnswer(event))),
    messaged: messagesOf(options),
    headers: crossOrigin?.headers,
  };
  const isObserved = Object.values(observers).some((one) => one !== undefined);
  return {
    open(incoming) {
      const trace = tracing.begin?.();
      return isObserved || trace !== undefined
        ? new ObservedExchange(incoming, observers, trace)
        : undefined;
    },
    preflight: crossOrigin && ((incoming) => noContent(crossOrigin.preflight(incoming))),
    isHealth:
      health === undefined ? undefined : ({ method, path }) => method === 'GET' && path === health,
  };
}

function messagesOf({ onMessage, redact = [] }: ServerOptions<never>): Observers['messaged'] {
  if (onMessage === undefined) return undefined;
  if (redact.length === 0) return (message) => tell(() => onMessage(message));
  const redacted = createRedactor(redact);
  return (message, form) =>
    tell(() => onMessage({ ...message, bytes: redacted(message.bytes, form) }));
}

/** RFC 9110, section 15.3.5. */
function noContent(headers: readonly string[] | undefined): Outgoing | undefined {
  return headers && { status: 204, headers, body: '' };
}

/** The answer to a request for the option `health`. */
function healthAnswer(isWell: boolean): Outgoing {
  return {
    status: isWell ? 200 : 503,
    headers: ['Cache-Control', 'no-store', 'Content-Type', 'text/plain; charset=utf-8'],
    body: isWell ? 'OK' : 'Closing',
  };
}
