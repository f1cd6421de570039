import type { RecordStep } from '../operation/names.ts';
import { escapeAttribute } from '../xml/escape.ts';
import { writeReferences } from './answer.ts';
import type { ServerOptions } from './options.ts';
import type { Route } from './protocol.ts';

/** What is around the records of an answer. */
export interface RecordFrame {
  /** What precedes the first record. */
  readonly head: string;
  /** What follows the last one. */
  readonly tail: string;
  /** The whole answer without records. */
  readonly empty: string;
  readonly write: (record: unknown) => string;
}

/** The same tags, the innermost as that of an empty element. */
export function withoutContent(starts: readonly string[]): readonly string[] {
  return starts.map((tag, at) => (at === starts.length - 1 ? `${tag.slice(0, -1)} />` : tag));
}

/**
 * Start tags from the outside to the inside, and end tags from the inside to the outside, of what
 * is around the records.
 */
export function tagsOf(
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

export function recordsOf(
  { operation, codec }: Route,
  path: readonly RecordStep[] | undefined,
  options: ServerOptions<never>,
): { readonly path: readonly RecordStep[]; readonly write: (record: unknown) => string } {
  const write = codec.writeRecord;
  if (write === undefined || path === undefined) {
    throw new Error(`The result of ${operation.name} cannot be made of its records alone.`);
  }
  return {
    path,
    write: (record) => {
      try {
        return write(record as never);
      } catch (error) {
        return writeReferences(error, record, options, (copy) => write(copy as never));
      }
    },
  };
}
