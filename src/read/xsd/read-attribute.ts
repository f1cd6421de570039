import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import type {
  AttributeEntry,
  AttributeGroupSyntax,
  AttributeSyntax,
  AttributeUseKind,
  SchemaForm,
  SimpleTypeSyntax,
  WildcardSyntax,
} from '../../model/xsd/schema-document.ts';
import {
  readChoice,
  readName,
  readReference,
  readRequiredReference,
  resolveName,
} from '../attributes.ts';
import { valueNames } from '../value-names.ts';
import { attributeValue, spanOf, type TreeElement, valueSpan } from '../xml-tree.ts';
import { addBothGiven } from './both-given.ts';
import { readAnnotation } from './read-annotation.ts';
import { readWildcard, warnOfName } from './read-particle.ts';
import { readSimpleType } from './read-simple-type.ts';
import { childrenOf, contentOrders, type SchemaReader } from './schema-reader.ts';

const uses: readonly AttributeUseKind[] = ['optional', 'required', 'prohibited'];
const forms: readonly SchemaForm[] = ['qualified', 'unqualified'];

/** Attributes of a type or attribute group. */
export interface AttributesSyntax {
  readonly attributes: readonly AttributeEntry[];
  readonly anyAttribute?: WildcardSyntax | undefined;
}

/** The attribute declarations, references and wildcard among the children of a declaration. */
export function readAttributes(
  reader: SchemaReader,
  children: readonly TreeElement[],
): AttributesSyntax {
  let attributes: AttributeEntry[] | undefined;
  let anyAttribute: WildcardSyntax | undefined;
  for (const child of children) {
    if (child.local === 'attribute') {
      attributes ??= [];
      attributes.push(readEntry(reader, child));
    } else if (child.local === 'attributeGroup') {
      attributes ??= [];
      const ref = readRequiredReference(reader, child, 'ref');
      attributes.push({ kind: 'attributeGroupRef', ref, span: spanOf(child) });
    } else if (child.local === 'anyAttribute') {
      anyAttribute = readWildcard(reader, child);
    }
  }
  return { attributes: attributes ?? noAttributes, anyAttribute };
}

const noAttributes: readonly AttributeEntry[] = [];

function readEntry(reader: SchemaReader, element: TreeElement): AttributeEntry {
  const { log } = reader;
  const ref = readReference(reader, element, 'ref');
  if (ref !== undefined) {
    warnOfName(reader, element);
    const byDefault = attributeValue(element, 'default');
    const fixed = attributeValue(element, 'fixed');
    warnOfDefault(reader, element, ref.name.localName);
    if (byDefault !== undefined && fixed !== undefined) {
      log.warn({
        code: 'ASMX3012',
        message: `Attribute '${ref.name.localName}' has both a default and a fixed value`,
        span: spanOf(element),
        help: 'The fixed one counts: remove the other',
      });
    }
    return {
      kind: 'attributeRef',
      ref,
      use: readChoice(element, 'use', uses, log) ?? 'optional',
      default: byDefault,
      fixed,
      names: valueNames(element, fixed ?? byDefault, undefined),
      arrayType: readArrayType(reader, element),
      ...readAnnotation(element, log),
      span: spanOf(element),
    };
  }
  const form = readChoice(element, 'form', forms, log) ?? reader.attributeForm;
  warnOfDefault(reader, element, attributeValue(element, 'name')?.trim() ?? '');
  return readAttribute(reader, element, form === 'qualified' ? reader.targetNamespace : '');
}

/** A global `xs:attribute`. */
export function readGlobalAttribute(reader: SchemaReader, element: TreeElement): AttributeSyntax {
  return readAttribute(reader, element, reader.targetNamespace);
}

function readAttribute(
  reader: SchemaReader,
  element: TreeElement,
  namespace: string,
): AttributeSyntax {
  const { log } = reader;
  let type: SimpleTypeSyntax | undefined;
  for (const child of childrenOf(reader, element, contentOrders.attribute)) {
    if (child.local === 'simpleType') type = readSimpleType(reader, child, false);
  }
  const localName = readName(element, log);
  const byDefault = attributeValue(element, 'default');
  const fixed = attributeValue(element, 'fixed');
  if (byDefault !== undefined && fixed !== undefined) {
    addBothGiven(log, element, `Attribute '${localName}'`, 'a default and a fixed value');
  }
  warnOfReserved(reader, element, { namespace, localName });
  const typeRef = readReference(reader, element, 'type');
  return {
    kind: 'attribute',
    name: { namespace, localName },
    typeRef,
    type,
    use: readChoice(element, 'use', uses, log) ?? 'optional',
    default: byDefault,
    fixed,
    names: valueNames(element, fixed ?? byDefault, typeRef),
    arrayType: readArrayType(reader, element),
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

/** A default is for an optional attribute that is missing (XML Schema part 1 section 3.2.3). */
function warnOfDefault({ log }: SchemaReader, element: TreeElement, name: string): void {
  const use = attributeValue(element, 'use')?.trim() ?? 'optional';
  if (use === 'optional' || attributeValue(element, 'default') === undefined) return;
  log.warn({
    code: 'ASMX3012',
    message: `Attribute '${name}' is ${use}, and a default of it has no effect`,
    span: spanOf(element),
    help: "Remove 'default', or make the attribute optional",
  });
}

/** Warns of attributes that no message can carry (XML Schema part 1 section 3.2.6). */
function warnOfReserved({ log }: SchemaReader, element: TreeElement, name: QName): void {
  let message: string;
  if (name.localName === 'xmlns') {
    message = "No attribute can be called 'xmlns': it declares a namespace";
  } else if (name.namespace === namespaces.xsi) {
    message =
      `Attribute '${name.localName}' is declared in the namespace of 'xsi:type' ` +
      "and 'xsi:nil', which has those of the standard only";
  } else return;
  log.warn({ code: 'ASMX3016', message, span: spanOf(element), help: 'Rename or remove it' });
}

/** `wsdl:arrayType="tns:Item[][,]"` (WSDL 1.1 section 2.2): the name and its dimensions. */
function readArrayType(reader: SchemaReader, element: TreeElement): AttributeSyntax['arrayType'] {
  for (const attribute of element.attributes) {
    if (attribute.local !== 'arrayType' || attribute.namespace !== namespaces.wsdl) continue;
    const text = attribute.value.trim();
    const bracket = text.indexOf('[');
    const name = bracket < 0 ? text : text.slice(0, bracket).trim();
    return {
      type: resolveName(reader, element, name, valueSpan(element, attribute)),
      dimensions: bracket < 0 ? '[]' : text.slice(bracket).replace(/[^[\],]/g, ''),
    };
  }
  return undefined;
}

/** A global `xs:attributeGroup`. */
export function readAttributeGroup(
  reader: SchemaReader,
  element: TreeElement,
): AttributeGroupSyntax {
  const children = childrenOf(reader, element, contentOrders.attributeGroup);
  const localName = readName(element, reader.log);
  return {
    kind: 'attributeGroup',
    name: { namespace: reader.targetNamespace, localName },
    ...readAttributes(reader, children),
    span: spanOf(element),
  };
}
