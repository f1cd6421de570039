import { composeAnswer, writeCharacterReferences } from '../../server/answer.ts';
import type { CallContext } from '../../server/context.ts';
import type { Outgoing } from '../../server/incoming.ts';
import type { ServerInvocation } from '../../server/invoke.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { OpenedRecords, Route } from '../../server/protocol.ts';
import { reportError } from '../../server/report.ts';
import { noUnknownHeaders, type UnknownHeaders } from '../../server/unknown-headers.ts';
import { exceptionText } from './faults.ts';
import { writeDocument, writeResult } from './message.ts';

const xmlType = 'text/xml; charset=utf-8';
const rootDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
/** One object for all requests, so it is frozen. */
const noHeaders: Readonly<Record<string, unknown>> = Object.freeze({});

/** A class, so that a request costs one object and no closures. */
export class HttpInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: 'httpGet' | 'httpPost';
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>> = noHeaders;
  readonly unknownHeaders: UnknownHeaders = noUnknownHeaders;
  private readonly options: ServerOptions<never>;

  constructor(
    route: Route,
    input: unknown,
    binding: 'httpGet' | 'httpPost',
    options: ServerOptions<never>,
  ) {
    this.route = route;
    this.binding = binding;
    this.input = input;
    this.options = options;
  }

  done(output: unknown, call: CallContext): Outgoing {
    const { route, options } = this;
    const { response } = call;
    if (response.ended) return composeAnswer(response, undefined, xmlType, false);
    const records = route.codec.records?.opened(output);
    if (records !== undefined) return this.stream(records, call);
    let document: string | undefined;
    try {
      document = writeResult(route, output);
    } catch (error) {
      const write = (copy: unknown): string => writeResult(route, copy) ?? '';
      document = writeCharacterReferences(error, output, options, write);
    }
    return composeAnswer(response, document, xmlType, false);
  }

  private stream(records: OpenedRecords, call: CallContext): Outgoing {
    const { route, options } = this;
    return records.answer({
      route,
      options,
      path: route.operation.stream?.httpPath,
      declarations: rootDeclarations,
      wrap: writeDocument,
      answer: (document) => composeAnswer(call.response, document, xmlType, false),
      report: (error) => reportError(error, options, call),
    });
  }

  failed(error: unknown): Outgoing {
    return exceptionText(error, this.options);
  }
}
