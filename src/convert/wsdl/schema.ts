import { type MarkupNode, namespaces, type QName, qnameKey } from '../../model/xml.ts';
import type { GivenType, QNameSyntax } from '../../model/xsd/schema.ts';
import {
  type Annotation,
  type AttributeEntry,
  type AttributeGroupSyntax,
  type AttributeSyntax,
  type ComplexDerivationSyntax,
  type ComplexTypeSyntax,
  type ElementSyntax,
  type FacetSyntax,
  type GroupSyntax,
  type IdentityConstraint,
  jaxbNamespaces,
  type NamespaceBindings,
  type Occurs,
  type ParticleSyntax,
  type SchemaDocument,
  type SchemaForm,
  type SchemaImport,
  type SimpleTypeSyntax,
  type TypeSyntax,
  type WildcardSyntax,
} from '../../model/xsd/schema-document.ts';
import { rewriteQNames, rewriteXPaths } from '../../model/xsd/values.ts';
import {
  attributeMarkup,
  createMarkupWriter,
  keptSpace,
  type MarkupWriter,
  type Prefixes,
} from './scope.ts';

/**
 * Writes one `s:schema` (XML Schema 1.0 part 1). All schemas of a WSDL are in one file: missing
 * imports are added, and only imports of other schemas keep their locations, if these are absolute.
 */
export function writeSchema(scope: SchemaScope, present: ReadonlySet<string>): void {
  const { out, prefixes, schema } = scope;
  const qualified = (form: SchemaForm) => (form === 'qualified' ? form : undefined);
  const attributes =
    attributeMarkup('attributeFormDefault', qualified(schema.attributeFormDefault)) +
    attributeMarkup('elementFormDefault', qualified(schema.elementFormDefault)) +
    attributeMarkup('targetNamespace', schema.targetNamespace || undefined);
  prefixes.takeUsed();
  prefixes.takeValues();
  // Written first, because the start tag and the imports depend on them.
  const inner = createMarkupWriter();
  writeComponents({ ...scope, out: inner });
  const declarations = prefixes.takeValues() + annotationAttributes(inner.elements);
  out.element('s:schema', attributes + declarations, () => {
    for (const one of importsOf(schema, prefixes.takeUsed())) {
      const location = present.has(one.namespace) ? undefined : absolute(one.schemaLocation);
      out.element(
        's:import',
        attributeMarkup('schemaLocation', location) +
          attributeMarkup('namespace', one.namespace || undefined),
      );
    }
    out.append(inner.elements);
  });
}

function writeComponents(scope: SchemaScope): void {
  writeAnnotation(scope, scope.schema);
  for (const component of orderedComponents(scope.schema)) {
    switch (component.kind) {
      case 'element':
        writeGlobalElement(scope, component);
        break;
      case 'attribute':
        writeAttribute(scope, component, true);
        break;
      case 'group':
        writeGroup(scope, component);
        break;
      case 'attributeGroup':
        writeAttributeGroup(scope, component);
        break;
      default:
        writeType(scope, component);
    }
  }
}

/** A location that is the same from everywhere; relative ones are those of another folder. */
function absolute(location: string | undefined): string | undefined {
  return location !== undefined && /^[a-z][a-z\d+.-]*:/i.test(location) ? location : undefined;
}

/** Imports as read, one for each namespace, and those for other namespaces referred to. */
function importsOf(schema: SchemaDocument, used: ReadonlySet<string>): readonly SchemaImport[] {
  const imports = new Map<string, SchemaImport>();
  for (const one of schema.imports) {
    if (!imports.has(one.namespace)) imports.set(one.namespace, one);
  }
  for (const namespace of used) {
    // The schema for schemas is always known; ASMX does not import it for `ref="s:schema"`.
    const own = namespace === schema.targetNamespace || namespace === namespaces.xsd;
    if (!own && !imports.has(namespace)) imports.set(namespace, { namespace, span: schema.span });
  }
  return [...imports.values()];
}

/** A global component of a schema. */
export type Component =
  | ElementSyntax
  | AttributeSyntax
  | TypeSyntax
  | GroupSyntax
  | AttributeGroupSyntax;

/**
 * Global components of a schema in the order to write them. A schema read from XML keeps the order
 * of its document. Any other has ASMX's order: each element is followed by the types it needs that
 * are not written yet, and a type by those derived from it. Unused ones come last.
 */
