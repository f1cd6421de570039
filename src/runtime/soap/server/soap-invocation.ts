import { writeMultipart } from '../../mime/multipart-writer.ts';
import type {
  Attachment,
  MtomOption,
  MultipartMessage,
  SoapHeaderRecord,
} from '../../operation/message.ts';
import { composeAnswer, documentError, writeCharacterReferences } from '../../server/answer.ts';
import type { CallContext, ResponseState } from '../../server/context.ts';
import type { Outgoing } from '../../server/incoming.ts';
import type { ServerInvocation } from '../../server/invoke.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { OpenedRecords, Route } from '../../server/protocol.ts';
import { reportError } from '../../server/report.ts';
import type { UnknownHeaders } from '../../server/unknown-headers.ts';
import { withStandIns } from '../../text/control-characters.ts';
import { writeEnvelope, writeHeaders } from '../envelope.ts';
import { accepted, exceptionAnswer } from './faults.ts';
import { type SoapRequest, writeResponse } from './message.ts';
import type { SoapProtocol } from './protocol.ts';

/** A class, so that a request costs one object and no closures. */
export class SoapInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: SoapProtocol['binding'];
  readonly input: unknown;
  readonly soapHeaders: SoapHeaderRecord;
  readonly unknownHeaders: UnknownHeaders;
  readonly attachments: readonly Attachment[] | undefined;
  private readonly protocol: SoapProtocol;
  private readonly options: ServerOptions<never>;
  private readonly mtom: MtomOption | undefined;
  private readonly inParts: boolean;

  constructor(
    { route, protocol, input, headers, unknownHeaders, message }: SoapRequest,
    options: ServerOptions<never>,
  ) {
    this.route = route;
    this.binding = protocol.binding;
    this.input = input;
    this.soapHeaders = headers;
    this.unknownHeaders = unknownHeaders;
    this.attachments = message.parts && [...message.parts.rest];
    this.mtom = message.mtom;
    this.inParts = message.inParts;
    this.protocol = protocol;
    this.options = options;
  }

  done(output: unknown, call: CallContext): Outgoing {
    if (this.protocol.reply?.dropsResult === true) return accepted;
    const { contentType } = this.protocol.version;
    const { response } = call;
    if (response.ended) return composeAnswer(response, undefined, contentType, true);
    const { attachments } = response;
    const records = this.route.codec.records?.opened(output);
    if (records !== undefined) {
      if (attachments === undefined) return this.stream(records, call);
      throw new TypeError('Records that are sent one by one have no attachments: return a list.');
    }
    const { mtom, sendStreams } = this.route.codec;
    if (sendStreams !== undefined) {
      const write = (): string => this.envelope(output, response);
      const { inParts } = this;
      const sent = sendStreams({ contentType, inParts, mtom: this.mtom, attachments, write });
      const { body, contentType: type, rest } = sent;
      return { ...composeAnswer(response, body, type, true), stream: rest };
    }
    if (mtom !== undefined && this.mtom !== undefined) {
      const optimized = mtom.optimize(this.mtom, () => this.envelope(output, response));
      const { contentType: type, body } = mtom.join(
        optimized.written,
        contentType,
        optimized.contents,
        attachments,
      );
      return composeAnswer(response, body, type, true);
    }
    const envelope = this.envelope(output, response);
    let multipart: MultipartMessage | undefined;
    try {
      multipart = this.attach(envelope, output, attachments);
    } catch (error) {
      throw documentError(error);
    }
    return multipart === undefined
      ? composeAnswer(response, envelope, contentType, true)
      : composeAnswer(response, multipart.body, multipart.contentType, true);
  }

  failed(error: unknown, call: CallContext | undefined): Outgoing {
    const { operation } = this.route;
    const failed = { operation, header: call?.response.headerXml };
    return exceptionAnswer(this.protocol, error, failed, this.options);
  }

  private envelope(output: unknown, { soapHeaders, headerXml }: SentHeaders): string {
    try {
      return this.write(output, { soapHeaders, headerXml });
    } catch (error) {
      return writeCharacterReferences(error, output, this.options, (copy) =>
        this.write(copy, { soapHeaders: withStandIns(soapHeaders), headerXml }),
      );
    }
  }

  private write(output: unknown, headers: SentHeaders): string {
    const { route } = this;
    return writeResponse(this.protocol, route, output, this.headers(headers));
  }

  /** The entries of `soap:Header` in the answer. */
  private headers({ soapHeaders: values, headerXml }: SentHeaders): string {
    const { outputHeaders = [] } = this.route.operation.soap ?? {};
    const own = values === undefined ? '' : writeHeaders(outputHeaders, this.binding, values);
    return own + (this.protocol.reply?.result() ?? '') + headerXml;
  }

  private attach(
    envelope: string,
    output: unknown,
    others: ResponseState['attachments'],
  ): MultipartMessage | undefined {
    const parts = this.route.codec.attachResponse?.(output as never);
    if (parts === undefined && others === undefined) return undefined;
    return writeMultipart(envelope, this.protocol.version.contentType, parts ?? [], others);
  }

  private stream(records: OpenedRecords, call: CallContext): Outgoing {
    const { protocol, route, options } = this;
    const { version } = protocol;
    const header = this.streamHeader(call.response);
    return records.answer({
      route,
      options,
      path: route.operation.stream?.soapPath,
      declarations: '',
      wrap: (element) => writeEnvelope(version, header, element),
      answer: (envelope) => composeAnswer(call.response, envelope, version.contentType, true),
      report: (error) => reportError(error, options, call),
    });
  }

  private streamHeader({ soapHeaders, headerXml }: SentHeaders): string {
    try {
      return this.headers({ soapHeaders, headerXml });
    } catch (error) {
      return writeCharacterReferences(error, soapHeaders, this.options, (copy) =>
        this.headers({ soapHeaders: copy, headerXml }),
      );
    }
  }
}

/** Headers that the handler set. */
type SentHeaders = Pick<ResponseState, 'soapHeaders' | 'headerXml'>;

/** A one-way call, whose client has already been answered. */
export class OneWayInvocation implements ServerInvocation {
  readonly route: Route;
  readonly binding: SoapProtocol['binding'];
  readonly input: unknown;
  readonly soapHeaders: SoapHeaderRecord;
  readonly unknownHeaders: UnknownHeaders;
  readonly attachments: readonly Attachment[] | undefined;

  constructor(call: SoapInvocation) {
    const { route, binding, input, soapHeaders, unknownHeaders, attachments } = call;
    this.route = route;
    this.binding = binding;
    this.input = input;
    this.soapHeaders = soapHeaders;
    this.unknownHeaders = unknownHeaders;
    this.attachments = attachments;
  }

  done(): Outgoing {
    return accepted;
  }

  failed(): Outgoing {
    return accepted;
  }
}
