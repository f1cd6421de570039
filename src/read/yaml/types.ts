import type { Complain, DataScalar } from '../../diagnostics/data.ts';
import type { Span } from '../../diagnostics/diagnostic.ts';
import { namespaces, type Reference } from '../../model/xml.ts';
import {
  type AttributeSyntax,
  annotationOf,
  type ComplexDerivationSyntax,
  type ComplexTypeSyntax,
  type ElementSyntax,
  type FacetSyntax,
  type ParticleSyntax,
  type SimpleTypeSyntax,
  type TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import {
  type ArrayType,
  asmxTypeName,
  type ClassNotation,
  type ContractNotation,
  contentTypeSyntax,
  type EnumerationNotation,
  type FieldNotation,
  isBuiltin,
  isContentType,
  isReferenceType,
  type NamedType,
  type RestrictionNotation,
  rootBase,
  suggestType,
  type TypeExpression,
  type TypeNotation,
} from '../../model/yaml.ts';

/** Converts a declared type to XML Schema. */
function namedTypeSyntax(
  notation: TypeNotation,
  types: ReadonlyMap<string, TypeNotation>,
  library: TypeLibrary,
): TypeSyntax {
  if (notation.kind === 'class') return classSyntax(notation, types, library);
  if (notation.kind === 'enumeration') return enumerationSyntax(notation, library);
  return restrictionSyntax(notation, library);
}

function classSyntax(
  notation: ClassNotation,
  types: ReadonlyMap<string, TypeNotation>,
  library: TypeLibrary,
): ComplexTypeSyntax {
  const { span } = notation;
  return {
    kind: 'complexType',
    name: { namespace: library.namespace, localName: notation.name },
    abstract: notation.abstract,
    mixed: false,
    derivation: derivationOf(notation, types, library),
    particle: sequenceSyntax(
      notation.fields.map((field) => library.particle(field)),
      span,
    ),
    attributes: notation.attributes.map((field) => attribute(field, library)),
    ...annotationOf(notation),
    span,
  };
}

function derivationOf(
  notation: ClassNotation,
  types: ReadonlyMap<string, TypeNotation>,
  library: TypeLibrary,
): ComplexDerivationSyntax | undefined {
  const base = notation.extends ?? notation.text?.base;
  if (base === undefined) return undefined;
  const reference = library.use(base).typeRef;
  if (reference === undefined) return undefined;
  return {
    content: hasText(notation, types) ? 'simple' : 'complex',
    method: 'extension',
    base: reference,
    facets: [],
  };
}

/** Whether a class, or one it extends, has text between its tags. */
function hasText(notation: ClassNotation, types: ReadonlyMap<string, TypeNotation>): boolean {
  const seen = new Set<TypeNotation>();
  let at: TypeNotation | undefined = notation;
  while (at?.kind === 'class' && !seen.has(at)) {
    if (at.text !== undefined) return true;
    seen.add(at);
    at = at.extends && types.get(at.extends.name);
  }
  return false;
}

function attribute(field: FieldNotation, library: TypeLibrary): AttributeSyntax {
  return {
    kind: 'attribute',
    name: { namespace: '', localName: field.name },
    typeRef: library.use(field.type.base).typeRef,
    use: field.type.optional || field.default !== undefined ? 'optional' : 'required',
    default: field.default,
    ...annotationOf(field),
    span: field.span,
  };
}

function enumerationSyntax(notation: EnumerationNotation, library: TypeLibrary): SimpleTypeSyntax {
  const { span } = notation;
  const name = { namespace: library.namespace, localName: notation.name };
  const text: Reference = { name: { namespace: namespaces.xsd, localName: 'string' }, span };
  const facets = notation.values.map(
    (one): FacetSyntax => ({
      name: 'enumeration',
      value: one.value,
      ...annotationOf(one),
      span: one.span,
    }),
  );
  const words: SimpleTypeSyntax['variety'] = { kind: 'restriction', base: text, facets };
  if (!notation.flags)
    return { kind: 'simpleType', name, variety: words, ...annotationOf(notation), span };
  const item: SimpleTypeSyntax = { kind: 'simpleType', variety: words, span };
  const variety: SimpleTypeSyntax['variety'] = { kind: 'list', item };
  return { kind: 'simpleType', name, variety, ...annotationOf(notation), span };
}

function restrictionSyntax(notation: RestrictionNotation, library: TypeLibrary): SimpleTypeSyntax {
  return {
    kind: 'simpleType',
    name: { namespace: library.namespace, localName: notation.name },
    variety: {
      kind: 'restriction',
      base: referenceOf(notation.base, library),
      facets: notation.facets,
    },
    ...annotationOf(notation),
    span: notation.span,
  };
}

function referenceOf(base: NamedType, library: TypeLibrary): Reference | undefined {
  return library.use(base).typeRef;
}

/** A sequence of particles; `undefined` for none, because ASMX then writes no sequence. */
export function sequenceSyntax(
  particles: readonly ParticleSyntax[],
  span: Span,
): ParticleSyntax | undefined {
  if (particles.length === 0) return undefined;
  return { kind: 'model', compositor: 'sequence', particles, occurs: { min: 1, max: 1 }, span };
}

/** The library of each namespace of a contract, always the same object. */
export type Libraries = (namespace: string) => TypeLibrary;

/** @param complain called if two arrays would share a name */
export function declaredTypes(notation: ContractNotation, complain: Complain): Libraries {
  const libraries = new Map<string, TypeLibrary>();
  const own = new Set(notation.services.map((one) => one.namespace));
  const [first = ''] = own;
  const libraryOf: Libraries = (namespace) => {
    const usual = own.has(namespace) ? namespace : first;
    const library =
      libraries.get(namespace) ??
      new DeclaredTypes({ namespace, usual, notation, libraryOf, complain });
    libraries.set(namespace, library);
    return library;
  };
  return libraryOf;
}

/** What a library needs. */
interface LibraryParts {
  readonly namespace: string;
  /** Namespace of types that have none of their own. */
  readonly usual: string;
  readonly notation: Pick<ContractNotation, 'types' | 'elements'>;
  readonly libraryOf: Libraries;
  readonly complain: Complain;
}

/** The library of a namespace for the declared types. */
class DeclaredTypes implements TypeLibrary {
  readonly namespace: string;
  readonly others: Map<string, Span> = new Map();
  readonly #types: ReadonlyMap<string, TypeNotation>;
  readonly #usual: string;
  readonly #libraryOf: Libraries;
  /** Of local elements. */
  readonly #elements: string;
  readonly #complain: Complain;
  readonly #declared = new Map<string, TypeSyntax>();
  readonly #arrays = new Map<string, { readonly item: string; readonly syntax: TypeSyntax }>();
  readonly #roots = new Map<string, ElementSyntax>();

  constructor({ namespace, usual, notation, libraryOf, complain }: LibraryParts) {
    this.namespace = namespace;
    this.#types = notation.types;
    this.#usual = usual;
    this.#libraryOf = libraryOf;
    this.#elements = notation.elements === 'unqualified' ? '' : namespace;
    this.#complain = complain;
  }

  nameOf(base: NamedType | ArrayType): string {
    return asmxTypeName(base, this.#types);
  }

  isReference(base: NamedType | ArrayType): boolean {
    return isReferenceType(base, this.#types);
  }

  use(base: NamedType | ArrayType): TypeUse {
    if (base.kind === 'named' && isContentType(base.name)) {
      return { type: contentTypeSyntax(base.name, base.span) };
    }
    return { typeRef: this.#reference(base) };
  }

  #reference(base: NamedType | ArrayType): Reference {
    const localName = this.nameOf(base);
    const { span } = base;
    const namespace = this.#namespaceOf(base, localName);
    if (namespace !== namespaces.xsd && namespace !== this.namespace && !this.others.has(namespace))
      this.others.set(namespace, span);
    return { name: { namespace, localName }, span };
  }

  #namespaceOf(base: NamedType | ArrayType, localName: string): string {
    if (base.kind === 'array') return this.namespace;
    if (!isBuiltin(base.name)) return this.#types.get(base.name)?.namespace ?? this.#usual;
    const asmx = localName === 'guid' || localName === 'char';
    return asmx ? namespaces.microsoftTypes : namespaces.xsd;
  }

  particle(field: FieldNotation): ParticleSyntax {
    const { type, span } = field;
    return {
      kind: 'elementParticle',
      element: {
        kind: 'element',
        name: { namespace: this.#elements, localName: field.name },
        global: false,
        ...this.use(type.base),
        nillable: type.nillable,
        default: field.default,
        abstract: false,
        constraints: [],
        ...annotationOf(field),
        span,
      },
      occurs: {
        min: type.optional || type.repeated ? 0 : 1,
        max: type.repeated ? Number.POSITIVE_INFINITY : 1,
      },
      span,
    };
  }

  syntax(base: NamedType | ArrayType): TypeSyntax | undefined {
    if (base.kind === 'array') return this.#arraySyntax(base);
    const notation = this.#types.get(base.name);
    if (notation === undefined) return undefined;
    const { namespace = this.namespace } = notation;
    if (namespace !== this.namespace) return this.#libraryOf(namespace).syntax(base);
    const known = this.#declared.get(base.name);
    if (known !== undefined) return known;
    const syntax = namedTypeSyntax(notation, this.#types, this);
    this.#declared.set(base.name, syntax);
    return syntax;
  }

  #arraySyntax(base: ArrayType): TypeSyntax {
    const name = this.nameOf(base);
    const item = this.#describe(base.item);
    const known = this.#arrays.get(name);
    if (known !== undefined && known.item === item) return known.syntax;
    const taken = this.#types.get(name);
    const isHere = taken !== undefined && (taken.namespace ?? this.#usual) === this.namespace;
    const owner = isHere ? taken.span : known?.syntax.span;
    if (owner !== undefined) this.#clash(name, base.span, owner);
    const syntax = this.#wrapper(name, base);
    if (known === undefined) this.#arrays.set(name, { item, syntax });
    return syntax;
  }

  #clash(name: string, span: Span, other: Span): void {
    const message = `the type of this array would be named '${name}', which is taken`;
    this.#complain(span, 'ASMX2002', message, {
      help: 'rename the other type',
      related: [{ message: `the other '${name}'`, place: other }],
    });
  }

  /** The type of an array, with its repeated item. */
  #wrapper(localName: string, { item, span }: ArrayType): TypeSyntax {
    const nillable = item.nillable || this.isReference(item.base);
    const one = this.particle({
      name: this.nameOf(item.base),
      span: item.span,
      type: { ...item, repeated: true, nillable },
    });
    return {
      kind: 'complexType',
      name: { namespace: this.namespace, localName },
      abstract: false,
      mixed: false,
      particle: sequenceSyntax([one], span),
      attributes: [],
      span,
    };
  }

  root(type: TypeExpression): ElementSyntax | undefined {
    if (type.base.kind === 'named' && type.base.name === 'xml' && !type.repeated) return undefined;
    const base = rootBase(type);
    const localName = this.nameOf(base);
    const nillable = type.nillable || this.isReference(base);
    const key = `${localName}${nillable ? ' nillable' : ''}`;
    const known = this.#roots.get(key);
    if (known !== undefined) return known;
    const root: ElementSyntax = {
      kind: 'element',
      name: { namespace: this.namespace, localName },
      global: true,
      ...this.use(base),
      nillable,
      abstract: false,
      constraints: [],
      span: type.span,
    };
    this.#roots.set(key, root);
    return root;
  }

  /**
   * A text that is equal for expressions with the same meaning. As an item, a type that can be null
   * in .NET is always nillable.
   */
  #describe({ base, nillable }: TypeExpression): string {
    const text = base.kind === 'array' ? `(${this.#describe(base.item)})[]` : base.name;
    return `${text}${nillable && !this.isReference(base) ? '|null' : ''}`;
  }
}

