import type { Definitions, Service } from '../../model/wsdl.ts';
import { namespaces, type QName, type Reference, sameQName } from '../../model/xml.ts';
import { builtinNames } from '../../model/xsd/builtins.ts';
import {
  type AttributeEntry,
  annotationOf,
  type ComplexTypeSyntax,
  type FacetSyntax,
  type SimpleTypeSyntax,
  type TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import {
  type ClassNotation,
  contentTypes,
  type FacetNotation,
  type FieldNotation,
  facetKeys,
  isBuiltin,
  isContentType,
  type NamedType,
  type TypeNotation,
} from '../../model/yaml.ts';
import { createFreeName } from '../../names/identifiers.ts';
import {
  type DefinitionsIndex,
  describeContent,
  describeReference,
  describeTraits,
  indexDefinitions,
  plainTypeExpression,
  type TypeScope,
} from './fields.ts';

/** The kind of entry for a type under `types`, without its members. */
function kindOf(name: string, type: TypeSyntax): TypeNotation {
  const { span } = type;
  if (type.kind === 'complexType') {
    return { kind: 'class', name, span, abstract: type.abstract, fields: [], attributes: [] };
  }
  const { variety } = type;
  const words = enumerationFacets(type);
  if (words === undefined && variety.kind === 'restriction' && variety.base !== undefined) {
    const base: NamedType = { kind: 'named', name: variety.base.name.localName, span };
    return { kind: 'restriction', name, span, base, facets: [] };
  }
  return { kind: 'enumeration', name, span, flags: variety.kind === 'list', values: [] };
}

/** Describes a type under its own name or a chosen one. */
function describeType(scope: TypeScope, name: string, type: TypeSyntax): TypeNotation | undefined {
  return type.kind === 'complexType'
    ? describeClass(scope, name, type)
    : describeSimpleType(scope, name, type);
}

function describeClass(
  scope: TypeScope,
  name: string,
  type: ComplexTypeSyntax,
): ClassNotation | undefined {
  const { misfits } = scope;
  const { derivation, span } = type;
  const owner = `type '${name}'`;
  if (type.mixed) misfits.refuse(span, `${owner} mixes text and elements`);
  if (type.anyAttribute !== undefined) {
    const message = `${owner} takes any attribute`;
    // Those that SOAP gives to headers are allowed by themselves.
    if (!scope.headerTypes.has(name)) misfits.refuse(type.anyAttribute.span, message);
    else misfits.drop(type.anyAttribute.span, `${message}, which is left out`);
  }
  if (derivation?.method === 'restriction') {
    misfits.refuse(derivation.base.span, `${owner} restricts another type with content`);
    return undefined;
  }
  let base: NamedType | undefined;
  let text: NamedType | undefined;
  if (derivation !== undefined) {
    const named = describeReference(scope, derivation.base.name, derivation.base.span);
    if (named === undefined) return undefined;
    if (named.kind === 'array' || named.name === 'any') {
      misfits.refuse(derivation.base.span, `${owner} extends a type that has no fields`);
      return undefined;
    }
    if (scope.index.type(derivation.base.name)?.kind === 'complexType') base = named;
    else text = named;
  }
  return {
    kind: 'class',
    name,
    span,
    ...annotationOf(type),
    abstract: type.abstract,
    extends: base,
    fields: describeContent(scope, type.particle, owner),
    attributes: type.attributes.flatMap((one) => describeAttribute(scope, one, owner) ?? []),
    text: text && plainTypeExpression(text, span),
  };
}

function describeAttribute(
  scope: TypeScope,
  entry: AttributeEntry,
  owner: string,
): FieldNotation | undefined {
  const { misfits } = scope;
  const { span } = entry;
  if (entry.kind !== 'attribute') {
    const what = entry.kind === 'attributeRef' ? 'a global attribute' : 'an attribute group';
    misfits.refuse(span, `${owner} refers to ${what}, '${entry.ref.name.localName}'`);
    return undefined;
  }
  const name = entry.name.localName;
  const what = `attribute '${name}' of ${owner}`;
  if (entry.name.namespace !== '') misfits.refuse(span, `${what} is in a namespace`);
  if (entry.use === 'prohibited') misfits.refuse(span, `${what} is prohibited`);
  if (entry.fixed !== undefined) misfits.refuse(span, `${what} has a fixed value`);
  if (entry.arrayType !== undefined) misfits.refuse(span, `${what} belongs to a SOAP array`);
  const base = attributeType(scope, entry, `${owner.slice(6, -1)}.${name}`);
  if (base === undefined) return undefined;
  return {
    name,
    span,
    type: {
      ...plainTypeExpression(base, span),
      optional: entry.use === 'optional' && entry.default === undefined,
    },
    ...describeTraits(scope, entry),
  };
}

function attributeType(
  scope: TypeScope,
  { typeRef, type, span }: Extract<AttributeEntry, { kind: 'attribute' }>,
  owner: string,
): NamedType | undefined {
  if (typeRef === undefined) {
    return { kind: 'named', name: type ? scope.hoist(type, owner) : 'anySimpleType', span };
  }
  const base = describeReference(scope, typeRef.name, typeRef.span);
  return base?.kind === 'named' ? base : undefined;
}

function describeSimpleType(
  scope: TypeScope,
  name: string,
  type: SimpleTypeSyntax,
): TypeNotation | undefined {
  const { misfits } = scope;
  const { span, variety } = type;
  const owner = `type '${name}'`;
  const words = enumerationFacets(type);
  if (words !== undefined) {
    const values = words.map((one) => ({ value: one.value, ...annotationOf(one), span: one.span }));
    const flags = variety.kind === 'list';
    return { kind: 'enumeration', name, span, ...annotationOf(type), flags, values };
  }
  if (variety.kind !== 'restriction') {
    misfits.refuse(span, `${owner} is a ${variety.kind}`);
    return undefined;
  }
  const base = restrictedBase(scope, variety.base, owner, type);
  if (base === undefined) return undefined;
  const facets: FacetNotation[] = [];
  for (const facet of variety.facets) {
    const known = facetKeys.find((one) => one === facet.name);
    const twice = facets.some((one) => one.name === facet.name);
    if (known === undefined || twice) {
      const what =
        facet.name === 'enumeration'
          ? 'lists values of a type other than string'
          : `has ${twice ? 'two facets' : 'a facet'} '${facet.name}'`;
      misfits.refuse(facet.span, `${owner} ${what}`);
      continue;
    }
    if (facet.documentation !== undefined) {
      misfits.drop(facet.span, `the documentation of a facet of ${owner} is left out`);
    }
    facets.push({ name: known, value: facet.value, span: facet.span });
  }
  return { kind: 'restriction', name, span, ...annotationOf(type), base, facets };
}

function restrictedBase(
  scope: TypeScope,
  base: Reference | undefined,
  owner: string,
  { span, variety }: SimpleTypeSyntax,
): NamedType | undefined {
  if (base === undefined) {
    const inner = variety.kind === 'restriction' ? variety.type : undefined;
    if (inner === undefined) return undefined;
    return { kind: 'named', name: scope.hoist(inner, `${owner.slice(6, -1)}.base`), span };
  }
  const named = describeReference(scope, base.name, base.span);
  return named?.kind === 'named' ? named : undefined;
}

/**
 * The words of an enumeration of strings, or of a list of such words; `undefined` for any other
 * type.
 */
function enumerationFacets(type: SimpleTypeSyntax): readonly FacetSyntax[] | undefined {
  const { variety } = type;
  if (variety.kind === 'list') {
    const { item } = variety;
    if (item === undefined || item.variety.kind !== 'restriction') return undefined;
    return enumerationFacets(item);
  }
  if (variety.kind !== 'restriction' || variety.base === undefined) return undefined;
  const { name } = variety.base;
  const text = name.namespace === namespaces.xsd && name.localName === 'string';
  const words =
    variety.facets.length > 0 && variety.facets.every((one) => one.name === 'enumeration');
  const distinct = new Set(variety.facets.map((one) => one.value)).size === variety.facets.length;
  return text && words && distinct ? variety.facets : undefined;
}

/** A type, and the namespace it is in. */
export interface PlacedType {
  readonly notation: TypeNotation;
  readonly namespace: string;
}

/** The scope of a service, with the types that it needs. */
export interface ServiceScope {
  readonly scope: TypeScope;
  /** Describes the types in use, and those that they use. */
  describeReached(): readonly PlacedType[];
}

/** Decides which types of one service are described, and under which names. */
export function createServiceScope(
  definitions: Definitions,
  service: Service,
  { misfits, presence }: Pick<TypeScope, 'misfits' | 'presence'>,
): ServiceScope {
  const index = indexDefinitions(definitions);
  const own = namespaceOf(definitions, service, index);
  const kinds = new Map<string, TypeNotation>();
  for (const type of index.types) {
    const { namespace, localName = '' } = type.name ?? {};
    // those of other namespaces follow once something uses them
    if (namespace === own) kinds.set(localName, kindOf(localName, type));
  }
  const names = index.types.map((one) => one.name?.localName ?? '');
  const freeName = createFreeName(new Set([...names, ...builtinNames, ...contentTypes]));
  const used = new Map<string, QName>();
  const hoisted = new Map<TypeSyntax, string>();
  const headerTypes = new Set<string>();
  const views = new Map<string, TypeScope>();
  /** Types still to be described. */
  const waiting: { readonly name: QName; readonly type: TypeSyntax }[] = [];

  function use(name: QName): void {
    const { localName } = name;
    const type = index.type(name);
    const known = used.get(localName);
    if (type === undefined || (known !== undefined && sameQName(known, name))) return;
    if (known !== undefined) {
      const both = `'${known.namespace}' and '${name.namespace}'`;
      const help = 'The notation has one list of types for all namespaces';
      misfits.refuse(type.span, `two types are named '${localName}', in ${both}`, help);
      return;
    }
    used.set(localName, name);
    kinds.set(localName, kindOf(localName, type));
    if (isBuiltin(localName) || isContentType(localName)) {
      const message = `type '${localName}' has the name of a type the notation knows already`;
      misfits.refuse(type.span, message);
    }
    waiting.push({ name, type });
    for (const derived of index.derivedFrom(name)) {
      if (derived.name !== undefined) use(derived.name);
    }
  }

  function within(namespace: string): TypeScope {
    const view = views.get(namespace) ?? {
      ...{ namespace, service: own, index, misfits, presence, kinds, headerTypes, use, within },
      hoist(type: TypeSyntax, owner: string): string {
        const known = hoisted.get(type);
        if (known !== undefined) return known;
        const words = owner.split('.').map((one) => one.charAt(0).toUpperCase() + one.slice(1));
        const localName = freeName(words.join(''), 'Type', '');
        hoisted.set(type, localName);
        kinds.set(localName, kindOf(localName, type));
        waiting.push({ name: { namespace, localName }, type });
        return localName;
      },
    };
    views.set(namespace, view);
    return view;
  }

  return {
    scope: within(own),
    describeReached() {
      const described: PlacedType[] = [];
      // What a type reaches is added meanwhile, and comes in its turn.
      for (const one of waiting) {
        const { namespace, localName } = one.name;
        const notation = describeType(within(namespace), localName, one.type);
        if (notation === undefined) continue;
        const elsewhere = namespace === own ? {} : { namespace };
        described.push({ notation: { ...notation, ...elsewhere }, namespace });
      }
      waiting.length = 0;
      return described;
    },
  };
}

/**
 * The namespace of the elements of requests, which is that of the ASMX class; otherwise that of the
 * definitions.
 */
function namespaceOf(definitions: Definitions, service: Service, index: DefinitionsIndex): string {
  for (const port of service.ports) {
    const binding = definitions.bindings.find(
      (one) => one.name.localName === port.binding.name.localName,
    );
    const rpc = binding?.operations.find((one) => one.style === 'rpc')?.input?.body?.namespace;
    if (rpc !== undefined) return rpc;
    const portType = binding && index.portType(binding.portType.name);
    for (const { input } of portType?.operations ?? []) {
      const message = input && index.message(input.message.name);
      const element = message?.parts[0]?.element;
      if (element !== undefined) return element.name.namespace;
    }
  }
  return definitions.targetNamespace;
}
