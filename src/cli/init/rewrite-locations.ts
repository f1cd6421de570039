import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import { decodeText } from '../../read/text/decode-text.ts';
import { attributeOf, parseXmlTree, type TreeElement } from '../../read/xml-tree.ts';

/**
 * A document with imports changed to local copies. If nothing changes, it keeps its bytes;
 * otherwise it is in UTF-8.
 *
 * @param source path or URL of the document
 * @param place what to write in place of a location; `undefined` to keep it
 */
export function rewriteLocations(
  source: string,
  bytes: Uint8Array,
  place: (location: string) => string | undefined,
): Uint8Array {
  const { text } = decodeText(bytes);
  const root = parseXmlTree({ path: source, text }, createDiagnosticBag());
  if (root === undefined) return bytes;
  let rewritten = '';
  let at = 0;
  for (const { start, end, value } of edits(root, place)) {
    rewritten += text.slice(at, start) + value;
    at = end;
  }
  if (at === 0) return bytes;
  const whole = rewritten + text.slice(at);
  const declared = whole.replace(
    /^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/,
    (_all, before: string, quote: string) => `${before}${quote}utf-8${quote}`,
  );
  return new TextEncoder().encode(declared);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

function edits(
  root: TreeElement,
  place: (location: string) => string | undefined,
): readonly Edit[] {
  const found: Edit[] = [];
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    waiting.push(...element.children);
    const name = locationAttribute(element);
    const attribute = name === undefined ? undefined : attributeOf(element, name);
    if (attribute === undefined || attribute.value.trim() === '') continue;
    const value = place(attribute.value.trim());
    if (value === undefined || value === attribute.value) continue;
    const escaped = value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;');
    found.push({
      start: attribute.valueOffset,
      end: attribute.valueEnd,
      value: escaped.replaceAll("'", '&apos;'),
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

function locationAttribute({ namespace, local }: TreeElement): string | undefined {
  if (namespace === namespaces.wsdl && local === 'import') return 'location';
  const follows = local === 'import' || local === 'include' || local === 'redefine';
  return namespace === namespaces.xsd && follows ? 'schemaLocation' : undefined;
}