export function orderedComponents(schema: SchemaDocument): readonly Component[] {
  const all: Component[] = [
    ...schema.elements,
    ...schema.types,
    ...schema.groups,
    ...schema.attributeGroups,
    ...schema.attributes,
  ];
  if (schema.span.file.text.charAt(schema.span.start) === '<') {
    return all.sort((a, b) => a.span.start - b.span.start);
  }
  return exporterOrder(schema, all);
}

function exporterOrder(schema: SchemaDocument, all: readonly Component[]): readonly Component[] {
  const types = new Map<string, TypeSyntax>();
  const derived = new Map<string, TypeSyntax[]>();
  for (const type of schema.types) {
    if (type.name !== undefined) types.set(qnameKey(type.name), type);
    if (type.kind !== 'complexType' || type.derivation === undefined) continue;
    const base = qnameKey(type.derivation.base.name);
    derived.set(base, [...(derived.get(base) ?? []), type]);
  }
  const ordered = new Set<Component>();

  function place(type: TypeSyntax): void {
    if (ordered.has(type)) return;
    ordered.add(type);
    for (const key of typeNeeds(type)) need(key);
    const names = type.name === undefined ? [] : [qnameKey(type.name)];
    for (const one of names.flatMap((name) => derived.get(name) ?? [])) place(one);
  }

  function need(key: string): void {
    const type = types.get(key);
    if (type !== undefined) place(type);
  }

  for (const element of schema.elements) {
    ordered.add(element);
    for (const key of elementNeeds(element)) need(key);
  }
  for (const component of all) ordered.add(component);
  return [...ordered];
}

/** Keys of the named types that an element declaration refers to. */
function* elementNeeds(element: ElementSyntax): Generator<string> {
  if (element.typeRef !== undefined) yield qnameKey(element.typeRef.name);
  if (element.type !== undefined) yield* typeNeeds(element.type);
}

function* typeNeeds(type: TypeSyntax): Generator<string> {
  if (type.kind === 'simpleType') {
    const { variety } = type;
    if (variety.kind === 'restriction') {
      if (variety.base !== undefined) yield qnameKey(variety.base.name);
      if (variety.type !== undefined) yield* typeNeeds(variety.type);
    } else if (variety.kind === 'list') {
      if (variety.itemRef !== undefined) yield qnameKey(variety.itemRef.name);
      if (variety.item !== undefined) yield* typeNeeds(variety.item);
    } else {
      for (const ref of variety.memberRefs) yield qnameKey(ref.name);
      for (const member of variety.members) yield* typeNeeds(member);
    }
    return;
  }
  if (type.derivation !== undefined) yield qnameKey(type.derivation.base.name);
  if (type.particle !== undefined) yield* particleNeeds(type.particle);
  yield* attributeNeeds(type.attributes);
}

function* particleNeeds(particle: ParticleSyntax): Generator<string> {
  if (particle.kind === 'elementParticle') yield* elementNeeds(particle.element);
  if (particle.kind === 'model') for (const one of particle.particles) yield* particleNeeds(one);
}

function* attributeNeeds(attributes: readonly AttributeEntry[]): Generator<string> {
  for (const one of attributes) {
    if (one.kind !== 'attribute') continue;
    if (one.typeRef !== undefined) yield qnameKey(one.typeRef.name);
    if (one.type !== undefined) yield* typeNeeds(one.type);
  }
}

/** `xs:complexType` or `xs:simpleType`, named or inline. */
function writeType(scope: SchemaScope, type: TypeSyntax): void {
  if (type.kind === 'simpleType') writeSimpleType(scope, type);
  else writeComplexType(scope, type);
}

/** `xs:complexType` (XML Schema part 1 section 3.4). */
function writeComplexType(scope: SchemaScope, type: ComplexTypeSyntax): void {
  const { derivation } = type;
  const attributes =
    attributeMarkup('name', type.name?.localName) +
    attributeMarkup('abstract', flag(type.abstract)) +
    attributeMarkup('block', type.block?.join(' ')) +
    attributeMarkup('final', type.final?.join(' ')) +
    attributeMarkup('mixed', flag(type.mixed && derivation?.content !== 'complex'));
  scope.out.element('s:complexType', attributes, () => {
    writeAnnotation(scope, type);
    if (derivation === undefined) writeContent(scope, type);
    else writeDerivation(scope, type, derivation);
  });
}

