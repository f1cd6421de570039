import { composeAnswer } from '../server/answer.ts';
import type { CallContext } from '../server/context.ts';
import { answerRefused } from '../server/guarded.ts';
import {
  type Answer,
  header,
  type Incoming,
  isProxyPath,
  isScriptCall,
  type Outgoing,
} from '../server/incoming.ts';
import { invoke, type ServerInvocation } from '../server/invoke.ts';
import type {
  Endpoint,
  OpenedRecords,
  Route,
  ServerProtocol,
  Service,
} from '../server/protocol.ts';
import { reportError } from '../server/report.ts';
import type { ServerSettings } from '../server/settings.ts';
import { noUnknownHeaders } from '../server/unknown-headers.ts';
import { decodeText, knownCharset } from '../text/encoding.ts';
import { parseContentType } from '../text/header.ts';
import { canonicalPath } from '../text/path.ts';
import { failureAnswer, refusalAnswer, scriptType } from './failure.ts';
import { parseScript } from './json/parse-script.ts';
import { ScriptError, shortened } from './json/script-error.ts';
import type { ScriptValue } from './json/script-value.ts';
import { scriptText } from './json/write-text.ts';
import { readParameters, readQuery, recordPlace, writeOutput } from './message.ts';

/** Scripts have no binding; theirs is POST without an envelope, too. */
const binding = 'httpPost';

/** A route that scripts may call. */
type ScriptRoute = Route & { readonly script: NonNullable<Route['script']> };

/** Calls by scripts with JSON, as those of `[ScriptService]` in ASMX. */
export const scriptServer: ServerProtocol = {
  binding: 'script',
  createEndpoint: (service, settings) => new ScriptEndpoint(service, settings),
};

class ScriptEndpoint implements Endpoint {
  readonly isDocument = false;
  readonly takesBody = true;
  private readonly routes: ReadonlyMap<string, ScriptRoute>;
  private readonly settings: ServerSettings;

  constructor({ routes }: Service, settings: ServerSettings) {
    this.routes = new Map(routes.filter(isScriptRoute).map((one) => [one.operation.name, one]));
    this.settings = settings;
  }

  takes(incoming: Incoming, suffix: string): boolean {
    return isScriptCall(incoming, suffix) && !isProxyPath(suffix);
  }

  answer(incoming: Incoming, suffix: string, body: Uint8Array): Answer {
    const { settings } = this;
    const { guard } = settings;
    const failed = (error: unknown): Outgoing => failureAnswer(error, settings.options);
    const found = this.find(incoming, suffix);
    if (found instanceof ScriptError) {
      return answerRefused(guard, incoming, refusalAnswer(found, settings.options), failed);
    }
    const { service, name: operation } = found.operation;
    incoming.exchange?.called(operation, binding);
    const admit = (): Answer => this.run(found, incoming, body);
    return guard === undefined
      ? admit()
      : guard(incoming, { service, operation, binding, admit, failed });
  }

  failed(_incoming: Incoming, error: unknown): Outgoing {
    return failureAnswer(error, this.settings.options);
  }

  tooLarge(incoming: Incoming): Answer {
    const { guard, options } = this.settings;
    const problem = new ScriptError('Maximum request length exceeded.');
    return answerRefused(guard, incoming, refusalAnswer(problem, options), (error) =>
      failureAnswer(error, options),
    );
  }

  /** The operation of a call, or why there is none. */
  private find({ method, isRouted }: Incoming, suffix: string): ScriptRoute | ScriptError {
    const path = isRouted ? suffix : canonicalPath(suffix);
    const name = decoded(path.slice(1));
    const route = this.routes.get(name);
    if (route === undefined) {
      const message = `Unknown web method ${shortened(name)}.\r\nParameter name: methodName`;
      return new ScriptError(message, 'System.ArgumentException');
    }
    if (method === 'POST' || (method === 'GET' && route.script.get)) return route;
    return new ScriptError(
      `An attempt was made to call the method '${name}' using a ${shortened(method)} request, ` +
        'which is not allowed.',
    );
  }

  private run(route: ScriptRoute, incoming: Incoming, body: Uint8Array): Answer {
    const { settings } = this;
    let input: unknown;
    try {
      const json =
        incoming.method === 'GET'
          ? readQuery(route.script.input, incoming.query, settings.limits.elements)
          : this.bodyOf(incoming, body);
      input = readParameters(route.script.input, json);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      return refusalAnswer(error, settings.options);
    }
    return invoke(incoming, invocation(route, input, settings), settings);
  }

  private bodyOf(incoming: Incoming, body: Uint8Array): ScriptValue {
    if (body.length === 0) return new Map();
    const { charset } = parseContentType(header(incoming, 'content-type') ?? '');
    const known = charset !== undefined && knownCharset(charset) ? charset.toLowerCase() : 'utf-8';
    const text = decodeText(body, known).replace(/^\ufeff/, '');
    return parseScript(text, this.settings.limits.elements);
  }
}

function isScriptRoute(route: Route): route is ScriptRoute {
  return route.script !== undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function invocation(
  route: ScriptRoute,
  input: unknown,
  { options }: ServerSettings,
): ServerInvocation {
  return {
    route,
    binding,
    input,
    soapHeaders: {},
    unknownHeaders: noUnknownHeaders,
    done(output, call) {
      const { response } = call;
      if (response.ended) return composeAnswer(response, undefined, scriptType, true);
      const records = route.codec.records?.opened(output);
      if (records !== undefined) return stream(records, route, call);
      const document = `{"d":${writeOutput(route.script.output, output)}}`;
      return composeAnswer(response, document, scriptType, true);
    },
    failed: (error) => failureAnswer(error, options),
  };

  function stream(
    records: OpenedRecords,
    { script: { output } }: ScriptRoute,
    call: CallContext,
  ): Outgoing {
    const { path, write } = output === undefined ? nowhere : recordPlace(output);
    const head = `{"d":${path.map((name) => `{${scriptText(name)}:`).join('')}[`;
    const tail = `]${'}'.repeat(path.length)}}`;
    let separator = '';
    const next = (record: unknown): string => {
      const text = separator + write(record);
      separator = ',';
      return text;
    };
    return records.framed(
      { head, tail, empty: head + tail, write: next },
      {
        answer: (document) => composeAnswer(call.response, document, scriptType, true),
        report: (error) => reportError(error, options, call),
      },
    );
  }
}

const nowhere = { path: [] as readonly string[], write: (): string => 'null' };
