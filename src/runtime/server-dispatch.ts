import type { ServerSettings } from './server-call.ts';
import { createDocuments, type DocumentationLoader, isServed } from './server-documents.ts';
import { mostCaptured } from './server-elements.ts';
import { faultAnswer, messageChain, textAnswer } from './server-faults.ts';
import { answerHttp } from './server-http.ts';
import { type Answer, header, type Incoming, type Outgoing } from './server-incoming.ts';
import type { Route, ServerOptions } from './server-options.ts';
import { errorPage, methodNotAllowedPage, unrecognizedPage } from './server-pages.ts';
import { buildRoutes, type PathMatch, type ServiceTable } from './server-routes.ts';
import { reportError } from './server-run.ts';
import { answerSoap } from './server-soap.ts';
import { soap11Version, soap12Version } from './soap-envelope.ts';

/** A request whose path is known: what is needed to answer it. */
export interface Destination {
  /** Whether the body is needed. */
  readonly takesBody: boolean;
  /** The answer; `body` is empty unless it is needed. Neither throws nor rejects. */
  answer(incoming: Incoming, body: Uint8Array): Answer;
  /** The answer to a body beyond the limit. */
  tooLarge(incoming: Incoming): Outgoing;
}

/** Leads requests to the operations of a server. */
export interface Dispatcher {
  /** Where a request goes; `undefined` for a path that is nobody's. */
  readonly find: (incoming: Incoming) => Destination | undefined;
  /** The page that lists the services, for a GET of `/`; only where no application has that path. */
  readonly findIndex: (incoming: Incoming) => Destination | undefined;
  /** Largest body in bytes. */
  readonly bodyBytes: number;
  /** Milliseconds for a request; 0 for no limit. */
  readonly time: number;
  readonly clientAddress: ServerOptions<never>['clientAddress'];
}

/** Where a GET or POST below a service's path goes. A class, so that a request costs one object and no function. */
class HttpDestination implements Destination {
  readonly takesBody: boolean;
  private readonly service: ServiceTable;
  private readonly suffix: string;
  private readonly settings: ServerSettings;
  private readonly fail: (error: unknown) => Outgoing;

  constructor(
    service: ServiceTable,
    suffix: string,
    takesBody: boolean,
    settings: ServerSettings,
    fail: (error: unknown) => Outgoing,
  ) {
    this.takesBody = takesBody;
    this.service = service;
    this.suffix = suffix;
    this.settings = settings;
    this.fail = fail;
  }

  answer(incoming: Incoming, body: Uint8Array): Answer {
    const { service, suffix, settings, fail } = this;
    const given = this.takesBody ? body : undefined;
    try {
      const answer = answerHttp(service, suffix, incoming, given, settings);
      return answer instanceof Promise ? answer.catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  }

  tooLarge(): Outgoing {
    return textAnswer(tooLong, this.settings.options);
  }
}

const defaultBodyBytes = 4 * 1024 * 1024;
/** The longest wait of a timer, in milliseconds: beyond it a timer goes off at once. */
const longestTime = 0x7fffffff;
const tooLong = 'Maximum request length exceeded.';
const tooLongSoap = `There was an exception running the extensions specified in the config file. ---> ${tooLong}`;

/** Builds the tables of a server. */
export function createDispatcher(
  routes: readonly Route[],
  options: ServerOptions<never>,
  load: DocumentationLoader | undefined,
): Dispatcher {
  const findPath = buildRoutes(routes, options);
  const documents = createDocuments(load, options);
  const { limits = {} } = options;
  const settings: ServerSettings = {
    options,
    reader: {
      defaults: options.strict !== true,
      nestedValues: true,
      limits: {
        captured: mostCaptured(limits),
        ...(limits.depth === undefined ? undefined : { depth: limits.depth }),
        ...(limits.attributes === undefined ? undefined : { attributes: limits.attributes }),
      },
    },
  };
  const fail = (error: unknown): Outgoing => {
    reportError(error, options, undefined);
    return errorPage(500, messageChain(error, options));
  };
  const guarded = (run: () => Answer): Answer => {
    try {
      const answer = run();
      return answer instanceof Promise ? answer.catch(fail) : answer;
    } catch (error) {
      return fail(error);
    }
  };
  const page = (outgoing: Outgoing): Destination => ({
    takesBody: false,
    answer: () => outgoing,
    tooLarge: () => outgoing,
  });
  /** Where SOAP goes, made once for each service. */
  const soap: Map<ServiceTable, Destination> = new Map();
  const soapOf = (service: ServiceTable): Destination => {
    const known = soap.get(service);
    if (known !== undefined) return known;
    const made: Destination = {
      takesBody: true,
      answer: (incoming, body) => {
        try {
          const answer = answerSoap(service, incoming, body, settings);
          return answer instanceof Promise ? answer.catch(fail) : answer;
        } catch (error) {
          return fail(error);
        }
      },
      tooLarge: (incoming) => {
        const version =
          service.soap11 && header(incoming, 'soapaction') !== undefined
            ? soap11Version
            : soap12Version;
        return faultAnswer(version, { code: 'Server', message: tooLongSoap });
      },
    };
    soap.set(service, made);
    return made;
  };
  const open = (incoming: Incoming, { service, suffix }: PathMatch): Destination => {
    const { method } = incoming;
    const isPost = method === 'POST';
    // a binding may put its one operation at the service's own path
    const own =
      isPost &&
      !service.soap11 &&
      !service.soap12 &&
      service.httpPost.byLocation.has('') &&
      isServed(options.httpPost, incoming);
    if (suffix !== '' || own) {
      const known = isPost ? own || isServed(options.httpPost, incoming) : method === 'GET';
      if (!known) return page(unrecognizedPage(suffix));
      return new HttpDestination(service, suffix, isPost, settings, fail);
    }
    if (isPost && (service.soap11 || service.soap12)) return soapOf(service);
    if (method !== 'GET') return page(methodNotAllowedPage());
    return {
      takesBody: false,
      answer: () => guarded(() => documents(incoming, service.path)),
      tooLarge: methodNotAllowedPage,
    };
  };
  return {
    bodyBytes: limits.bodyBytes ?? defaultBodyBytes,
    time: Math.min(limits.time ?? 0, longestTime),
    clientAddress: options.clientAddress,
    find(incoming) {
      const match = findPath(incoming.path);
      return match === undefined ? undefined : open(incoming, match);
    },
    findIndex(incoming) {
      if (incoming.path !== '/' || incoming.method !== 'GET' || load === undefined)
        return undefined;
      // Where nobody gets pages, the root is the application's.
      if (!isServed(options.pages, incoming)) return undefined;
      return {
        takesBody: false,
        answer: () => guarded(() => documents(incoming, '/')),
        tooLarge: methodNotAllowedPage,
      };
    },
  };
}