function writeDerivation(
  scope: SchemaScope,
  type: ComplexTypeSyntax,
  derivation: ComplexDerivationSyntax,
): void {
  const { out, prefixes } = scope;
  const simple = derivation.content === 'simple';
  // ASMX always writes whether complex content is mixed.
  const mixed = simple ? undefined : `${type.mixed}`;
  out.element(
    simple ? 's:simpleContent' : 's:complexContent',
    attributeMarkup('mixed', mixed),
    () => {
      const base = attributeMarkup('base', prefixes.name(derivation.base.name));
      out.element(`s:${derivation.method}`, base, () => {
        if (derivation.simpleType !== undefined) writeSimpleType(scope, derivation.simpleType);
        const { facets, simpleType } = derivation;
        writeFacets(scope, facets, { typeRef: derivation.base, type: simpleType });
        writeContent(scope, type);
      });
    },
  );
}

function writeContent(scope: SchemaScope, type: ComplexTypeSyntax): void {
  if (type.particle !== undefined) writeParticle(scope, type.particle);
  writeAttributes(scope, type.attributes, type.anyAttribute);
}

/** `xs:attribute` with a name (XML Schema part 1 section 3.2). */
function writeAttribute(scope: SchemaScope, declared: AttributeSyntax, global: boolean): void {
  const { prefixes, schema, out } = scope;
  const { name, type, typeRef, use } = declared;
  const form = global ? undefined : formOf(scope, name, schema.attributeFormDefault);
  const attributes =
    arrayType(scope, declared.arrayType) +
    defaultAttributes(scope, declared, declared) +
    attributeMarkup('form', form) +
    attributeMarkup('name', name.localName) +
    attributeMarkup('type', typeRef && prefixes.name(typeRef.name)) +
    attributeMarkup('use', global || use === 'optional' ? undefined : use);
  out.element('s:attribute', attributes, () => {
    writeAnnotation(scope, declared);
    if (type !== undefined) writeSimpleType(scope, type);
  });
}

/** The attributes of a complex type or attribute group, with the wildcard last. */
function writeAttributes(
  scope: SchemaScope,
  attributes: readonly AttributeEntry[],
  anyAttribute: WildcardSyntax | undefined,
): void {
  const { prefixes, qnames, out } = scope;
  for (const one of attributes) {
    if (one.kind === 'attribute') {
      writeAttribute(scope, one, false);
    } else if (one.kind === 'attributeRef') {
      const type = qnames.attribute(one.ref.name) ?? {};
      out.element(
        's:attribute',
        arrayType(scope, one.arrayType) +
          defaultAttributes(scope, one, type) +
          attributeMarkup('ref', prefixes.name(one.ref.name)) +
          attributeMarkup('use', one.use === 'optional' ? undefined : one.use),
        () => writeAnnotation(scope, one),
      );
    } else {
      out.element('s:attributeGroup', attributeMarkup('ref', prefixes.name(one.ref.name)));
    }
  }
  if (anyAttribute !== undefined) out.element('s:anyAttribute', wildcardAttributes(anyAttribute));
}

/** `xs:attributeGroup` definition (section 3.6). */
function writeAttributeGroup(scope: SchemaScope, group: AttributeGroupSyntax): void {
  scope.out.element('s:attributeGroup', attributeMarkup('name', group.name.localName), () => {
    writeAttributes(scope, group.attributes, group.anyAttribute);
  });
}

/** Attributes of `xs:any` and `xs:anyAttribute` (section 3.10), without defaults. */
function wildcardAttributes({ namespace, processContents }: WildcardSyntax): string {
  return (
    attributeMarkup('namespace', namespace === '##any' ? undefined : namespace) +
    attributeMarkup('processContents', processContents === 'strict' ? undefined : processContents)
  );
}

/** `wsdl:arrayType` (WSDL 1.1 section 2.2): the item type of a SOAP array. */
function arrayType(scope: SchemaScope, type: AttributeSyntax['arrayType']): string {
  if (type === undefined) return '';
  // ASMX also imports the namespace of this attribute; naming it here adds the import.
  scope.prefixes.name({ namespace: namespaces.wsdl, localName: 'arrayType' });
  return attributeMarkup('wsdl:arrayType', scope.prefixes.name(type.type.name) + type.dimensions);
}

