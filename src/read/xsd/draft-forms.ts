import { namespaces } from '../../model/common/namespaces.ts';
import {
  attributeOf,
  attributeValue,
  lookupNamespace,
  type TreeAttribute,
  type TreeElement,
} from '../xml-tree.ts';

const models: ReadonlySet<string> = new Set(['sequence', 'choice', 'all', 'group']);
const particles: ReadonlySet<string> = new Set([...models, 'element', 'any']);
/** Facets of the drafts without a counterpart. */
const withoutMeaning: ReadonlySet<string> = new Set(['encoding', 'period', 'duration']);
const renamedElements: ReadonlyMap<string, string> = new Map([
  ['precision', 'totalDigits'],
  ['scale', 'fractionDigits'],
  ['info', 'appinfo'],
]);
const renamedAttributes: ReadonlyMap<string, string> = new Map([
  ['nullable', 'nillable'],
  ['equivClass', 'substitutionGroup'],
]);

/**
 * A schema of the drafts of 1999 and 2000 in the forms of XML Schema 1.0: `nullable` is called
 * `nillable`, a type names its base in a child, elements of a type are in a model group.
 */
export function currentForms(element: TreeElement): TreeElement {
  if (element.namespace !== namespaces.xsd) return element;
  const children = element.children
    .map(currentForms)
    .filter((child) => !withoutMeaning.has(child.local));
  const whole: TreeElement = {
    ...element,
    local: renamedElements.get(element.local) ?? element.local,
    attributes: element.attributes.map(currentAttribute),
    children,
  };
  switch (element.local) {
    case 'attribute':
      return currentUse(whole);
    case 'group':
      return currentGroup(whole);
    case 'complexType':
      return currentComplexType(whole);
    case 'simpleType':
      return currentSimpleType(whole, element);
    case 'restriction':
      return { ...whole, attributes: currentBinary(whole.attributes, element) };
    default:
      return whole;
  }
}

function currentAttribute(attribute: TreeAttribute): TreeAttribute {
  const { local, value } = attribute;
  if (local === 'maxOccurs' && value.trim() === '*') return { ...attribute, value: 'unbounded' };
  const name = renamedAttributes.get(local);
  return name === undefined ? attribute : { ...attribute, local: name };
}

/** `use="default" value="…"` becomes `default="…"`, `minOccurs="1"` becomes `use="required"`. */
function currentUse(element: TreeElement): TreeElement {
  const use = attributeValue(element, 'use')?.trim();
  const valued = use === 'default' || use === 'fixed' ? use : undefined;
  const attributes = element.attributes.flatMap((one): readonly TreeAttribute[] => {
    const { local, value } = one;
    if (local === 'value') return [{ ...one, local: valued ?? 'default' }];
    if (local === 'maxOccurs' || (local === 'use' && valued !== undefined)) return [];
    if (local !== 'minOccurs') return [one];
    const required = use === undefined && value.trim() === '1';
    return required ? [{ ...one, local: 'use', value: 'required' }] : [];
  });
  return { ...element, attributes };
}

/** A group without a name is a model group; one with a name holds one. */
function currentGroup(element: TreeElement): TreeElement {
  const order = attributeValue(element, 'order')?.trim();
  const kind = order === 'choice' || order === 'all' ? order : 'sequence';
  const attributes = without(element, 'order');
  if (attributeOf(element, 'ref') !== undefined) return { ...element, attributes };
  if (attributeOf(element, 'name') === undefined) return { ...element, local: kind, attributes };
  return { ...element, attributes, children: inOneModel(element, kind) };
}

function currentComplexType(element: TreeElement): TreeElement {
  const content = attributeOf(element, 'content');
  const base = attributeOf(element, 'base');
  const kind = content?.value.trim();
  const mixed: readonly TreeAttribute[] =
    content !== undefined && kind === 'mixed'
      ? [{ ...content, local: 'mixed', value: 'true' }]
      : [];
  const attributes = [...without(element, 'content', 'base', 'derivedBy'), ...mixed];
  const children = inOneModel(element, 'sequence');
  const simple = kind === 'textOnly' || (base !== undefined && isBuiltin(element, base));
  if (!simple && base === undefined) return { ...element, attributes, children };
  const notes = children.filter((child) => child.local === 'annotation');
  const rest = children.filter((child) => child.local !== 'annotation');
  const derivation = newElement(element, derivationOf(element, simple, rest), rest, [
    base === undefined ? textBase(element, content) : { ...base, local: 'base' },
  ]);
  const wrapper = newElement(element, simple ? 'simpleContent' : 'complexContent', [derivation]);
  return { ...element, attributes, children: [...notes, wrapper] };
}

