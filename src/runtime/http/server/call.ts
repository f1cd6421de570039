import { composeAnswer, writeReferences } from '../../server/answer.ts';
import type { ServerInvocation } from '../../server/call.ts';
import type { CallContext } from '../../server/context.ts';
import type { Outgoing } from '../../server/incoming.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { Route } from '../../server/protocol.ts';
import { isRecordStream } from '../../server/records.ts';
import { reportError } from '../../server/run.ts';
import { composeStream } from '../../server/streamed-answer.ts';
import { exceptionText } from './faults.ts';
import { httpFrame } from './frame.ts';
import { writeResult } from './message.ts';

const xmlType = 'text/xml; charset=utf-8';
/** One object for all requests, so it is frozen. */
const noHeaders: Readonly<Record<string, unknown>> = Object.freeze({});

/** A class, so that a request costs one object and no function. */
export class HttpInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: 'httpGet' | 'httpPost';
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>> = noHeaders;
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
    const { options } = this;
    const { route } = this;
    const { response } = call;
    if (isRecordStream(output)) {
      const report = (error: unknown): void => reportError(error, options, call);
      const frame = httpFrame(route, options);
      return composeStream(response, { records: output, frame, report }, xmlType, false);
    }
    if (response.ended) return composeAnswer(response, undefined, xmlType, false);
    let document: string | undefined;
    try {
      document = writeResult(route, output);
    } catch (error) {
      const write = (copy: unknown): string => writeResult(route, copy) ?? '';
      document = writeReferences(error, output, options, write);
    }
    return composeAnswer(response, document, xmlType, false);
  }

  failed(error: unknown): Outgoing {
    return exceptionText(error, this.options);
  }
}