/** `xs:simpleType` (XML Schema part 2 section 4.1), named or inline. */
function writeSimpleType(scope: SchemaScope, type: SimpleTypeSyntax): void {
  const { out, prefixes } = scope;
  const { variety } = type;
  out.element('s:simpleType', attributeMarkup('name', type.name?.localName), () => {
    writeAnnotation(scope, type);
    switch (variety.kind) {
      case 'restriction': {
        const base = variety.base && prefixes.name(variety.base.name);
        out.element('s:restriction', attributeMarkup('base', base), () => {
          if (variety.type !== undefined) writeSimpleType(scope, variety.type);
          writeFacets(scope, variety.facets, { typeRef: variety.base, type: variety.type });
        });
        break;
      }
      case 'list': {
        const itemType = variety.itemRef && prefixes.name(variety.itemRef.name);
        out.element('s:list', attributeMarkup('itemType', itemType), () => {
          if (variety.item !== undefined) writeSimpleType(scope, variety.item);
        });
        break;
      }
      case 'union': {
        const names = variety.memberRefs.map((one) => prefixes.name(one.name));
        const memberTypes = names.length === 0 ? undefined : names.join(' ');
        out.element('s:union', attributeMarkup('memberTypes', memberTypes), () => {
          for (const member of variety.members) writeSimpleType(scope, member);
        });
      }
    }
  });
}

/** Facets of a restriction of a type, in the order given (section 4.3). */
function writeFacets(scope: SchemaScope, facets: readonly FacetSyntax[], base: GivenType): void {
  for (const facet of facets) {
    const { name, value, names } = facet;
    const text = name === 'enumeration' ? valueText(scope, value, names, base) : value;
    scope.out.element(`s:${name}`, attributeMarkup('value', text), () =>
      writeAnnotation(scope, facet),
    );
  }
}

/** Context for writing schema components. */
interface SchemaScope {
  readonly out: MarkupWriter;
  readonly prefixes: Prefixes;
  readonly schema: SchemaDocument;
  /** Finds out which values are QNames. Their prefixes become those of this document. */
  readonly qnames: QNameSyntax;
  /** Whether to write extension attributes for what only the YAML notation can express. */
  readonly extensions: boolean;
}

/** `xs:annotation`; nothing if it would be empty. */
function writeAnnotation(scope: SchemaScope, { documentation, property }: Annotation): void {
  const { out } = scope;
  if (documentation === undefined && property === undefined) return;
  out.element('s:annotation', '', () => {
    if (property !== undefined) {
      out.element('s:appinfo', '', () => {
        out.element(jaxbProperty, attributeMarkup('name', property));
      });
    }
    if (documentation === undefined) return;
    out.textElement('s:documentation', keptSpace(scope, documentation), documentation);
  });
}

const jaxbProperty = 'jaxb:property';

/** Declarations in the start tag of a schema for the annotations written into it. */
function annotationAttributes(components: readonly MarkupNode[]): string {
  if (!components.some(hasProperty)) return '';
  return attributeMarkup('xmlns:jaxb', jaxbNamespaces[0]) + attributeMarkup('jaxb:version', '3.0');
}

function hasProperty(node: MarkupNode): boolean {
  return (
    typeof node !== 'string' && (node.name === jaxbProperty || node.children.some(hasProperty))
  );
}

/** `default` and `fixed` of an element or attribute. */
function defaultAttributes(
  scope: SchemaScope,
  { default: value, fixed, names }: Pick<AttributeSyntax, 'default' | 'fixed' | 'names'>,
  type: GivenType,
): string {
  return (
    attributeMarkup('default', valueText(scope, value, names, type)) +
    attributeMarkup('fixed', valueText(scope, fixed, names, type))
  );
}

/** A value of a type, with QNames in the prefixes of the document. */
function valueText(
  { prefixes, qnames }: SchemaScope,
  value: string | undefined,
  names: NamespaceBindings | undefined,
  type: GivenType,
): string | undefined {
  if (value === undefined || !qnames.holds(type)) return value;
  return rewriteQNames(value, names, prefixes.value);
}

/** `form` of a local declaration, if it differs from the schema's default. */
function formOf(scope: SchemaScope, name: QName, byDefault: SchemaForm): string | undefined {
  if (scope.schema.targetNamespace === '') return undefined;
  const form: SchemaForm = name.namespace === '' ? 'unqualified' : 'qualified';
  return form === byDefault ? undefined : form;
}

/** Value of a boolean attribute that defaults to false. */
function flag(value: boolean): 'true' | undefined {
  return value ? 'true' : undefined;
}

/** Global `xs:element` (XML Schema part 1 section 3.3). */
function writeGlobalElement(scope: SchemaScope, element: ElementSyntax): void {
  writeElement(scope, element, '');
}

/** `xs:group` definition (section 3.7). */
function writeGroup(scope: SchemaScope, group: GroupSyntax): void {
  scope.out.element('s:group', attributeMarkup('name', group.name.localName), () => {
    writeParticle(scope, group.particle);
  });
}