type Types = ReadonlyMap<string, TypeNotation>;

/** Reports undefined type names, and types that XML Schema cannot express. */
export function checkTypes(contract: ContractNotation, complain: Complain): void {
  const { types } = contract;
  checkNamespaces(contract, complain);
  for (const { operations } of contract.services) {
    for (const { parameters, returns, headers, faults } of operations) {
      for (const one of [...parameters, ...headers, ...faults]) {
        checkExpression(one.type, types, complain);
      }
      if (returns.kind === 'result') checkExpression(returns.field.type, types, complain);
      if (returns.kind !== 'out') continue;
      for (const one of returns.fields) checkExpression(one.type, types, complain);
    }
  }
  for (const type of types.values()) {
    if (type.kind === 'class') checkClass(type, types, complain);
    if (type.kind === 'restriction')
      checkSimple(type.base, `'restricts' in type '${type.name}'`, types, complain);
  }
  checkCircles(types, complain);
}

/**
 * Types without a namespace are in that of each service. One with a namespace is the same for all
 * services, and so must be those that it uses.
 */
function checkNamespaces({ services, types }: ContractNotation, complain: Complain): void {
  const [first, second] = new Set(services.map((one) => one.namespace));
  if (first === undefined || second === undefined) return;
  for (const type of types.values()) {
    if (type.namespace === undefined) continue;
    for (const used of usedBy(type)) {
      const other = types.get(used.name);
      if (other === undefined || other.namespace !== undefined) continue;
      const owner = `type '${type.name}' has a namespace`;
      const message = `${owner} and uses '${used.name}', which is in that of each service`;
      complain(used.span, 'ASMX3004', message, {
        help: `give '${used.name}' a namespace, too`,
        related: [{ message: `'${used.name}' is here`, place: other.span }],
      });
    }
  }
}

