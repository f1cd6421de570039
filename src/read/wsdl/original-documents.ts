import type { SourceFile } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { OriginalDocument, OriginalEdit, TextRange } from '../../model/wsdl/original.ts';
import type { FollowedLink } from '../load-imports.ts';
import { isRemote } from '../resolve-location.ts';
import { documentTypeIn, withoutDocumentType } from '../text/document-type.ts';
import { attributeOf, type TreeElement } from '../xml-tree.ts';
import { isSoap, isWsdl } from './wsdl-reader.ts';

/** A document whose lists are still being filled. */
interface Draft extends OriginalDocument {
  readonly edits: OriginalEdit[];
  readonly elements: TextRange[];
  readonly ports: TextRange[];
}

/**
 * The documents of a WSDL, with all that changes when a server publishes them.
 *
 * @param definitions roots of the WSDL documents, the entry first
 * @param links the locations in all documents
 */
export function originalDocuments(
  definitions: readonly TreeElement[],
  links: readonly FollowedLink[],
): readonly OriginalDocument[] {
  const drafts = new Map<SourceFile, Draft>();
  const open = (file: SourceFile, kind: Draft['kind']): Draft => {
    const known = drafts.get(file);
    if (known !== undefined) return known;
    const draft = { kind, file, edits: removals(file.text), elements: [], ports: [] };
    drafts.set(file, draft);
    return draft;
  };
  for (const root of definitions) readDefinitions(root, open(root.file, 'wsdl'));
  for (const { target } of links) if (target !== undefined) open(target, 'xsd');
  // A schema without a namespace is read again for each that includes it.
  const seen = new Set<string>();
  for (const link of links) {
    const { file, start } = link.element;
    const key = `${start} ${file.path}`;
    if (seen.has(key)) continue;
    seen.add(key);
    drafts.get(file)?.edits.push(...linkEdits(link));
  }
  return [...drafts.values()];
}

/** Comments and processing instructions, which do not concern readers, and the document type. */
function removals(text: string): OriginalEdit[] {
  const found: OriginalEdit[] = [];
  const doctype = documentTypeIn(text);
  if (doctype !== undefined) found.push({ kind: 'removal', ...doctype });
  const markup = /<!--|<!\[CDATA\[|<\?/g;
  const plain = withoutDocumentType(text);
  for (let one = markup.exec(plain); one !== null; one = markup.exec(plain)) {
    const close = one[0] === '<?' ? '?>' : one[0] === '<!--' ? '-->' : ']]>';
    const end = plain.indexOf(close, markup.lastIndex) + close.length;
    if (close !== ']]>') found.push({ kind: 'removal', start: one.index, end });
    markup.lastIndex = end;
  }
  return found;
}

function readDefinitions(root: TreeElement, { edits, elements, ports }: Draft): void {
  for (const child of root.children) {
    elements.push({ start: child.start, end: child.closed });
    if (!isWsdl(child, 'service')) continue;
    for (const port of child.children) {
      if (!isWsdl(port, 'port')) continue;
      ports.push({ start: port.start, end: port.closed });
      for (const range of addressesIn(port)) {
        edits.push({ kind: 'address', port: port.start, ...range });
      }
    }
  }
}

const addressing =
  /^http:\/\/(?:www\.w3\.org|schemas\.xmlsoap\.org\/ws)\/20\d\d\/\d\d\/addressing$/;

/** The address of a port, and those of its endpoint references (WS-Addressing 1.0). */
function addressesIn(element: TreeElement): readonly TextRange[] {
  return element.children.flatMap((child) => {
    if (child.local === 'Address' && addressing.test(child.namespace)) return [contentOf(child)];
    if (!isSoap(child, 'address') && child.namespace !== namespaces.wsdlHttp) {
      return addressesIn(child);
    }
    const location = attributeOf(child, 'location');
    return location === undefined ? [] : [{ start: location.valueOffset, end: location.valueEnd }];
  });
}

function contentOf({ file, end, closed }: TreeElement): TextRange {
  return { start: end, end: Math.max(end, file.text.lastIndexOf('</', closed - 1)) };
}

/**
 * What becomes of a location. One that leads to no document stays if it is a URL, which others may
 * reach; a relative one is removed, and where it is required its element, too.
 */
function linkEdits({ element, attribute, target }: FollowedLink): readonly OriginalEdit[] {
  const found = attributeOf(element, attribute);
  if (found === undefined) return [];
  const { valueOffset: start, valueEnd: end } = found;
  if (target !== undefined) return [{ kind: 'location', target, start, end }];
  if (isRemote(found.value.trim())) return [];
  if (isWsdl(element, 'import') || element.local !== 'import') {
    return [{ kind: 'removal', start: element.start, end: element.closed }];
  }
  return [{ kind: 'removal', start: attributeStart(element.file.text, start), end: end + 1 }];
}

/** Where an attribute starts whose value starts at an offset, with the white space before it. */
function attributeStart(text: string, value: number): number {
  const skip = (from: number, space: boolean): number => {
    let at = from;
    while (at > 0 && /\s/.test(text.charAt(at - 1)) === space) at -= 1;
    return at;
  };
  const nameEnd = skip(text.lastIndexOf('=', value), true);
  return skip(skip(nameEnd, false), true);
}
