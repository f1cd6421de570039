import type { RecordStep } from '../operation/descriptor.ts';
import { isPromise, platform } from '../platform/globals.ts';
import { RequestError, writeCharacterReferences } from '../server/call.ts';
import type {
  FramedAnswer,
  OpenedRecords,
  RecordDocument,
  RecordFrame,
  RecordSender,
} from '../server/protocol.ts';
import type { Incoming, Outgoing } from '../server/request.ts';
import { escapeAttribute } from '../xml/writer.ts';

/** The part of iterators, synchronous or asynchronous, that is used here. */
interface AnyIterator {
  next(): unknown;
  return?(): unknown;
}

/** Sends the records of generators and asynchronous iterables that handlers return. */
export const recordSender: RecordSender = {
  open(output, incoming, onTimeout) {
    const iterator = iteratorOf(output);
    return iterator === undefined ? output : new Records(iterator, incoming, onTimeout).start();
  },
  opened: (output) => (output instanceof Records ? output : undefined),
};

function iteratorOf(output: unknown): AnyIterator | undefined {
  if (typeof output !== 'object' || output === null) return undefined;
  if (Symbol.asyncIterator in output) {
    return (output as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  }
  // An array is iterable, too, but is an ordinary result.
  return Symbol.iterator in output && 'next' in output
    ? (output as unknown as AnyIterator)
    : undefined;
}

/**
 * The records of one result. They end when the time of the request is over or the client
 * disconnects.
 */
class Records implements OpenedRecords {
  private readonly iterator: AnyIterator;
  private readonly timer: unknown;
  private first: IteratorResult<unknown> | undefined;
  private failure: Error | undefined;
  private reject: ((error: unknown) => void) | undefined;
  private over = false;
  /** Whether the client has disconnected; later errors are ignored. */
  private gone = false;

  constructor(iterator: AnyIterator, incoming: Incoming, onTimeout: (error: Error) => void) {
    this.iterator = iterator;
    const { deadline } = incoming;
    const expire = (): void => {
      const error = new RequestError('Request timed out.');
      onTimeout(error);
      this.fail(error);
    };
    if (deadline !== undefined) {
      this.timer = platform.setTimeout(expire, Math.max(0, deadline - Date.now()));
    }
    incoming.onGone(() => {
      this.gone = true;
      this.fail(new Error('The client has disconnected.'));
    });
  }

  /** Reads the first record. */
  async start(): Promise<this> {
    this.first = await this.next();
    return this;
  }

  cancel(): void {
    this.fail(new Error('The answer was cut off.'));
  }

  answer(document: RecordDocument): Outgoing {
    return this.framed(frameOf(document), document);
  }

  framed({ head, tail, empty, write }: RecordFrame, { answer, report }: FramedAnswer): Outgoing {
    const { first } = this;
    if (first === undefined || first.done === true) return answer(empty);
    const outgoing = this.begun(() => answer(head + write(first.value)));
    let ended = false;
    const next = async (): Promise<string | undefined> => {
      if (ended) return undefined;
      try {
        const result = await this.next();
        if (result.done !== true) return write(result.value);
        ended = true;
        return tail;
      } catch (error) {
        ended = true;
        this.cancel();
        if (!this.gone) report(error);
        throw error;
      }
    };
    return { ...outgoing, stream: { next, cancel: () => this.cancel() } };
  }

  /** The answer with the first record. One that cannot be written ends the others. */
  private begun(answer: () => Outgoing): Outgoing {
    try {
      return answer();
    } catch (error) {
      this.cancel();
      throw error;
    }
  }

  /**
   * The next record. Rejects if the iterator fails, the time is over or the client has
   * disconnected.
   */
  private next(): Promise<IteratorResult<unknown>> {
    return new Promise((resolve, reject) => {
      if (this.failure !== undefined) {
        reject(this.failure);
        return;
      }
      this.reject = reject;
      const taken = (result: unknown): void => {
        const record = result as IteratorResult<unknown>;
        if (record.done === true) this.finish();
        resolve(record);
      };
      const lost = (error: unknown): void => {
        this.finish();
        reject(error);
      };
      try {
        const result = this.iterator.next();
        if (isPromise(result)) result.then(taken, lost);
        else taken(result);
      } catch (error) {
        lost(error);
      }
    });
  }

  private finish(): void {
    this.over = true;
    if (this.timer !== undefined) platform.clearTimeout(this.timer);
  }

  private fail(error: Error): void {
    if (this.over) return;
    this.failure = error;
    this.finish();
    try {
      const returned = this.iterator.return?.();
      // A generator that is waiting ends only after that, which is not awaited.
      if (isPromise(returned)) returned.then(undefined, (): undefined => undefined);
    } catch {
      // Errors while it ends do not concern this request.
    }
    this.reject?.(error);
  }
}

/**
 * Splits the document of a result at the position of its records.
 *
 * @throws Error the operation has no such result
 */
function frameOf(document: RecordDocument): RecordFrame {
  const { route, path, wrap, options } = document;
  const { writeRecord } = route.codec;
  if (writeRecord === undefined || path === undefined) {
    const { name } = route.operation;
    throw new Error(`The result of ${name} cannot be written as records only.`);
  }
  const { starts, ends } = tagsOf(path, document.declarations);
  const [before, after] = [starts.join(''), ends.join('')];
  const record = '<a />';
  const example = wrap(before + record + after);
  const at = example.lastIndexOf(record);
  const head = example.slice(0, at).trimEnd();
  const tail = example.slice(at + record.length);
  const isIndented = head.length < at;
  const place = (text: string): string => {
    if (!isIndented) return text;
    const whole = wrap(before + text + after);
    return whole.slice(head.length, whole.length - tail.length);
  };
  return {
    head,
    tail,
    empty: wrap(before.replace(/>$/, ' />') + ends.slice(1).join('')),
    write(value) {
      try {
        return place(writeRecord(value as never));
      } catch (error) {
        return writeCharacterReferences(error, value, options, (copy) =>
          place(writeRecord(copy as never)),
        );
      }
    },
  };
}

/** Start and end tags of the elements around the records, each list in document order. */
function tagsOf(
  path: readonly RecordStep[],
  declarations: string,
): { readonly starts: readonly string[]; readonly ends: readonly string[] } {
  const around = path.slice(0, -1);
  const starts = around.map(({ namespace, local }, index) => {
    const outer = around[index - 1]?.namespace ?? '';
    const xmlns = namespace === outer ? '' : ` xmlns="${escapeAttribute(namespace)}"`;
    return `<${local}${xmlns}${index === 0 ? declarations : ''}>`;
  });
  const ends = around.map(({ local }) => `</${local}>`).reverse();
  return { starts, ends };
}
