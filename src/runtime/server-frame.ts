import type { AnyOperation } from './any-operation.ts';
import type { RecordStep } from './operation.ts';
import { writeReferences } from './server-answer.ts';
import type { ServerOptions } from './server-options.ts';
import { type SoapVersion, writeEnvelope } from './soap-envelope.ts';
import { indentXml } from './xml-indent.ts';
import { escapeAttribute } from './xml-text.ts';

/** What stands around the records of an answer. */
export interface RecordFrame {
  /** What precedes the first record. */
  readonly head: string;
  /** What follows the last one. */
  readonly tail: string;
  /** The whole answer without records. */
  readonly empty: string;
  readonly write: (record: unknown) => string;
}

const rootDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * The frame of a SOAP answer.
 *
 * @param header Entries of `soap:Header`; empty for none.
 */
export function soapFrame(
  version: SoapVersion,
  header: string,
  operation: AnyOperation,
  options: ServerOptions<never>,
): RecordFrame {
  const { path, write } = recordsOf(operation, operation.stream?.soapPath, options);
  const { starts, ends } = tagsOf(path, '');
  const envelope = writeEnvelope(version, header, '');
  const body = envelope.lastIndexOf('</', envelope.lastIndexOf('</') - 1);
  const opened = envelope.slice(0, body);
  const closed = envelope.slice(body);
  return {
    head: opened + starts.join(''),
    tail: ends.join('') + closed,
    empty: opened + withoutContent(starts).join('') + ends.slice(1).join('') + closed,
    write,
  };
}

/** The frame of an answer to HTTP GET and POST, indented as ASMX does (asmx-behaviour 5.2). */
export function httpFrame(operation: AnyOperation, options: ServerOptions<never>): RecordFrame {
  const { path, write } = recordsOf(operation, operation.stream?.httpPath, options);
  const { starts, ends } = tagsOf(path, rootDeclarations);
  const levels = starts.length;
  const margin = (level: number): string => `\r\n${'  '.repeat(level)}`;
  const open = (tags: readonly string[]): string =>
    tags.map((tag, at) => margin(at) + tag).join('');
  const close = ends.map((tag, at) => margin(levels - 1 - at) + tag);
  const declaration = '<?xml version="1.0" encoding="utf-8"?>';
  const outside = ['<a>'.repeat(levels), '</a>'.repeat(levels)] as const;
  const probe = indentXml(`${outside[0]}<b />${outside[1]}`);
  const before = probe.indexOf('<b />') - margin(levels).length;
  const behind = probe.length - probe.indexOf('<b />') - 5;
  return {
    head: declaration + open(starts),
    tail: close.join(''),
    empty: declaration + open(withoutContent(starts)) + close.slice(1).join(''),
    write(record) {
      const indented = indentXml(outside[0] + write(record) + outside[1]);
      return indented.slice(before, indented.length - behind);
    },
  };
}

/** The same tags, the innermost as that of an empty element. */
function withoutContent(starts: readonly string[]): readonly string[] {
  return starts.map((tag, at) => (at === starts.length - 1 ? `${tag.slice(0, -1)} />` : tag));
}

/** Start tags from the outside to the inside, and end tags from the inside to the outside, of what is around the records. */
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

function recordsOf(
  { name, stream }: AnyOperation,
  path: readonly RecordStep[] | undefined,
  options: ServerOptions<never>,
): { readonly path: readonly RecordStep[]; readonly write: (record: unknown) => string } {
  const write = stream?.write;
  if (write === undefined || path === undefined) {
    throw new Error(`The result of ${name} cannot be made of its records alone.`);
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