/** Text with attributes extends its type, unless facets restrict it. */
function derivationOf(
  element: TreeElement,
  simple: boolean,
  children: readonly TreeElement[],
): 'extension' | 'restriction' {
  if (simple) return children.some((child) => isFacet(child)) ? 'restriction' : 'extension';
  const array = /(^|:)Array$/.test(attributeValue(element, 'base')?.trim() ?? '');
  const derivedBy = attributeValue(element, 'derivedBy')?.trim() ?? (array ? 'restriction' : '');
  return derivedBy === 'restriction' ? 'restriction' : 'extension';
}

function isFacet({ local }: TreeElement): boolean {
  return !/^(?:attribute|attributeGroup|anyAttribute|simpleType)$/.test(local);
}

function currentSimpleType(element: TreeElement, written: TreeElement): TreeElement {
  const base = attributeOf(element, 'base');
  if (base === undefined) return element;
  const notes = element.children.filter((child) => child.local === 'annotation');
  const facets = element.children.filter((child) => child.local !== 'annotation');
  const list = attributeValue(element, 'derivedBy')?.trim() === 'list';
  const derivation = list
    ? newElement(element, 'list', [], [{ ...base, local: 'itemType' }])
    : newElement(element, 'restriction', facets, currentBinary([base], written));
  const attributes = without(element, 'base', 'derivedBy');
  return { ...element, attributes, children: [...notes, derivation] };
}

/** The base `binary` with the encoding `hex` is `hexBinary`. */
function currentBinary(
  attributes: readonly TreeAttribute[],
  written: TreeElement,
): readonly TreeAttribute[] {
  const encoding = written.children.find((child) => child.local === 'encoding');
  if (encoding === undefined || attributeValue(encoding, 'value')?.trim() !== 'hex') {
    return attributes;
  }
  return attributes.map((one) =>
    one.local === 'base' ? { ...one, value: one.value.replace(/binary\s*$/, 'hexBinary') } : one,
  );
}

/**
 * The children of a type or group, whose particles are put into one model group unless they are
 * one.
 */
function inOneModel(element: TreeElement, kind: string): readonly TreeElement[] {
  const inside = element.children.filter(({ local }) => particles.has(local));
  const [only] = inside;
  if (only === undefined || (inside.length === 1 && models.has(only.local))) {
    return element.children;
  }
  const notes = element.children.filter(({ local }) => local === 'annotation');
  const others = element.children.filter(
    ({ local }) => local !== 'annotation' && !particles.has(local),
  );
  return [...notes, newElement(element, kind, inside), ...others];
}

/** An element that the draft leaves out, at the place of its parent. */
function newElement(
  parent: TreeElement,
  local: string,
  children: readonly TreeElement[],
  attributes: readonly TreeAttribute[] = [],
): TreeElement {
  return { ...parent, local, attributes, children, text: '', textAt: -1 };
}

/** The base of text without one: `string`, under the prefix of the element. */
function textBase(element: TreeElement, content: TreeAttribute | undefined): TreeAttribute {
  const { valueOffset, valueEnd } = content ?? {
    valueOffset: element.start,
    valueEnd: element.end,
  };
  const prefix = prefixOf(element);
  const value = prefix === '' ? 'string' : `${prefix}:string`;
  return { namespace: '', local: 'base', value, valueOffset, valueEnd };
}

/** The prefix of an element's name as written. */
export function prefixOf({ file, start, end }: TreeElement): string {
  return /^<([^\s:/>]+):/.exec(file.text.slice(start, end))?.[1] ?? '';
}

function isBuiltin(element: TreeElement, base: TreeAttribute): boolean {
  const [prefix, local] = base.value.trim().split(':', 2);
  if (local === 'anyType' || local === 'ur-type') return false;
  const namespace = lookupNamespace(element.scope, local === undefined ? '' : (prefix ?? ''));
  return namespace === namespaces.xsd;
}

function without(element: TreeElement, ...names: readonly string[]): readonly TreeAttribute[] {
  return element.attributes.filter((one) => one.namespace !== '' || !names.includes(one.local));
}
