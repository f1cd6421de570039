import type { AnyOperation } from './any-operation.ts';
import { withStandIns } from './control-characters.ts';
import type { WrittenMultipart } from './mime-multipart-writer.ts';
import {
  composeAnswer,
  composeStream,
  documentError,
  emptyAnswer,
  writeReferences,
} from './server-answer.ts';
import type { ServerInvocation } from './server-call.ts';
import type { CallContext, ResponseState } from './server-context.ts';
import { exceptionAnswer, faultAnswer } from './server-faults.ts';
import { soapFrame } from './server-frame.ts';
import type { Outgoing } from './server-incoming.ts';
import type { Route, ServerOptions } from './server-options.ts';
import { isRecordStream, type RecordStream } from './server-records.ts';
import { reportError } from './server-run.ts';
import {
  type ReadHeaders,
  type SoapVersion,
  soap11Version,
  writeHeaders,
} from './soap-envelope.ts';
import type { FaultMessage } from './soap-fault-writer.ts';
import * as soap11 from './soap11.ts';
import * as soap12 from './soap12.ts';

/** What writes an envelope with what goes beside it. */
export type WriteMultipart = typeof import('./mime-multipart-writer.ts')['writeMultipart'];

/** A request as it was read. */
export interface SoapRequest {
  readonly version: SoapVersion;
  readonly input: unknown;
  readonly headers: ReadHeaders;
}

/** The answer to a one-way call. */
export const accepted: Outgoing = emptyAnswer(202, undefined);

/** A class, so that a request costs one object and no function. */
export class SoapInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: SoapVersion['binding'];
  readonly input: unknown;
  readonly soapHeaders: ReadHeaders['values'];
  private readonly version: SoapVersion;
  private readonly notUnderstood: string | undefined;
  private readonly options: ServerOptions<never>;
  private readonly writeMultipart: WriteMultipart | undefined;

  constructor(
    route: Route,
    { version, input, headers }: SoapRequest,
    options: ServerOptions<never>,
    writeMultipart: WriteMultipart | undefined,
  ) {
    this.route = route;
    this.binding = version.binding;
    this.input = input;
    this.soapHeaders = headers.values;
    this.version = version;
    this.notUnderstood = headers.notUnderstood[0];
    this.options = options;
    this.writeMultipart = writeMultipart;
  }

  done(output: unknown, call: CallContext): Outgoing {
    const { version, notUnderstood } = this;
    const { response } = call;
    if (notUnderstood !== undefined) return faultAnswer(version, headerFault(notUnderstood));
    if (response.ended) return composeAnswer(response, undefined, version.contentType, true);
    if (isRecordStream(output)) return this.stream(output, call);
    const envelope = this.envelope(output, response);
    let multipart: WrittenMultipart | undefined;
    try {
      multipart = this.attach(envelope, output);
    } catch (error) {
      throw documentError(error, output);
    }
    return multipart === undefined
      ? composeAnswer(response, envelope, version.contentType, true)
      : composeAnswer(response, multipart.body, multipart.contentType, true);
  }

  failed(error: unknown): Outgoing {
    const { version, route, options } = this;
    return exceptionAnswer(version, error, route.operation, options);
  }

  private envelope(output: unknown, { soapHeaders }: ResponseState): string {
    try {
      return this.write(output, soapHeaders);
    } catch (error) {
      return writeReferences(error, output, this.options, (copy) =>
        this.write(copy, withStandIns(soapHeaders)),
      );
    }
  }

  private write(output: unknown, soapHeaders: ResponseState['soapHeaders']): string {
    const { operation } = this.route;
    const { writeResponse } = this.version === soap11Version ? soap11 : soap12;
    return writeResponse(operation, output, headersOf(operation, soapHeaders));
  }

  private attach(envelope: string, output: unknown): WrittenMultipart | undefined {
    const { writeMultipart } = this;
    if (writeMultipart === undefined) return undefined;
    const parts = this.route.operation.soap?.attachResponse?.(output as never) ?? [];
    return writeMultipart(envelope, this.version.contentType, parts);
  }

  private stream(records: RecordStream, call: CallContext): Outgoing {
    const { version, options } = this;
    const { operation } = this.route;
    const header = this.streamHeader(call.response);
    const frame = soapFrame(version, header, operation, options);
    const report = (error: unknown): void => reportError(error, options, call);
    return composeStream(call.response, records, frame, version.contentType, true, report);
  }

  private streamHeader({ soapHeaders }: ResponseState): string {
    const { operation } = this.route;
    try {
      return headersOf(operation, soapHeaders);
    } catch (error) {
      return writeReferences(error, soapHeaders, this.options, (copy) =>
        headersOf(operation, copy),
      );
    }
  }
}

/** The entries of `soap:Header` in the answer. */
function headersOf({ soap }: AnyOperation, soapHeaders: ResponseState['soapHeaders']): string {
  return soapHeaders === undefined ? '' : writeHeaders(soap?.outputHeaders ?? [], soapHeaders);
}

/** A call whose client has its answer. */
export class OneWayInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: SoapVersion['binding'];
  readonly input: unknown;
  readonly soapHeaders: ReadHeaders['values'];

  constructor({ route, binding, input, soapHeaders }: SoapInvocation) {
    this.route = route;
    this.binding = binding;
    this.input = input;
    this.soapHeaders = soapHeaders;
  }

  done(): Outgoing {
    return accepted;
  }

  failed(): Outgoing {
    return accepted;
  }
}

function headerFault(name: string): FaultMessage {
  return {
    code: 'MustUnderstand',
    message: `SOAP header ${name} was not understood.`,
    withoutDetail: true,
  };
}
