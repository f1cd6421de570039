import { XmlValueError } from './xml-error.ts';

/**
 * What ASMX says of an element that was not expected where it checks (asmx-behaviour 3).
 *
 * @param name as written
 * @param expected by turns a namespace and the local names in it that were expected, with blanks between
 */
export function unexpectedElement(
  name: string,
  prefix: string,
  namespace: string,
  expected: readonly string[],
): XmlValueError {
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const element = `<${name}${namespace === '' ? '' : ` ${declaration}='${namespace}'`}>..</${name}>`;
  const names: string[] = [];
  for (let at = 0; at + 1 < expected.length; at += 2) {
    const uri = expected[at] ?? '';
    for (const local of (expected[at + 1] ?? '').split(' ')) names.push(`${uri}:${local}`);
  }
  return new XmlValueError(
    names.length === 0
      ? `An unexpected element was encountered: ${element}. No elements were expected in this scope.`
      : `The element was not expected in this context: ${element}. Expected elements: ${names.join(', ')}.`,
  );
}
