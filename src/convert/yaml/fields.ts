import type { Diagnostic, DiagnosticSink, Span } from '../../diagnostics/diagnostic.ts';
import type { Definitions, Message, PortType } from '../../model/wsdl.ts';
import { namespaces, type QName, qnameKey } from '../../model/xml.ts';
import { type GivenType, type QNameSyntax, qnameSyntax } from '../../model/xsd/schema.ts';
import {
  type AttributeSyntax,
  type AttributeTraits,
  annotationOf,
  type ElementSyntax,
  type ParticleSyntax,
  type TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import { rewriteQNames } from '../../model/xsd/values.ts';
import {
  type ArrayType,
  asmxTypeName,
  contentTypeSyntax,
  contentTypes,
  type FieldNotation,
  isBuiltin,
  isReferenceType,
  type NamedType,
  namespaceFit,
  type TypeExpression,
  type TypeNotation,
} from '../../model/yaml.ts';
import { sameSyntax } from '../wsdl/definitions.ts';

/** Context for describing the elements and types of one namespace. */
export interface TypeScope {
  /** Namespace of what is described: of the service, or of a type that is in another one. */
  readonly namespace: string;
  /** Namespace of the service. */
  readonly service: string;
  readonly index: DefinitionsIndex;
  readonly misfits: Misfits;
  /** Kinds of the named types, on which ASMX's names of arrays depend. */
  readonly kinds: ReadonlyMap<string, TypeNotation>;
  /**
   * What is one setting of the whole contract: whether GET and POST require parameters that are
   * optional over SOAP. The first of these decides.
   */
  readonly presence: {
    allParameters?: boolean;
    /** Whether local elements are in no namespace. The first of them decides. */
    unqualified?: boolean;
  };
  /** Names of the types of SOAP headers, which take any attribute: SOAP gives them some. */
  readonly headerTypes: Set<string>;
  /** The scope of a namespace. */
  within(namespace: string): TypeScope;
  /** Adds a declared type to those to be described. */
  use(name: QName): void;
  /** Gives an anonymous type a name that begins with its owner's. */
  hoist(type: TypeSyntax, owner: string): string;
}

/** The fields of a content model, which must be a sequence of elements. */
export function describeContent(
  scope: TypeScope,
  particle: ParticleSyntax | undefined,
  owner: string,
): readonly FieldNotation[] {
  const fields: FieldNotation[] = [];
  const seen = new Set<string>();
  for (const one of dissolve(scope, particle, owner)) {
    if (one.kind !== 'elementParticle') {
      scope.misfits.refuse(one.span, `${owner} holds ${particleWords[one.kind]}`, helpFor(one));
      continue;
    }
    const { localName } = one.element.name;
    if (seen.has(localName)) {
      scope.misfits.refuse(one.span, `${owner} holds element '${localName}' at two places`);
      continue;
    }
    seen.add(localName);
    const field = describeParticle(scope, one, owner);
    if (field !== undefined) fields.push(field);
  }
  return fields;
}

const particleWords = {
  elementRef: 'a reference to a global element',
  groupRef: 'a group',
  any: 'a wildcard',
  model: 'a nested group',
} as const;

function helpFor(particle: ParticleSyntax): string | undefined {
  return particle.kind === 'any'
    ? "The notation knows wildcards as whole values only: 'any', 'xml', 'dataset'"
    : undefined;
}

function dissolve(
  scope: TypeScope,
  particle: ParticleSyntax | undefined,
  owner: string,
): readonly ParticleSyntax[] {
  if (particle === undefined) return [];
  if (particle.kind !== 'model') return [particle];
  const { compositor, occurs } = particle;
  if (compositor !== 'sequence' || occurs.min !== 1 || occurs.max !== 1) {
    // A choice or `all` of one element is equivalent to the element itself.
    const single = particle.particles.length <= 1 && occurs.min === 1 && occurs.max === 1;
    if (!single) {
      const what = compositor === 'sequence' ? 'sequence that is repeated' : compositor;
      scope.misfits.refuse(particle.span, `${owner} holds ${what === 'all' ? 'an' : 'a'} ${what}`);
      return [];
    }
  }
  return particle.particles.flatMap((one) =>
    one.kind === 'model' ? dissolve(scope, one, owner) : [one],
  );
}

/** Whether a local element is in the namespace of its type, or in none, as the first one is. */
function hasForm({ namespace, presence }: TypeScope, { name }: ElementSyntax): boolean {
  const unqualified = name.namespace === '';
  if (!unqualified && name.namespace !== namespace) return false;
  presence.unqualified ??= unqualified;
  return presence.unqualified === unqualified;
}

/** A field with its occurrences. */
function describeParticle(
  scope: TypeScope,
  { element, occurs, span }: Extract<ParticleSyntax, { kind: 'elementParticle' }>,
  owner: string,
): FieldNotation | undefined {
  const name = element.name.localName;
  const what = `element '${name}' of ${owner}`;
  const { misfits } = scope;
  if (!hasForm(scope, element)) {
    const form = element.name.namespace === '' ? 'unqualified' : 'qualified';
    misfits.refuse(
      span,
      `${owner} has ${form} elements, unlike others`,
      "The notation has one form of all elements, 'elements: qualified' or 'unqualified'",
    );
    return undefined;
  }
  const { min, max } = occurs;
  const repeated = max === Number.POSITIVE_INFINITY && min === 0;
  if (!repeated && (max !== 1 || min > 1)) {
    const most = max === Number.POSITIVE_INFINITY ? 'any number of' : `${max}`;
    const help = "The notation knows once, '?' and '*'";
    misfits.refuse(span, `${what} occurs ${min} to ${most} times`, help);
    return undefined;
  }
  if (element.fixed !== undefined) misfits.refuse(span, `${what} has a fixed value`);
  if (element.constraints.length > 0) {
    misfits.drop(span, `${what} has identity constraints, which are left out`);
  }
  const base = describeUse(scope, element, owner);
  if (base === undefined) return undefined;
  return {
    name,
    span,
    type: { base, optional: min === 0 && !repeated, nillable: element.nillable, repeated, span },
    ...describeTraits(scope, element),
  };
}

/** Properties of a field from its element or attribute, other than the type. */
export function describeTraits(
  scope: TypeScope,
  declared: AttributeTraits & Pick<AttributeSyntax, 'names' | 'span'> & GivenType,
): Pick<FieldNotation, 'documentation' | 'default'> {
  const { name, property, span } = declared;
  if (property !== undefined) {
    const what = `the name '${property}' that '${name.localName}' has in generated code`;
    scope.misfits.drop(span, `${what} is left out`);
  }
  return { ...annotationOf(declared), default: describeDefault(scope, declared) };
}

/** A default value. The notation has no prefixes, so QNames are written as `{namespace}local`. */
function describeDefault(
  { index }: TypeScope,
  declared: Pick<AttributeSyntax, 'default' | 'names'> & GivenType,
): string | undefined {
  const { default: value, names } = declared;
  if (value === undefined || !index.qnames.holds(declared)) return value;
  return rewriteQNames(value, names, qnameKey);
}

/** The type that an element declares. */
export function describeUse(
  scope: TypeScope,
  element: Pick<ElementSyntax, 'name' | 'type' | 'typeRef' | 'span'>,
  owner: string,
): NamedType | ArrayType | undefined {
  const { type, typeRef, span } = element;
  if (typeRef !== undefined) return describeReference(scope, typeRef.name, span);
  if (type === undefined) return { kind: 'named', name: 'any', span };
  for (const name of contentTypes) {
    const known = contentTypeSyntax(name, type.span);
    if (known !== undefined && sameSyntax(known, type)) return { kind: 'named', name, span };
  }
  const name = scope.hoist(
    type,
    `${owner.replace(/^.*'(.+)'.*$/, '$1')}.${element.name.localName}`,
  );
  return { kind: 'named', name, span };
}

/** Maximum number of `[]` after a name; the reader has the same limit. */
const deepestArray = 16;

/** A type by name: built-in, an array, or declared. A declared one is described later. */
export function describeReference(
  scope: TypeScope,
  name: QName,
  span: Span,
  depth = 0,
): NamedType | ArrayType | undefined {
  const { namespace, localName } = name;
  if (namespace === namespaces.xsd && localName === 'anyType') {
    return { kind: 'named', name: 'any', span };
  }
  const asmx = localName === 'guid' || localName === 'char';
  if (namespace === namespaces.microsoftTypes ? asmx : namespace === namespaces.xsd && !asmx) {
    if (isBuiltin(localName)) return { kind: 'named', name: localName, span };
  }
  if (scope.misfits.refusesNamespace(namespace, span, `type '${localName}'`)) return undefined;
  const array = depth < deepestArray ? arrayItem(scope, name, depth) : undefined;
  if (array !== undefined) return { kind: 'array', item: array, span };
  scope.use(name);
  return { kind: 'named', name: localName, span };
}

/**
 * The item of a type that is exactly what ASMX writes for an array, including its name; `undefined`
 * for any other type.
 */
function arrayItem(scope: TypeScope, name: QName, depth: number): TypeExpression | undefined {
  const type = scope.index.type(name);
  if (type?.kind !== 'complexType' || !name.localName.startsWith('ArrayOf')) return undefined;
  // an array is in the namespace of what holds it
  if (name.namespace !== scope.namespace) return undefined;
  const { particle, span } = type;
  if (type.documentation !== undefined || type.abstract || type.mixed) return undefined;
  if (type.derivation !== undefined || type.attributes.length > 0) return undefined;
  if (type.anyAttribute !== undefined || scope.index.derivedFrom(name).length > 0) return undefined;
  if (particle?.kind !== 'model' || particle.compositor !== 'sequence') return undefined;
  const [one] = particle.particles;
  if (particle.occurs.min !== 1 || particle.occurs.max !== 1) return undefined;
  if (particle.particles.length !== 1 || one?.kind !== 'elementParticle') return undefined;
  const { element, occurs } = one;
  if (occurs.min !== 0 || occurs.max !== Number.POSITIVE_INFINITY) return undefined;
  const annotated = Object.values(annotationOf(element)).some((value) => value !== undefined);
  if (annotated || !hasForm(scope, element)) return undefined;
  if (element.default !== undefined || element.fixed !== undefined) return undefined;
  const base = itemBase(scope, element, name, depth);
  if (base === undefined) return undefined;
  const reference = isReferenceType(base, scope.kinds);
  if (reference && !element.nillable) return undefined;
  const item = { ...plainTypeExpression(base, span), nillable: element.nillable && !reference };
  const fits =
    element.name.localName === asmxTypeName(base, scope.kinds) &&
    name.localName === asmxTypeName({ kind: 'array', item, span }, scope.kinds);
  return fits ? item : undefined;
}

/** Reports nothing, because a type that is not an array is described later, with its misfits. */
function itemBase(
  scope: TypeScope,
  element: ElementSyntax,
  array: QName,
  depth: number,
): NamedType | ArrayType | undefined {
  const { typeRef, type } = element;
  if (typeRef !== undefined) {
    const { namespace, localName } = typeRef.name;
    const known = namespace !== scope.namespace || localName !== array.localName;
    return known ? describeReference(scope, typeRef.name, element.span, depth + 1) : undefined;
  }
  const content = contentTypes.some((name) => {
    const known = contentTypeSyntax(name, element.span);
    return known !== undefined && sameSyntax(known, type);
  });
  return type === undefined || content ? describeUse(scope, element, '') : undefined;
}

/** Type of a value that occurs once and is not null. */
export function plainTypeExpression(base: NamedType | ArrayType, span: Span): TypeExpression {
  return { base, optional: false, nillable: false, repeated: false, span };
}

/** The declarations of a WSDL by name. */
export interface DefinitionsIndex {
  type(name: QName): TypeSyntax | undefined;
  element(name: QName): ElementSyntax | undefined;
  message(name: QName): Message | undefined;
  portType(name: QName): PortType | undefined;
  /** Named types in document order. */
  readonly types: readonly TypeSyntax[];
  /** Which values have QNames. */
  readonly qnames: QNameSyntax;
  /** Named types derived directly from one. */
  derivedFrom(name: QName): readonly TypeSyntax[];
}

/** Indexes definitions. Of two declarations with the same name, the first counts. */
export function indexDefinitions(definitions: Definitions): DefinitionsIndex {
  const types = byName(
    definitions.schemas.flatMap((one) => [
      ...(one.redefinitions.filter((other) => isType(other)) as TypeSyntax[]),
      ...one.types,
    ]),
  );
  const elements = byName(definitions.schemas.flatMap((one) => one.elements));
  const messages = byName(definitions.messages);
  const portTypes = byName(definitions.portTypes);
  const derived = new Map<string, TypeSyntax[]>();
  for (const type of types.values()) {
    if (type.kind !== 'complexType' || type.derivation === undefined) continue;
    const key = qnameKey(type.derivation.base.name);
    derived.set(key, [...(derived.get(key) ?? []), type]);
  }
  return {
    type: (name) => types.get(qnameKey(name)),
    element: (name) => elements.get(qnameKey(name)),
    qnames: qnameSyntax(definitions.schemas),
    message: (name) => messages.get(qnameKey(name)),
    portType: (name) => portTypes.get(qnameKey(name)),
    types: [...types.values()],
    derivedFrom: (name) => derived.get(qnameKey(name)) ?? [],
  };
}

function isType({ kind }: { readonly kind: string }): boolean {
  return kind === 'complexType' || kind === 'simpleType';
}

function byName<T extends { readonly name?: QName | undefined }>(
  all: readonly T[],
): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const one of all) {
    if (one.name !== undefined && !map.has(qnameKey(one.name))) map.set(qnameKey(one.name), one);
  }
  return map;
}

