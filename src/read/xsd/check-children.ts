import { namespaces } from '../../model/common/namespaces.ts';
import type { SyntaxLog } from '../syntax-log.ts';
import { attributeOf, spanOf, type TreeElement } from '../xml-tree.ts';
import type { SchemaPosition } from './known-attributes.ts';

const derivation = ['extension', 'restriction'];
const type = ['simpleType', 'complexType'];
const wildcard = ['anyAttribute'];
const notes = ['appinfo', 'documentation'];

/**
 * Children of which an element may have only one, in groups of names. Annotations are not listed.
 */
const single: ReadonlyMap<string, readonly string[]> = new Map([
  ['element', type],
  ['attribute', type],
  ['simpleType', ['restriction', 'list', 'union']],
  ['list', type],
  ['restriction', [...type, ...wildcard]],
  ['extension', wildcard],
  ['attributeGroup', wildcard],
  ['complexType', wildcard],
  ['simpleContent', derivation],
  ['complexContent', derivation],
]);

/** Elements that contain only an annotation, except for facets and references. */
const leaves: ReadonlySet<string> = new Set([
  ...['any', 'anyAttribute', 'import', 'include', 'selector', 'field', 'notation'],
  ...['enumeration', 'pattern', 'length', 'minLength', 'maxLength', 'whiteSpace'],
  ...['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'],
  ...['totalDigits', 'fractionDigits'],
]);

/** Attributes with the same meaning as a child element. */
const shorthands: ReadonlyMap<string, string> = new Map([
  ['attribute', 'type'],
  ['list', 'itemType'],
  ['restriction', 'base'],
]);

/** An element, and the log for its problems. */
interface Children {
  readonly element: TreeElement;
  readonly log: SyntaxLog;
}

/**
 * Warns of children that exclude each other, and of those that nothing reads. If they prevent
 * reading the declaration, they are reported there instead.
 */
export function checkChildren(
  element: TreeElement,
  parent: TreeElement | undefined,
  position: SchemaPosition,
  log: SyntaxLog,
): void {
  const { local, children } = element;
  if (children.length === 0) return;
  const all = { element, log };
  const leaf = leaves.has(local) || position === 'reference';
  const isNote = local === 'annotation';
  const once = single.get(local);
  let annotations = 0;
  let found: TreeElement | undefined;
  let content: TreeElement | undefined;
  for (const child of children) {
    if (child.namespace !== namespaces.xsd) warnOfStranger(all, child);
    else if (isNote) {
      if (!notes.includes(child.local)) warnOfChild(all, child, position);
    } else if (child.local === 'annotation') {
      annotations += 1;
      if (annotations > 1 && local !== 'schema' && local !== 'redefine') tooMany(all, child, child);
    } else if (leaf) warnOfChild(all, child, position);
    else if (content !== undefined) tooMany(all, child, content);
    else if (once?.includes(child.local) === true) {
      if (found !== undefined && alike(found, child)) tooMany(all, child, found);
      found = child;
    } else if (child.local === 'simpleContent' || child.local === 'complexContent') {
      content = child;
    }
  }
  if (found !== undefined) warnOfShorthand(all, found, parent);
}

/** Whether two children exclude each other. A restriction may have one type and one wildcard. */
function alike(first: TreeElement, second: TreeElement): boolean {
  return wildcard.includes(first.local) === wildcard.includes(second.local);
}

function tooMany({ element, log }: Children, child: TreeElement, first: TreeElement): void {
  const what = child === first ? 'one' : `'${first.local}'`;
  log.warn({
    code: 'ASMX1025',
    message:
      child.local === first.local
        ? `Element '${element.local}' can hold one '${child.local}': this is one too many`
        : `Element '${element.local}' cannot hold '${child.local}' beside ${what}`,
    span: spanOf(child),
    help: 'Remove one of the two',
  });
}

function warnOfChild(
  { element, log }: Children,
  child: TreeElement,
  position: SchemaPosition,
): void {
  const reference = position === 'reference' ? " with 'ref'" : '';
  log.warn({
    code: 'ASMX1022',
    message: `Element '${child.local}' cannot be in '${element.local}'${reference}`,
    span: spanOf(child),
    help: 'It has no effect: remove it',
  });
}

/**
 * Warns of a type that is both named and declared inside. In a restriction of `xs:simpleContent`,
 * the inner type has another meaning.
 */
function warnOfShorthand(
  { element, log }: Children,
  child: TreeElement,
  parent: TreeElement | undefined,
): void {
  const attribute = shorthands.get(element.local);
  if (attribute === undefined || child.local !== 'simpleType') return;
  if (element.local === 'restriction' && parent?.local !== 'simpleType') return;
  if (attributeOf(element, attribute) === undefined) return;
  log.warn({
    code: 'ASMX1025',
    message: `Element '${element.local}' has both attribute '${attribute}' and a type inside`,
    span: spanOf(element),
    help: 'The type inside counts: remove one of the two',
  });
}

/**
 * The selector of an identity constraint precedes its fields (XML Schema part 1 section 3.11.2).
 */
function warnOfStranger({ element, log }: Children, child: TreeElement): void {
  log.warn({
    code: 'ASMX1025',
    message: `Element '${child.local}' is not of XML Schema and cannot be in '${element.local}'`,
    span: spanOf(child),
    help: "Put it into 'xs:annotation' with 'xs:appinfo', or remove it",
  });
}
