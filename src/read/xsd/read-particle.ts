import type { Occurs, ParticleSyntax, WildcardSyntax } from '../../model/xsd/schema-document.ts';
import { readChoice, readReference, readRequiredReference } from '../attributes.ts';
import { attributeOf, attributeValue, spanOf, type TreeElement, valueSpan } from '../xml-tree.ts';
import { readAnnotation } from './read-annotation.ts';
import { readLocalElement } from './read-element.ts';
import { childrenOf, contentOrders, type SchemaReader } from './schema-reader.ts';

/**
 * The content model among the children of a type, extension, restriction or group, if there is one.
 */
export function readContentModel(
  reader: SchemaReader,
  children: readonly TreeElement[],
): ParticleSyntax | undefined {
  let model: TreeElement | undefined;
  for (const child of children) {
    if (!isModel(child.local)) continue;
    if (model === undefined) {
      model = child;
      continue;
    }
    reader.log.add({
      code: 'ASMX1022',
      message: `Only one content model can be here: '${child.local}' is one too many`,
      span: spanOf(child),
    });
  }
  return model === undefined ? undefined : readParticle(reader, model);
}

function isModel(local: string): boolean {
  return local === 'sequence' || local === 'choice' || local === 'all' || local === 'group';
}

function readParticle(reader: SchemaReader, element: TreeElement): ParticleSyntax {
  const occurs = readOccurs(reader, element);
  const span = spanOf(element);
  switch (element.local) {
    case 'element': {
      const ref = readReference(reader, element, 'ref');
      if (ref === undefined) {
        return {
          kind: 'elementParticle',
          element: readLocalElement(reader, element),
          occurs,
          span,
        };
      }
      warnOfName(reader, element);
      return { kind: 'elementRef', ref, occurs, ...readAnnotation(element, reader.log), span };
    }
    case 'group': {
      const ref = readRequiredReference(reader, element, 'ref');
      return { kind: 'groupRef', ref, occurs, span };
    }
    case 'any':
      return { kind: 'any', wildcard: readWildcard(reader, element), occurs, span };
    default: {
      const compositor =
        element.local === 'choice' || element.local === 'all' ? element.local : 'sequence';
      const order = compositor === 'all' ? contentOrders.all : contentOrders.model;
      const particles: ParticleSyntax[] = [];
      for (const child of childrenOf(reader, element, order)) {
        if (child.local !== 'annotation') particles.push(readParticle(reader, child));
      }
      return { kind: 'model', compositor, particles, occurs, span };
    }
  }
}

/**
 * An element with both attributes is treated as a reference, as in wsdl.exe (XML Schema part 1
 * section 3.3.3 forbids it).
 */
export function warnOfName(reader: SchemaReader, element: TreeElement): void {
  const name = attributeOf(element, 'name');
  if (name === undefined) return;
  reader.log.warn({
    code: 'ASMX3003',
    message: `'${element.local}' has both 'name' and 'ref': the name has no effect`,
    span: valueSpan(element, name),
    help: "Remove 'name', or declare a type instead of 'ref'",
  });
}

/** `xs:any` or `xs:anyAttribute`. */
export function readWildcard(reader: SchemaReader, element: TreeElement): WildcardSyntax {
  checkNamespaces(reader, element);
  return {
    namespace: attributeValue(element, 'namespace') ?? '##any',
    processContents:
      readChoice(element, 'processContents', ['strict', 'lax', 'skip'], reader.log) ?? 'strict',
    span: spanOf(element),
  };
}

/** Special values in the namespace list of a wildcard (XML Schema part 1 section 3.10.2). */
const listed: ReadonlySet<string> = new Set(['##targetNamespace', '##local']);

function checkNamespaces({ log }: SchemaReader, element: TreeElement): void {
  const attribute = attributeOf(element, 'namespace');
  if (attribute === undefined) return;
  const tokens = attribute.value.trim().split(/[ \t\r\n]+/);
  const [only = ''] = tokens;
  if (tokens.length === 1 && (only === '##any' || only === '##other')) return;
  const wrong = tokens.find((token) => token.startsWith('##') && !listed.has(token));
  if (wrong === undefined) return;
  log.warn({
    code: 'ASMX1023',
    message: `Attribute 'namespace' cannot be '${attribute.value}'`,
    span: valueSpan(element, attribute),
    help: "Write '##any', '##other', or a list of namespaces, '##targetNamespace' and '##local'",
  });
}

const once: Occurs = { min: 1, max: 1 };
const optional: Occurs = { min: 0, max: 1 };
const never: Occurs = { min: 0, max: 0 };
const many: Occurs = { min: 0, max: Number.POSITIVE_INFINITY };

/** `minOccurs` and `maxOccurs`. The usual pairs are shared objects. */
function readOccurs(reader: SchemaReader, element: TreeElement): Occurs {
  const min = readCount(reader, element, 'minOccurs');
  const max = readCount(reader, element, 'maxOccurs');
  if (max === 0) {
    if (min > 0) warnOfNever(reader, element, min);
    return never;
  }
  if (max === 1) return min === 1 ? once : min === 0 ? optional : tooMany(reader, element, min);
  if (min === 0 && max === Number.POSITIVE_INFINITY) return many;
  return min > max ? tooMany(reader, element, min, max) : { min, max };
}

/** A particle that can occur only 0 times is treated as absent. */
function warnOfNever({ log }: SchemaReader, element: TreeElement, min: number): void {
  log.warn({
    code: 'ASMX3003',
    message: `'minOccurs' ${min} is above 'maxOccurs' 0`,
    span: spanOf(element),
    help: 'It is left out: write minOccurs="0", too, or another \'maxOccurs\'',
  });
}

function tooMany(reader: SchemaReader, element: TreeElement, min: number, max = 1): Occurs {
  reader.log.add({
    code: 'ASMX3003',
    message: `'minOccurs' ${min} is above 'maxOccurs' ${max}`,
    span: spanOf(element),
    help: `Raise 'maxOccurs' to ${min} at least, or lower 'minOccurs'`,
  });
  return { min, max: min };
}

function readCount(
  reader: SchemaReader,
  element: TreeElement,
  name: 'minOccurs' | 'maxOccurs',
): number {
  const attribute = attributeOf(element, name);
  if (attribute === undefined) return 1;
  const text = attribute.value.trim();
  if (text === '0') return 0;
  if (text === '1') return 1;
  if (text === 'unbounded' && name === 'maxOccurs') return Number.POSITIVE_INFINITY;
  if (/^\+?[0-9]+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  reader.log.add({
    code: 'ASMX1023',
    message: `Attribute '${name}' cannot be '${text}'`,
    span: valueSpan(element, attribute),
    help: name === 'maxOccurs' ? "Write a number or 'unbounded'" : 'Write a number',
  });
  return 1;
}