/**
 * Collects the parts of a contract that the notation cannot express. What many parts of a document
 * have is told of the first, with the number of others; each loss is told.
 */
export interface Misfits {
  /** Notes that messages would change, so that the contract cannot be written. */
  refuse(span: Span, message: string, help?: string): void;
  /** Notes something in a namespace that contracts cannot have, and returns whether it is. */
  refusesNamespace(namespace: string, span: Span, what: string): boolean;
  /** Notes what is lost. All valid messages stay valid. */
  drop(span: Span, message: string): void;
  /** Whether something was refused. */
  readonly found: boolean;
  /** Reports what was noted. */
  report(): void;
}

/** Creates an empty collection that reports to `sink`. */
export function createMisfits(sink: DiagnosticSink): Misfits {
  const told = new Set<string>();
  const kinds = new Map<string, { readonly first: Diagnostic; more: number }>();
  let found = false;
  function note(first: Diagnostic & { readonly span: Span }): void {
    const { severity, span, message } = first;
    const fact = `${span.file.path}:${message}`;
    if (told.has(fact)) return;
    told.add(fact);
    const kind = severity === 'error' ? fact.replace(/'[^']*'/g, '') : fact;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, { first, more: 0 });
    else known.more += 1;
  }
  return {
    refuse(span, message, help) {
      found = true;
      note({ code: 'ASMX3007', severity: 'error', message, span, help });
    },
    refusesNamespace(namespace, span, what) {
      const fit = namespaceFit(namespace);
      if (fit !== 'none' && fit !== 'standard') return false;
      const standard = `namespace '${namespace}', which belongs to a standard`;
      const odd = namespace === '' ? 'no namespace' : `'${namespace}', which is no URI`;
      this.refuse(span, `${what} is in ${fit === 'standard' ? standard : odd}`);
      return true;
    },
    drop: (span, message) => note({ code: 'ASMX3007', severity: 'warning', message, span }),
    get found() {
      return found;
    },
    report() {
      for (const { first, more } of kinds.values()) {
        const message = more === 0 ? first.message : `${first.message} (and ${more} more like it)`;
        sink.report({ ...first, message });
      }
      kinds.clear();
    },
  };
}