/** The types that a type names, without those that derive from it. */
function usedBy(type: TypeNotation): readonly NamedType[] {
  const base = baseOf(type);
  if (type.kind !== 'class') return base === undefined ? [] : [base];
  const bases = [...type.fields, ...type.attributes].map((one) => one.type.base);
  if (type.text !== undefined) bases.push(type.text.base);
  return [...(base === undefined ? [] : [base]), ...bases.map(itemType)];
}

/** The type of the items of an array, at any depth; another type itself. */
function itemType(type: NamedType | ArrayType): NamedType {
  let base = type;
  while (base.kind === 'array') base = base.item.base;
  return base;
}

function checkExpression(type: TypeExpression, types: Types, complain: Complain): void {
  checkNamed(itemType(type.base), types, complain);
}

/** Returns whether the name denotes a type; reports it otherwise. */
function checkNamed(type: NamedType, types: Types, complain: Complain): boolean {
  if (types.has(type.name) || isBuiltin(type.name) || isContentType(type.name)) return true;
  if (type.name === 'void') {
    complain(type.span, 'ASMX2001', "'void' is not the type of a value", {
      help: "leave 'returns' out, or write returns: void, for an operation without result",
    });
    return false;
  }
  const help = suggestType(type.name, types.keys());
  const meant = help !== undefined ? types.get(/'(.+)'/.exec(help)?.[1] ?? '') : undefined;
  complain(type.span, 'ASMX2001', `type '${type.name}' is not defined`, {
    help: help ?? "declare it under 'types'",
    related: meant && [{ message: `'${meant.name}' is defined here`, place: meant.span }],
  });
  return false;
}

