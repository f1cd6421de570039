import { isFormError } from '../../form/form-error.ts';
import { FormReader } from '../../form/reader.ts';
import { messageChain } from '../../server/error-text.ts';
import { answerRefused } from '../../server/guarded.ts';
import type { Answer, Incoming, Outgoing } from '../../server/incoming.ts';
import { invoke } from '../../server/invoke.ts';
import type { ServerOptions } from '../../server/options.ts';
import { refusalPage } from '../../server/pages.ts';
import type { Endpoint, Service } from '../../server/protocol.ts';
import type { ServerSettings } from '../../server/settings.ts';
import { exceptionText, refusalText } from './faults.ts';
import { HttpInvocation } from './http-invocation.ts';
import { readDocument } from './message.ts';
import { buildHttpTable, type FoundRoute, findRoute, type HttpTable } from './table.ts';

const longestQuery = 2048;

/** The differences between GET and POST. */
export interface HttpMethod {
  readonly binding: 'httpGet' | 'httpPost';
  readonly takesBody: boolean;
  /** ASP.NET's name for the source of the parameters. */
  readonly source: string;
  /** Whether this binding handles a request at a path below the service's. */
  takes(
    incoming: Incoming,
    suffix: string,
    table: HttpTable,
    options: ServerOptions<never>,
  ): boolean;
  /** The parameters of a request, or ASMX's message if there are none. */
  open(incoming: Incoming, body: Uint8Array, parameters: readonly string[]): FormReader | string;
}

/** Creates the endpoint for GET or POST requests below the path of a service. */
export function createHttpEndpoint(
  service: Service,
  settings: ServerSettings,
  method: HttpMethod,
): Endpoint {
  return new HttpEndpoint(buildHttpTable(service, method.binding), settings, method);
}

type Input = { readonly value: unknown } | { readonly refused: Outgoing };

class HttpEndpoint implements Endpoint {
  readonly isDocument = false;
  readonly takesBody: boolean;
  private readonly table: HttpTable;
  private readonly settings: ServerSettings;
  private readonly method: HttpMethod;

  constructor(table: HttpTable, settings: ServerSettings, method: HttpMethod) {
    this.takesBody = method.takesBody;
    this.table = table;
    this.settings = settings;
    this.method = method;
  }

  takes(incoming: Incoming, suffix: string): boolean {
    return this.method.takes(incoming, suffix, this.table, this.settings.options);
  }

  answer(incoming: Incoming, suffix: string, body: Uint8Array): Answer {
    const { settings, method } = this;
    const { options } = settings;
    const { query } = incoming;
    const limited = !method.takesBody && options.parity?.queryLimit === true;
    if (limited && query.length > longestQuery) {
      return refusalPage(400, 'The length of the query string for this request exceeds the limit.');
    }
    const { guard } = settings;
    const failed = (error: unknown): Outgoing => exceptionText(error, options);
    const found = findRoute(this.table, suffix, incoming);
    if (typeof found === 'string') {
      return answerRefused(guard, incoming, refusalText(found, options), failed);
    }
    const { service, name: operation } = found.route.operation;
    const { binding } = method;
    incoming.exchange?.called(operation, binding);
    const admit = (): Answer => this.run(found, incoming, body);
    return guard === undefined
      ? admit()
      : guard(incoming, { service, operation, binding, admit, failed });
  }

  private run(found: FoundRoute, incoming: Incoming, body: Uint8Array): Answer {
    const { settings, method } = this;
    const input = this.readInput(found, incoming, body);
    if ('refused' in input) return input.refused;
    const { options } = settings;
    const invocation = new HttpInvocation(found.route, input.value, method.binding, options);
    return invoke(incoming, invocation, settings);
  }

  failed(_incoming: Incoming, error: unknown): Outgoing {
    return exceptionText(error, this.settings.options);
  }

  tooLarge(incoming: Incoming): Answer {
    const { guard, options } = this.settings;
    const refusal = refusalText('Maximum request length exceeded.', options);
    return answerRefused(guard, incoming, refusal, (error) => exceptionText(error, options));
  }

  private readInput(
    { route, form: located }: FoundRoute,
    incoming: Incoming,
    body: Uint8Array,
  ): Input {
    const { settings, method } = this;
    const { operation, codec } = route;
    try {
      if (method.takesBody && codec.readDocument !== undefined) {
        return { value: readDocument(codec.readDocument, incoming, body, settings) };
      }
      const form =
        located === undefined
          ? method.open(incoming, body, operation.http?.parameters ?? [])
          : new FormReader(located);
      if (typeof form === 'string') return this.refuse(form);
      const danger =
        settings.options.parity?.requestValidation === true ? dangerous(form) : undefined;
      if (danger === undefined) return { value: codec.readForm?.(form as never) };
      const value = `${method.source} value was detected from the client (${danger})`;
      return this.refuse(`A potentially dangerous ${value}.`);
    } catch (error) {
      return this.refuse(isFormError(error) ? error.message : messageChain(error), error);
    }
  }

  private refuse(message: string, cause?: unknown): Input {
    return { refused: refusalText(message, this.settings.options, cause) };
  }
}

/** The first value that ASP.NET's request validation considers markup. */
function dangerous(form: FormReader): string | undefined {
  for (const [name, value] of form.entries()) {
    const at = value.search(/<[a-z!/?]|&#/i);
    if (at < 0) continue;
    return `${name}="${value.slice(0, at + 16)}${value.length > at + 16 ? '...' : ''}"`;
  }
  return undefined;
}
