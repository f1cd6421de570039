import { stringLiteral } from '../print/encode.ts';
import { indentation } from '../print/layout.ts';

const printable = /^[ -~]*$/;
/**
 * What means something in a template literal, and what is no printable ASCII. JSON has no line ends
 * and no lone surrogates.
 */
const special = /`|\$(?=\{)|[^ -~]+/g;

/**
 * An expression that gives data again, whose text is on one line: what large data is shortest as,
 * and quickest to write. JSON is full of quotes and backslashes, which mean nothing in a raw
 * template; JSON has escapes of its own for what does.
 *
 * @param indent levels of the line it starts on
 */
export function jsonLiteral(data: object, indent: number): string {
  const plain = JSON.stringify(data);
  // three simple searches are quicker than one for everything
  const json =
    printable.test(plain) && !plain.includes('`') && !plain.includes('${')
      ? plain
      : plain.replace(special, escaped);
  return `JSON.parse(\n${indentation(indent + 1)}String.raw\`${json}\`,\n${indentation(indent)})`;
}

function escaped(text: string): string {
  if (text === '`') return '\\u0060';
  if (text === '$') return '\\u0024';
  return stringLiteral(text).slice(1, -1);
}