/** Reports a name that is not that of a simple type. */
function checkSimple(type: NamedType, what: string, types: Types, complain: Complain): void {
  if (!checkNamed(type, types, complain)) return;
  const notation = types.get(type.name);
  const simple = notation === undefined ? isBuiltin(type.name) : notation.kind !== 'class';
  if (!simple)
    complain(type.span, 'ASMX3003', `${what} must be a simple type, and '${type.name}' is not`);
}

function checkClass(type: ClassNotation, types: Types, complain: Complain): void {
  for (const field of type.fields) checkExpression(field.type, types, complain);
  for (const field of type.attributes) checkAttribute(field, types, complain);
  if (type.text !== undefined)
    checkPlain(type.text, `the text of type '${type.name}'`, types, complain);
  if (type.extends !== undefined) checkExtension(type, type.extends, types, complain);
}

function checkAttribute(field: FieldNotation, types: Types, complain: Complain): void {
  checkPlain({ ...field.type, optional: false }, `attribute '${field.name}'`, types, complain);
}

/** Attributes and text contain one simple value. */
function checkPlain(type: TypeExpression, what: string, types: Types, complain: Complain): void {
  if (type.base.kind === 'array' || type.repeated || type.nillable || type.optional) {
    complain(type.span, 'ASMX3003', `${what} must be a simple type without '[]', '*' or '| null'`, {
      help: type.base.kind === 'array' ? 'make it a field: only elements can repeat' : undefined,
    });
    checkExpression(type, types, complain);
  } else checkSimple(type.base, what, types, complain);
}

