import type {
  ElementSyntax,
  IdentityConstraint,
  SchemaForm,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import type { DerivationMethod } from '../../model/xsd/traits.ts';
import { readBoolean, readChoice, readName, readReference } from '../attributes.ts';
import { valueNames, xpathNames } from '../value-names.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import { addBothGiven } from './both-given.ts';
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

/** `xs:key`, `xs:keyref` or `xs:unique` (XML Schema part 1 section 3.11), as it is written. */
function readConstraint(reader: SchemaReader, element: TreeElement): IdentityConstraint {
  const parts = (local: string): readonly TreeElement[] =>
    element.children.filter((child) => child.local === local);
  const [selector, ...fields] = [parts('selector')[0], ...parts('field')].map((child) => {
    const text = (child && attributeValue(child, 'xpath')) ?? '';
    return { text, names: child && xpathNames(child, text) };
  });
  return {
    kind: element.local === 'key' || element.local === 'keyref' ? element.local : 'unique',
    name: readName(element, reader.log),
    selector: selector?.text ?? '',
    fields: fields.map(({ text }) => text),
    names: [selector, ...fields].map((path) => path?.names),
    refer: readReference(reader, element, 'refer'),
    span: spanOf(element),
  };
}
