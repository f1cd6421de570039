import type { RecordStep } from '../../operation/names.ts';
import { escapeAttribute } from '../../xml/write-text.ts';
import { writeCharacterReferences } from '../answer.ts';
import type { RecordDocument, RecordFrame } from '../protocol.ts';

/**
 * Splits the document of a result at the position of its records.
 *
 * @throws Error the operation has no such result
 */
export function frameOf(document: RecordDocument): RecordFrame {
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