function checkExtension(
  type: ClassNotation,
  base: NamedType,
  types: Types,
  complain: Complain,
): void {
  if (!checkNamed(base, types, complain)) return;
  const notation = types.get(base.name);
  if (notation?.kind !== 'class') {
    complain(
      base.span,
      'ASMX3003',
      `type '${type.name}' cannot extend '${base.name}', which has no fields`,
      {
        help: "only types with 'fields' or 'text' can be extended",
      },
    );
    return;
  }
  if (type.text !== undefined) {
    complain(
      type.text.span,
      'ASMX3003',
      `type '${type.name}' cannot have both 'text' and 'extends'`,
    );
  } else if (type.fields.length > 0 && hasText(notation, types)) {
    complain(
      base.span,
      'ASMX3003',
      `type '${type.name}' has fields and cannot extend '${base.name}', which has text`,
    );
  }
  checkInheritedNames(type, notation, types, complain);
}

/** Reports fields that an ancestor already has. */
function checkInheritedNames(
  type: ClassNotation,
  base: ClassNotation,
  types: Types,
  complain: Complain,
): void {
  const seen = new Set<TypeNotation>([type]);
  let at: TypeNotation | undefined = base;
  while (at?.kind === 'class' && !seen.has(at)) {
    seen.add(at);
    for (const kind of ['fields', 'attributes'] as const) {
      const inherited = new Map(at[kind].map((field) => [field.name, field]));
      for (const field of type[kind]) {
        const other = inherited.get(field.name);
        if (other === undefined) continue;
        complain(
          field.span,
          'ASMX2002',
          `'${field.name}' in type '${type.name}' is inherited from '${at.name}' already`,
          {
            help: 'remove it, or choose another name',
            related: [{ message: 'inherited from here', place: other.span }],
          },
        );
      }
    }
    at = at.extends && types.get(at.extends.name);
  }
}

/** Reports types that are based on themselves, each cycle once. */
function checkCircles(types: Types, complain: Complain): void {
  const done = new Set<string>();
  for (const type of types.values()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: TypeNotation | undefined = type;
    while (at !== undefined && !done.has(at.name) && !onPath.has(at.name)) {
      path.push(at.name);
      onPath.add(at.name);
      const base = baseOf(at);
      at = base && types.get(base.name);
    }
    const start = at === undefined ? -1 : path.indexOf(at.name);
    if (at !== undefined && start >= 0) {
      const circle = [...path.slice(start), at.name].map((name) => `'${name}'`).join(' → ');
      complain(
        baseOf(at)?.span ?? at.span,
        'ASMX2003',
        `type '${at.name}' rests on itself: ${circle}`,
      );
    }
    for (const name of path) done.add(name);
  }
}

