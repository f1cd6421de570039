import type {
  ElementSyntax,
  IdentityConstraint,
  SchemaForm,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import type { DerivationMethod } from '../../model/xsd/traits.ts';
import { readBoolean, readChoice, readName, readReference } from '../attributes.ts';
import { valueNames } from '../value-names.ts';
import { attributeOf, attributeValue, spanOf, type TreeElement, valueSpan } from '../xml-tree.ts';
import { addBothGiven } from './both-given.ts';
import { pathDefect } from './check-path.ts';
import { readAnnotation } from './read-annotation.ts';
import { isMisplacedContent, readComplexType, readMisplacedContent } from './read-complex-type.ts';
import { isDataSetElement, readDataSetDescription } from './read-data-set.ts';
import { readSimpleType } from './read-simple-type.ts';
import { childrenOf, contentOrders, readDerivations, type SchemaReader } from './schema-reader.ts';

/** A global `xs:element` of a schema. */
export function readGlobalElement(
  reader: SchemaReader,
  element: TreeElement,
  schema: TreeElement,
): ElementSyntax {
  const read = readElement(reader, element, true, reader.targetNamespace);
  return isDataSetElement(element) ? { ...read, dataSet: readDataSetDescription(schema) } : read;
}

/** A local `xs:element`. Its `form`, or the schema's default, decides whether it is qualified. */
export function readLocalElement(reader: SchemaReader, element: TreeElement): ElementSyntax {
  const form = readChoice(element, 'form', forms, reader.log) ?? reader.elementForm;
  return readElement(reader, element, false, form === 'qualified' ? reader.targetNamespace : '');
}

function readElement(
  reader: SchemaReader,
  element: TreeElement,
  global: boolean,
  namespace: string,
): ElementSyntax {
  const { log } = reader;
  const name = { namespace, localName: readName(element, log) };
  const typeRef = readReference(reader, element, 'type');
  let type: TypeSyntax | undefined;
  let constraints: IdentityConstraint[] | undefined;
  for (const child of childrenOf(reader, element, contentOrders.element)) {
    if (child.local === 'complexType') type = readComplexType(reader, child, false);
    else if (child.local === 'simpleType') {
      type = isMisplacedContent(child)
        ? readMisplacedContent(reader, child, false)
        : readSimpleType(reader, child, false);
    } else if (child.local !== 'annotation') {
      constraints ??= [];
      constraints.push(readConstraint(reader, child));
    }
  }
  if (typeRef !== undefined && type !== undefined) {
    addBothGiven(log, element, `Element '${name.localName}'`, "attribute 'type' and a type inside");
  }
  const fixed = attributeValue(element, 'fixed');
  const byDefault = attributeValue(element, 'default');
  if (fixed !== undefined && byDefault !== undefined) {
    addBothGiven(log, element, `Element '${name.localName}'`, 'a default and a fixed value');
  }
  return {
    kind: 'element',
    name,
    global,
    typeRef: type === undefined ? typeRef : undefined,
    type,
    nillable: readBoolean(element, 'nillable', false, log),
    default: byDefault,
    fixed,
    names: valueNames(element, fixed ?? byDefault, type === undefined ? typeRef : undefined),
    abstract: global && readBoolean(element, 'abstract', false, log),
    substitutionGroup: global ? readReference(reader, element, 'substitutionGroup') : undefined,
    block: readDerivations(reader, element, 'block', blocked),
    final: global ? readDerivations(reader, element, 'final', methods) : undefined,
    constraints: constraints ?? noConstraints,
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

const forms: readonly SchemaForm[] = ['qualified', 'unqualified'];
const methods: readonly DerivationMethod[] = ['extension', 'restriction'];
const blocked: readonly DerivationMethod[] = [...methods, 'substitution'];
const noConstraints: readonly IdentityConstraint[] = [];

/** `xs:key`, `xs:keyref` or `xs:unique` (XML Schema part 1 section 3.11). */
function readConstraint(reader: SchemaReader, element: TreeElement): IdentityConstraint {
  let selector: string | undefined;
  const fields: string[] = [];
  for (const child of element.children) {
    if (child.local === 'selector') selector ??= readPath(reader, child);
    else if (child.local === 'field') fields.push(readPath(reader, child));
  }
  const kind = element.local === 'key' || element.local === 'keyref' ? element.local : 'unique';
  const name = readName(element, reader.log);
  if (selector === undefined) warnOfPart(reader, element, name, 'selector');
  if (fields.length === 0) warnOfPart(reader, element, name, 'field');
  return {
    kind,
    name,
    selector: selector ?? '',
    fields,
    refer: readReference(reader, element, 'refer'),
    span: spanOf(element),
  };
}

/** Length of a path in messages. */
const longestPath = 100;

/** Generated code does not depend on paths, so their defects are warnings. */
function readPath({ log }: SchemaReader, element: TreeElement): string {
  const attribute = attributeOf(element, 'xpath');
  if (attribute === undefined) {
    log.warn({
      code: 'ASMX3013',
      message: `Element '${element.local}' needs attribute 'xpath'`,
      span: spanOf(element),
      help: 'Write xpath="…"',
    });
    return '';
  }
  const defect = pathDefect(element, attribute.value, element.local === 'field');
  if (defect !== undefined) {
    log.warn({
      code: 'ASMX3013',
      message:
        `The path '${attribute.value.slice(0, longestPath)}' of '${element.local}' ` + `${defect}`,
      span: valueSpan(element, attribute),
      help:
        element.local === 'field'
          ? "Names of child elements with '/' between, an attribute with '@' as the last, " +
            "'.', '*' and '|' are allowed"
          : "Names of child elements with '/' between, '.', '*' and '|' are allowed",
    });
  }
  return attribute.value;
}

function warnOfPart(
  { log }: SchemaReader,
  element: TreeElement,
  name: string,
  part: 'selector' | 'field',
): void {
  log.warn({
    code: 'ASMX3013',
    message: `Identity constraint '${name}' has no '${part}'`,
    span: spanOf(element),
    help: "Give it a 'selector' and a 'field', or remove it",
  });
}