/** A particle of a content model (section 3.9). */
function writeParticle(scope: SchemaScope, particle: ParticleSyntax): void {
  const { out, prefixes } = scope;
  switch (particle.kind) {
    case 'elementParticle':
      writeElement(scope, particle.element, allOccurs(particle.occurs));
      break;
    case 'elementRef': {
      const { name } = particle.ref;
      // ASMX always writes the occurrences of elements, except for `ref="s:schema"` of a DataSet.
      const ofSchema = name.namespace === namespaces.xsd;
      const occurs = ofSchema ? someOccurs(particle.occurs) : allOccurs(particle.occurs);
      out.element('s:element', occurs + attributeMarkup('ref', prefixes.name(name)), () =>
        writeAnnotation(scope, particle),
      );
      break;
    }
    case 'groupRef':
      out.element(
        's:group',
        someOccurs(particle.occurs) + attributeMarkup('ref', prefixes.name(particle.ref.name)),
      );
      break;
    case 'model':
      out.element(`s:${particle.compositor}`, someOccurs(particle.occurs), () => {
        for (const one of particle.particles) writeParticle(scope, one);
      });
      break;
    case 'any': {
      const { occurs, wildcard } = particle;
      // ASMX writes `minOccurs="1"` for a wildcard with a namespace (DataTable), and nothing for
      // the plain one.
      const named = wildcard.namespace !== '##any' && occurs.min === 1;
      const minimum = named ? attributeMarkup('minOccurs', '1') : '';
      out.element('s:any', minimum + someOccurs(occurs) + wildcardAttributes(wildcard));
    }
  }
}

/** The mark of a DataSet. */
const isDataSet =
  attributeMarkup('msdata:IsDataSet', 'true') +
  attributeMarkup('xmlns:msdata', 'urn:schemas-microsoft-com:xml-msdata');

function writeElement(scope: SchemaScope, element: ElementSyntax, occurs: string): void {
  const { out, prefixes, schema } = scope;
  const { typeRef, substitutionGroup } = element;
  const form = element.global ? undefined : formOf(scope, element.name, schema.elementFormDefault);
  const attributes =
    occurs +
    attributeMarkup('abstract', flag(element.abstract)) +
    attributeMarkup('block', element.block?.join(' ')) +
    attributeMarkup('final', element.final?.join(' ')) +
    defaultAttributes(scope, element, element) +
    attributeMarkup('form', form) +
    attributeMarkup('name', element.name.localName) +
    attributeMarkup('nillable', flag(element.nillable)) +
    attributeMarkup(
      'substitutionGroup',
      substitutionGroup && prefixes.name(substitutionGroup.name),
    ) +
    attributeMarkup('type', typeRef && prefixes.name(typeRef.name)) +
    (element.dataSet === undefined ? '' : isDataSet);
  out.element('s:element', attributes, () => {
    writeAnnotation(scope, element);
    if (element.type !== undefined) writeType(scope, element.type);
    for (const constraint of element.constraints) writeConstraint(scope, constraint);
  });
}

/** `xs:key`, `xs:keyref`, `xs:unique` (section 3.11). */
function writeConstraint(scope: SchemaScope, constraint: IdentityConstraint): void {
  const { out, prefixes } = scope;
  const refer = constraint.refer && prefixes.name(constraint.refer.name);
  out.element(
    `s:${constraint.kind}`,
    attributeMarkup('name', constraint.name) + attributeMarkup('refer', refer),
    () => {
      const prefix = (namespace: string): string => prefixes.value({ namespace, localName: '' });
      const [selector = '', ...fields] = rewriteXPaths(constraint, prefix);
      out.element('s:selector', attributeMarkup('xpath', selector));
      for (const xpath of fields) out.element('s:field', attributeMarkup('xpath', xpath));
    },
  );
}

function occursText(count: number): string {
  return count === Number.POSITIVE_INFINITY ? 'unbounded' : `${count}`;
}

/** Both occurrences, as ASMX writes them on elements. */
function allOccurs({ min, max }: Occurs): string {
  return ` minOccurs="${min}" maxOccurs="${occursText(max)}"`;
}

/** Occurrences other than 1. */
function someOccurs({ min, max }: Occurs): string {
  return (
    attributeMarkup('minOccurs', min === 1 ? undefined : `${min}`) +
    attributeMarkup('maxOccurs', max === 1 ? undefined : occursText(max))
  );
}