function baseOf(type: TypeNotation): NamedType | undefined {
  if (type.kind === 'class') return type.extends;
  return type.kind === 'restriction' ? type.base : undefined;
}

/** The type of an element: a reference, an anonymous type, or none (any value). */
type TypeUse = Pick<ElementSyntax, 'typeRef' | 'type'>;

/**
 * The types of one namespace as XML Schema. Services with the same namespace share them: each name
 * always returns the same object.
 */
export interface TypeLibrary {
  readonly namespace: string;
  /** Namespaces other than this one and XML Schema's that types are in, with where. */
  readonly others: ReadonlyMap<string, Span>;
  /** How to refer to a type. */
  use(base: NamedType | ArrayType): TypeUse;
  /** The element of a parameter, field or result, with its occurrences. */
  particle(field: FieldNotation): ParticleSyntax;
  /** A declared type, or the wrapper of an array. */
  syntax(base: NamedType | ArrayType): TypeSyntax | undefined;
  /**
   * The root element of a GET or POST answer; `undefined` for an XML fragment, which is its own
   * root.
   */
  root(type: TypeExpression): ElementSyntax | undefined;
  /** Whether a type can be null in .NET. */
  isReference(base: NamedType | ArrayType): boolean;
  /** The local name of a type, also used for array items and root elements. */
  nameOf(base: NamedType | ArrayType): string;
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Most `[]` after one name. */
const maximumDepth = 16;

/**
 * Reads a type expression: a name, then any of `[]`, `?`, `*`, and `| null`; parentheses group.
 * Reports invalid combinations, with what to write instead.
 */
export function readTypeExpression(
  node: DataScalar,
  complain: Complain,
): TypeExpression | undefined {
  return new ExpressionReader(node, complain).whole();
}

class ExpressionReader {
  readonly #node: DataScalar;
  readonly #complain: Complain;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(node: DataScalar, complain: Complain) {
    this.#node = node;
    this.#complain = complain;
    this.#tokens = tokenize(node.text);
  }

  whole(): TypeExpression | undefined {
    const { text, place } = this.#node;
    if (text.length > 1000) return this.#fail('the type expression is too long');
    const type = this.#union();
    const rest = this.#next;
    if (type === undefined || rest === undefined) return type && { ...type, span: place };
    const separate = rest.text === ',' || rest.text === ';' || /^[\p{L}_]/u.test(rest.text);
    const help = separate ? 'give each parameter a key of its own' : undefined;
    return this.#fail(`'${rest.text}' is unexpected in type expression '${text}'`, help, rest);
  }

