import type {
  AttributeGroupSyntax,
  AttributeSyntax,
  ElementSyntax,
  GroupSyntax,
  SchemaDocument,
  SchemaForm,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import { readChoice, readName } from '../attributes.ts';
import type { SyntaxLog } from '../syntax-log.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import { checkForm } from './check-form.ts';
import { checkImport, checkTarget } from './check-imports.ts';
import { readAnnotation } from './read-annotation.ts';
import { readAttributeGroup, readGlobalAttribute } from './read-attribute.ts';
import { isMisplacedContent, readComplexType, readMisplacedContent } from './read-complex-type.ts';
import { readGlobalElement } from './read-element.ts';
import { readContentModel } from './read-particle.ts';
import { readSimpleType } from './read-simple-type.ts';
import {
  childrenOf,
  contentOrders,
  derivations,
  namedDerivations,
  type SchemaReader,
} from './schema-reader.ts';

/** An `xs:import`, `xs:include` or `xs:redefine`, which the caller follows. */
export interface SchemaLink {
  readonly kind: 'import' | 'include' | 'redefine';
  readonly namespace: string;
  readonly location: string | undefined;
  readonly element: TreeElement;
}

/** A schema document, and its references to others. */
export interface ReadSchema {
  readonly document: SchemaDocument;
  readonly links: readonly SchemaLink[];
}

const forms: readonly SchemaForm[] = ['qualified', 'unqualified'];

/**
 * Reads one `xs:schema` (XML Schema 1.0 part 1 section 3.15).
 *
 * @param root the `xs:schema` element
 * @param includer target namespace of the schema that includes this one, which a document without
 *   a namespace adopts (section 4.2.1)
 */
export function readSchema(root: TreeElement, log: SyntaxLog, includer?: string): ReadSchema {
  const declared = attributeValue(root, 'targetNamespace')?.trim() ?? '';
  const takesOn = declared === '' && includer !== undefined && includer !== '';
  const targetNamespace = takesOn ? includer : declared;
  const lists: Lists = {
    links: [],
    elements: [],
    attributes: [],
    types: [],
    groups: [],
    attributeGroups: [],
    redefinitions: [],
  };
  const span = spanOf(root);
  checkForm(root, log);
  checkTarget(root, log);
  let head: Pick<SchemaDocument, 'elementFormDefault' | 'attributeFormDefault'> = {
    elementFormDefault: 'unqualified',
    attributeFormDefault: 'unqualified',
  };
  log.own(() => {
    head = {
      elementFormDefault: readChoice(root, 'elementFormDefault', forms, log) ?? 'unqualified',
      attributeFormDefault: readChoice(root, 'attributeFormDefault', forms, log) ?? 'unqualified',
    };
    const reader: SchemaReader = {
      log,
      targetNamespace,
      elementForm: head.elementFormDefault,
      attributeForm: head.attributeFormDefault,
      block: namedDerivations(log, root, 'blockDefault', derivations) ?? [],
      final: namedDerivations(log, root, 'finalDefault', derivations) ?? [],
      scope: { target: targetNamespace, chameleon: takesOn ? targetNamespace : undefined },
    };
    for (const child of childrenOf(reader, root, contentOrders.schema)) {
      readTopLevel(reader, child, lists, root);
    }
    return undefined;
  }, root);
  const { links, ...components } = lists;
  const document: SchemaDocument = {
    targetNamespace,
    ...head,
    imports: links
      .filter((link) => link.kind === 'import')
      .map(({ namespace, location, element }) => ({
        namespace,
        schemaLocation: location,
        span: spanOf(element),
      })),
    ...components,
    ...readAnnotation(root, log),
    span,
  };
  return { document, links };
}

interface Lists {
  readonly links: SchemaLink[];
  readonly elements: ElementSyntax[];
  readonly attributes: AttributeSyntax[];
  readonly types: TypeSyntax[];
  readonly groups: GroupSyntax[];
  readonly attributeGroups: AttributeGroupSyntax[];
  readonly redefinitions: (TypeSyntax | GroupSyntax | AttributeGroupSyntax)[];
}

function readTopLevel(
  reader: SchemaReader,
  element: TreeElement,
  lists: Lists,
  root: TreeElement,
): void {
  const own = <T extends object>(read: () => T): T => reader.log.own(read, root);
  switch (element.local) {
    case 'element':
      lists.elements.push(own(() => readGlobalElement(reader, element, root)));
      break;
    case 'complexType':
      lists.types.push(own(() => readComplexType(reader, element, true)));
      break;
    case 'simpleType':
      lists.types.push(
        own(() =>
          isMisplacedContent(element)
            ? readMisplacedContent(reader, element, true)
            : readSimpleType(reader, element, true),
        ),
      );
      break;
    case 'attribute':
      lists.attributes.push(own(() => readGlobalAttribute(reader, element)));
      break;
    case 'group':
      lists.groups.push(own(() => readGroup(reader, element)));
      break;
    case 'attributeGroup':
      lists.attributeGroups.push(own(() => readAttributeGroup(reader, element)));
      break;
    case 'import':
    case 'include':
    case 'redefine':
      readLink(reader, element, lists, root);
      break;
  }
}

function readLink(
  reader: SchemaReader,
  element: TreeElement,
  lists: Lists,
  root: TreeElement,
): void {
  const kind =
    element.local === 'import' || element.local === 'include' ? element.local : 'redefine';
  lists.links.push({
    kind,
    namespace:
      kind === 'import'
        ? (attributeValue(element, 'namespace')?.trim() ?? '')
        : reader.targetNamespace,
    location: attributeValue(element, 'schemaLocation')?.trim(),
    element,
  });
  checkImport(reader, element, attributeValue(root, 'targetNamespace')?.trim() ?? '');
  if (kind !== 'redefine') return;
  for (const child of childrenOf(reader, element, contentOrders.redefine)) {
    const own = <T extends object>(read: () => T): T => reader.log.own(read, root);
    if (child.local === 'complexType') {
      lists.redefinitions.push(own(() => readComplexType(reader, child, true)));
    } else if (child.local === 'simpleType') {
      lists.redefinitions.push(own(() => readSimpleType(reader, child, true)));
    } else if (child.local === 'group') {
      lists.redefinitions.push(own(() => readGroup(reader, child)));
    } else if (child.local === 'attributeGroup') {
      lists.redefinitions.push(own(() => readAttributeGroup(reader, child)));
    }
  }
}

/** A global `xs:group`. */
function readGroup(reader: SchemaReader, element: TreeElement): GroupSyntax {
  const children = childrenOf(reader, element, contentOrders.group);
  const span = spanOf(element);
  return {
    kind: 'group',
    name: { namespace: reader.targetNamespace, localName: readName(element, reader.log) },
    particle: readContentModel(reader, children) ?? {
      kind: 'model',
      compositor: 'sequence',
      particles: [],
      occurs: { min: 1, max: 1 },
      span,
    },
    span,
  };
}
