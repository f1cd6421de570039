import { XmlValueError } from './error.ts';

/**
 * The error that ASMX gives for an unexpected element where it is strict.
 *
 * @param name as written
 * @param expected alternately a namespace and the local names in it that were expected, with blanks
 *   between
 */
export function unexpectedElement(
  name: string,
  prefix: string,
  namespace: string,
  expected: readonly string[],
): XmlValueError {
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
  const scope = namespace === '' ? '' : ` ${declaration}='${namespace}'`;
  const element = `<${name}${scope}>..</${name}>`;
  const names: string[] = [];
  for (let at = 0; at + 1 < expected.length; at += 2) {
    const uri = expected[at] ?? '';
    for (const local of (expected[at + 1] ?? '').split(' ')) names.push(`${uri}:${local}`);
  }
  if (names.length === 0) {
    const found = `An unexpected element was encountered: ${element}.`;
    return new XmlValueError(`${found} No elements were expected in this scope.`);
  }
  const found = `The element was not expected in this context: ${element}.`;
  return new XmlValueError(`${found} Expected elements: ${names.join(', ')}.`);
}