  /** The token that comes next. */
  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #spanOf({ start, end }: Token): Span {
    const { textStart, place } = this.#node;
    if (textStart === undefined) return place;
    return { file: place.file, start: textStart + start, end: textStart + end };
  }

  #fail(message: string, help?: string, token?: Token): undefined {
    const span = token === undefined ? this.#node.place : this.#spanOf(token);
    this.#complain(span, 'ASMX1014', message, { help });
    return undefined;
  }

  #unexpected(token: Token | undefined): undefined {
    const { text } = this.#node;
    if (token === undefined) {
      const help = 'a type looks like int, string?, Item[], Item* or Item | null';
      return this.#fail(`type expression '${text}' ends too early`, help);
    }
    const message = `'${token.text}' is unexpected in type expression '${text}'`;
    return this.#fail(message, undefined, token);
  }

  #union(): TypeExpression | undefined {
    const first = this.#next;
    let type: TypeExpression | undefined;
    let nillable = false;
    for (;;) {
      const token = this.#next;
      if (token?.text === 'null') {
        if (!this.#readNull(token, nillable)) return undefined;
        nillable = true;
      } else {
        const member = this.#postfix();
        if (member === undefined) return undefined;
        if (type !== undefined) {
          const message = 'only null can be the other side of a union';
          return this.#fail(message, 'declare a type of its own', token);
        }
        type = member;
      }
      if (this.#next?.text !== '|') break;
      this.#at++;
    }
    if (type === undefined) {
      const help = 'write a type before it: string | null';
      return this.#fail('null alone is not a type', help, first);
    }
    return nillable ? { ...type, nillable: true } : type;
  }

  /**
   * Reads `null`. Returns `false`, reported, if there is one already, or something wrong follows.
   */
  #readNull(token: Token, twice: boolean): boolean {
    this.#at++;
    const next = this.#next;
    if (twice) this.#fail("'null' appears twice", undefined, token);
    else if (next !== undefined && next.text !== '|' && next.text !== ')') {
      const help =
        next.text === '?' ? 'put the question mark after the type: string? | null' : undefined;
      this.#fail(`'${next.text}' cannot follow 'null'`, help, next);
    } else return true;
    return false;
  }

  #postfix(): TypeExpression | undefined {
    let type = this.#primary();
    let depth = 0;
    for (;;) {
      const token = this.#next;
      if (type === undefined || token === undefined) return type;
      if (token.text === '[]') {
        depth++;
        if (depth > maximumDepth) {
          return this.#fail(`more than ${maximumDepth} '[]'`, undefined, token);
        }
        type = this.#arrayOf(type, token);
      } else if (token.text === '?' || token.text === '*') type = this.#mark(type, token);
      else return type;
      this.#at++;
    }
  }

  #arrayOf(item: TypeExpression, token: Token): TypeExpression | undefined {
    const name = item.base.kind === 'named' ? item.base.name : 'item';
    if (item.optional) {
      const help = `write ${name}[]? for an array that may be absent`;
      return this.#fail('an item of an array cannot be optional', help, token);
    }
    if (item.repeated) {
      const help = `write ${name}[][] for an array of arrays`;
      return this.#fail("'*' and '[]' cannot be combined", help, token);
    }
    const span = { ...item.span, end: this.#spanOf(token).end };
    return plainType({ kind: 'array', item, span });
  }

  #mark(type: TypeExpression, token: Token): TypeExpression | undefined {
    const help = "a repeated element may be absent already: leave the '?' out";
    if (token.text === '?' && type.repeated) {
      return this.#fail("'?' says nothing after '*'", help, token);
    }
    if (token.text === '*' && type.optional) {
      return this.#fail("'*' cannot follow '?'", help, token);
    }
    if (type.optional || type.repeated) {
      return this.#fail(`'${token.text}' appears twice`, undefined, token);
    }
    const span = { ...type.span, end: this.#spanOf(token).end };
    return token.text === '?'
      ? { ...type, optional: true, span }
      : { ...type, repeated: true, span };
  }

  #primary(): TypeExpression | undefined {
    const token = this.#next;
    if (token?.text === '(') {
      this.#at++;
      const inner = this.#union();
      if (inner === undefined) return undefined;
      if (this.#next?.text !== ')') return this.#fail("')' is missing", undefined, this.#next);
      this.#at++;
      return inner;
    }
    if (token === undefined || !/^[\p{L}_]/u.test(token.text)) return this.#unexpected(token);
    this.#at++;
    return plainType({ kind: 'named', name: token.text, span: this.#spanOf(token) });
  }
}

function plainType(base: NamedType | ArrayType): TypeExpression {
  return { base, optional: false, nillable: false, repeated: false, span: base.span };
}

/** Splits at names, `[]` and single other characters; spaces separate. */
function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{M}\p{N}_.:·-]*|\[\]|[^\s]/gu)) {
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
