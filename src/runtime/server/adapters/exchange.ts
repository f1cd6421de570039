import { propertyOf } from '../../operation/errors.ts';
import type { BodyRest } from '../../operation/message.ts';
import type { BindingName } from '../../operation/names.ts';
import { isFault } from '../../operation/soap-fault.ts';
import { platform } from '../../platform/globals.ts';
import { joinBytes } from '../../platform/node.ts';
import { byteLength, encodeUtf8 } from '../../text/encoding.ts';
import { messageChain } from '../error-text.ts';
import type { Cors } from '../front/cors.ts';
import { isHttpError } from '../front/http-error.ts';
import type { AnswerEvent, RawMessage } from '../front/options.ts';
import type { BodyForm } from '../front/raw-message.ts';
import type { ServerTrace, ServerTraceEvent } from '../front/tracing.ts';
import {
  type Answer,
  afterRest,
  type Exchange,
  header,
  type Incoming,
  type Outgoing,
} from '../incoming.ts';

/** What is done with what is observed. None of its functions throws. */
export interface Observers {
  readonly answered: ((event: AnswerEvent) => void) | undefined;
  readonly messaged: ((message: RawMessage, form: BodyForm) => void) | undefined;
  /** Headers to add to an answer. */
  readonly headers: Cors['headers'] | undefined;
}

/** One request and its answer. */
export class ObservedExchange implements Exchange {
  private readonly incoming: Incoming;
  private readonly observers: Observers;
  private readonly start = platform.performance.now();
  private service: string | undefined;
  private operation: string | undefined;
  private binding: BindingName | undefined;
  private requestBytes = 0;
  private identity: unknown;
  private reason: string | undefined;
  /** The body of a request to operations. */
  private body: Uint8Array | undefined;
  private isTold = false;
  private isAnswered = false;
  private readonly trace: ServerTrace | undefined;
  private isTraced = false;
  private phase: keyof ServerTraceEvent['durations'] = 'receive';
  private error: { readonly name: string; readonly code: string } | undefined;

  constructor(incoming: Incoming, observers: Observers, trace: ServerTrace | undefined) {
    this.incoming = incoming;
    this.observers = observers;
    this.trace = trace;
  }

  found(service: string): void {
    this.service = service;
  }

  received(bytes: number): void {
    this.requestBytes = bytes;
  }

  opened(body: Uint8Array): void {
    this.body = body;
  }

  run(answer: () => Answer): Answer {
    const { trace, service, requestBytes } = this;
    if (trace === undefined) return answer();
    this.isTraced = true;
    Object.assign(trace.event, { service, requestBytes });
    this.enter('decode');
    return trace.run(answer);
  }

  called(operation: string, binding: BindingName): void {
    this.operation = operation;
    this.binding = binding;
    if (this.trace !== undefined) Object.assign(this.trace.event, { operation, binding });
    this.tellRequest();
  }

  identified(identity: unknown): void {
    this.identity = identity;
  }

  handling(): void {
    this.enter('handle');
  }

  handled(): void {
    if (this.phase === 'handle') this.enter('encode');
  }

  failed(error: unknown): void {
    this.handled();
    this.error = describeError(error);
    try {
      this.reason = messageChain(error);
    } catch {
      this.reason = 'An exception that cannot be read.';
    }
  }

  finish(outgoing: Outgoing): Outgoing {
    const { refusal } = outgoing;
    this.reason ??= refusal?.message;
    if (refusal !== undefined)
      this.error ??= { name: 'RequestError', code: refusal.code ?? 'Client' };
    const added = this.observers.headers?.(this.incoming, outgoing.headers) ?? [];
    const whole =
      added.length === 0 ? outgoing : { ...outgoing, headers: [...outgoing.headers, ...added] };
    if (outgoing.stream === undefined) {
      this.answered(outgoing, byteLength(outgoing.body), () => bytesOf(outgoing.body));
      return whole;
    }
    return { ...whole, stream: this.observe(outgoing, outgoing.stream) };
  }

  /** The rest of an answer: what passes is counted, and kept if somebody wants to see it. */
  private observe(outgoing: Outgoing, stream: BodyRest): BodyRest {
    const keeps = this.observers.messaged !== undefined;
    const parts: Uint8Array[] = [];
    let bytes = byteLength(outgoing.body);
    const end = (): void => {
      const start = bytesOf(outgoing.body);
      this.answered(outgoing, bytes, () => {
        const length = parts.reduce((sum, one) => sum + one.length, start.length);
        return joinBytes([start, ...parts], length);
      });
    };
    const next = async (): Promise<string | Uint8Array | undefined> => {
      try {
        const piece = await stream.next();
        if (piece !== undefined) {
          bytes += byteLength(piece);
          if (keeps) parts.push(bytesOf(piece));
        }
        return piece;
      } catch (error) {
        this.failed(error);
        throw error;
      }
    };
    return afterRest({ next, cancel: (reason) => stream.cancel(reason) }, end);
  }

  /** Once: an answer that cannot be sent is followed by another. */
  private answered({ status }: Outgoing, bytes: number, body: () => Uint8Array): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    const { incoming, service, operation, binding, requestBytes, identity, reason } = this;
    const { method, isHead, path } = incoming;
    if (this.body !== undefined) {
      this.tellRequest();
      this.observers.messaged?.({ direction: 'out', service, operation, bytes: body() }, 'message');
    }
    if (this.trace !== undefined && this.isTraced) {
      this.isTraced = false;
      this.trace.mark(this.phase, { status, requestBytes, bytes });
      this.trace.over(this.error);
    }
    this.observers.answered?.({
      method: isHead ? 'HEAD' : method,
      path,
      service,
      operation,
      binding,
      status,
      requestBytes,
      bytes: isHead ? 0 : bytes,
      milliseconds: platform.performance.now() - this.start,
      identity,
      reason,
    });
  }

  /** Ends a phase, and begins the next one. */
  private enter(phase: ObservedExchange['phase']): void {
    if (this.isTraced) this.trace?.mark(this.phase);
    this.phase = phase;
  }

  /** Once the operation is known; before the answer at the latest. */
  private tellRequest(): void {
    const { body, incoming, service, operation } = this;
    if (this.isTold || body === undefined) return;
    this.isTold = true;
    const isGet = incoming.method === 'GET';
    const isForm = /x-www-form-urlencoded/i.test(header(incoming, 'content-type') ?? '');
    const bytes = isGet ? encodeUtf8(incoming.query) : body;
    this.observers.messaged?.(
      { direction: 'in', service, operation, bytes },
      isGet || isForm ? 'form' : 'message',
    );
  }
}

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? encodeUtf8(body) : body;
}

/** What a trace says of an exception: nothing of its message. */
function describeError(error: unknown): { readonly name: string; readonly code: string } {
  try {
    if (isFault(error)) return { name: 'SoapFault', code: error.code };
    const name = propertyOf(error, 'name');
    const isStatus = isHttpError(error);
    return {
      name: typeof name === 'string' ? name : 'Error',
      code: isStatus ? 'http-status' : 'Server',
    };
  } catch {
    return { name: 'Error', code: 'Server' };
  }
}
