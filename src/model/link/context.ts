import type { Span } from '../../diagnostics/diagnostic.ts';
import { suggest } from '../../diagnostics/words.ts';
import type { Definitions } from '../wsdl.ts';
import {
  createNameTable,
  type Mutable,
  type NameTable,
  namespaces,
  namespaceText,
  type QName,
  type Reference,
  undeclared,
} from '../xml.ts';
import type { PatternMatcher } from '../xsd/pattern.ts';
import {
  type AttributeUse,
  anyType,
  type ComplexType,
  type ElementDeclaration,
  findBuiltin,
  type ModelParticle,
  type SchemaType,
  type SimpleType,
  type Wildcard,
} from '../xsd/schema.ts';
import type {
  AttributeGroupSyntax,
  AttributeSyntax,
  ComplexTypeSyntax,
  DerivationMethod,
  ElementSyntax,
  GroupSyntax,
  SchemaDocument,
  TypeSyntax,
} from '../xsd/schema-document.ts';
import type { Defect, Defects, Expansion } from './defects.ts';

const tableNames = {
  types: 'Type',
  elements: 'Element',
  attributes: 'Attribute',
  groups: 'Group',
  attributeGroups: 'Attribute group',
} as const;

/**
 * Beyond this many dangling names no help is searched for: it takes time, and they usually have one
 * cause.
 */
export const suggestionLimit = 100;

/** Finds the component of a reference; reports it for the position's owner if there is none. */
export function resolveReference<K extends keyof Symbols>(
  kind: K,
  reference: Reference,
  place: OwnedContext,
): Declared<SyntaxOf<K>> | undefined {
  if (refused(place.defects, reference, place.owner)) return undefined;
  const table = place.symbols[kind] as unknown as NameTable<Declared<SyntaxOf<K>>>;
  const found = table.get(reference.name);
  if (found === undefined) {
    addDangling(
      place.defects,
      place.owner,
      { reference, kind: tableNames[kind], inSchema: true },
      () => helpFor(place.symbols, kind, reference.name),
    );
    return undefined;
  }
  const { redefining } = place;
  // the redefined declaration may itself be a redefinition
  for (let at: typeof found | undefined = found; at !== undefined; at = at.original) {
    if ((at.syntax as object) === redefining?.syntax) return at.original ?? found;
  }
  return found;
}

/** Reports a reference with invalid text. */
export function refused(defects: Defects, reference: Reference, owner: object): boolean {
  if (reference.defect === undefined) return false;
  defects.add(owner, { code: 'ASMX2001', message: reference.defect, span: reference.span });
  return true;
}

type SyntaxOf<K extends keyof Symbols> =
  Symbols[K] extends NameTable<Declared<infer S>> ? S : never;

/**
 * Reports a dangling reference.
 *
 * @param what its kind, such as `Type`, and whether schemas declare that kind
 * @param help searches for a suggestion
 */
export function addDangling(
  defects: Defects,
  owner: object,
  what: { readonly reference: Reference; readonly kind: string; readonly inSchema: boolean },
  help: () => string | undefined,
): void {
  const { reference, kind, inSchema } = what;
  const { name, span } = reference;
  const defect = (): Defect => ({
    code: 'ASMX2001',
    message: undeclared(kind, name),
    span,
    help: defects.count < suggestionLimit ? help() : undefined,
  });
  defects.addDangling(owner, { name, kind, inSchema, defect });
}

/** A suggestion: another kind of component, another namespace, another spelling. */
function helpFor(symbols: Symbols, kind: keyof Symbols, name: QName): string | undefined {
  if (kind === 'types' && symbols.elements.get(name) !== undefined) {
    return (
      `'${name.localName}' is an element there: ` +
      `use its type, or refer to it with 'element' or 'ref'`
    );
  }
  if (kind === 'elements' && (symbols.types.get(name) ?? findBuiltin(name)) !== undefined) {
    return `'${name.localName}' is a type there: refer to it with 'type'`;
  }
  const table = symbols[kind];
  for (const namespace of table.namespaces()) {
    const other = { namespace, localName: name.localName };
    if (namespace !== name.namespace && table.get(other) !== undefined) {
      return `Did you mean the one in ${namespaceText(other)}? Check the prefix`;
    }
  }
  if (kind === 'types') {
    const builtin = { namespace: namespaces.xsd, localName: name.localName };
    if (name.namespace !== namespaces.xsd && findBuiltin(builtin) !== undefined) {
      return `Did you mean the built-in '${name.localName}' of XML Schema? Check the prefix`;
    }
  }
  const near = nearest(name.localName, table.localNames(name.namespace));
  if (near !== undefined) return near;
  const known = [...table.localNames(name.namespace)].length > 0;
  return known || name.namespace === namespaces.xsd
    ? undefined
    : `No schema for ${namespaceText(name)} declares such a thing: an import may be missing`;
}

/** Suggests the candidate most similar to a name. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const near = suggest(name, candidates);
  return near === undefined ? undefined : `Did you mean '${near}'?`;
}

/**
 * Reports a type whose base forbids the derivation with `final` (XML Schema part 1 sections 3.4.6
 * and 3.14.6).
 */
export function refuseFinal(
  place: OwnedContext,
  base: SchemaType | undefined,
  method: DerivationMethod,
  span: Span | undefined,
): void {
  if (base?.final?.includes(method) !== true || span === undefined) return;
  breaksRule(
    place,
    `Type '${base.name?.localName ?? ''}' is final for ${words[method]}`,
    span,
    `Take '${method}' out of its 'final', or do not derive from it`,
  );
}

const words: Readonly<Record<DerivationMethod, string>> = {
  extension: 'extensions',
  restriction: 'restrictions',
  substitution: 'substitution groups',
  list: 'lists of it',
  union: 'unions with it',
};

/**
 * The derivation methods from a base to a type, starting at the type; `undefined` if it is not
 * derived from it. Simple types are restrictions.
 */
function methodsBetween(
  type: SchemaType,
  base: SchemaType,
): readonly { readonly method: DerivationMethod; readonly from: SchemaType }[] | undefined {
  const found: { method: DerivationMethod; from: SchemaType }[] = [];
  let at: SchemaType | undefined = type;
  while (at !== undefined && at !== base) {
    const from: SchemaType | undefined = at.base;
    if (from !== undefined) found.push({ method: methodOf(at), from });
    at = from;
  }
  return at === undefined ? undefined : found;
}

/**
 * Whether a type is, or is derived from, another one. Every type is derived from `xs:anyType`, and
 * simple content from its base.
 */
export function isDerivedFrom(type: SchemaType, base: SchemaType): boolean {
  if (base === anyType || methodsBetween(type, base) !== undefined) return true;
  if (base.kind === 'simple' && base.variety === 'union') return true;
  return (
    type.kind === 'complex' &&
    type.simpleContent !== undefined &&
    base.kind === 'simple' &&
    methodsBetween(type.simpleContent, base) !== undefined
  );
}

/**
 * Whether `block` keeps an element from replacing the head of its group (XML Schema part 1 section
 * 3.3.6): that of the head, of its type, or of a type between the two. Each is about all steps.
 */
export function isBlockedSubstitute(head: ElementDeclaration, member: ElementDeclaration): boolean {
  const steps = methodsBetween(member.type, head.type) ?? [];
  const ofTypes = steps.flatMap(({ from }) => (from.kind === 'complex' && from.block) || []);
  const block = new Set([...(head.block ?? []), ...ofTypes]);
  return block.has('substitution') || steps.some(({ method }) => block.has(method));
}

/**
 * The derivation method that the type of a member uses, and the head of its substitution group
 * excludes.
 */
export function excludedMethod(
  head: ElementDeclaration,
  member: ElementDeclaration,
): DerivationMethod | undefined {
  const final = head.final ?? [];
  return methodsBetween(member.type, head.type)?.find(({ method }) => final.includes(method))
    ?.method;
}

/**
 * Types that an `xsi:type` may name where another one is declared, nearest first (XML Schema part 1
 * sections 3.3.4 and 3.4.6). The `block` of a type between them does not count here.
 *
 * @param block that of the element, in addition to that of its type
 */
export function replacements(
  declared: ComplexType,
  block: readonly DerivationMethod[] = [],
): readonly ComplexType[] {
  // most types, at each of their places
  if (declared.derived.length === 0) return [];
  const blocked = new Set([...(declared.block ?? []), ...block]);
  const found = new Set([declared]);
  // the loop also visits types added to the set meanwhile
  for (const { derived } of found) {
    for (const one of derived) if (!blocked.has(methodOf(one))) found.add(one);
  }
  found.delete(declared);
  return [...found];
}

/** The method by which a type is derived from its base. */
function methodOf(type: SchemaType): DerivationMethod {
  return type.kind === 'complex' ? (type.derivation ?? 'restriction') : 'restriction';
}

/** A complex type whose content is being linked. */
export interface ComplexDraft {
  /** Number of bases above it. */
  levels: number;
  readonly type: Mutable<ComplexType>;
  readonly declared: Declared<TypeSyntax>;
  readonly syntax: ComplexTypeSyntax;
  state: 'empty' | 'filling' | 'full';
}

/** A simple type whose content is being linked. */
export interface SimpleDraft {
  /** Number of bases above it. */
  levels: number;
  readonly type: Mutable<SimpleType>;
  state: 'empty' | 'filling' | 'full';
}

/** Attribute uses with their wildcard. */
export interface AttributeSet {
  readonly uses: readonly AttributeUse[];
  readonly prohibited: readonly string[];
  readonly wildcard: Wildcard | undefined;
  readonly soapArray?: AttributeSyntax['arrayType'];
}

/** Components by the syntax they were linked from, shared by all definitions of a contract. */
export interface Components {
  readonly types: Map<TypeSyntax, ComplexType | SimpleType>;
  readonly complexDrafts: Map<ComplexType, ComplexDraft>;
  readonly simpleDrafts: Map<SimpleType, SimpleDraft>;
  readonly elements: Map<ElementSyntax, Mutable<ElementDeclaration>>;
  readonly groups: Map<GroupSyntax, ModelParticle | 'busy'>;
  readonly attributeGroups: Map<AttributeGroupSyntax, AttributeSet | 'busy'>;
  readonly globalAttributes: Map<AttributeSyntax, AttributeUse>;
  /** Direct members of substitution groups, by head. */
  readonly members: Map<ElementDeclaration, Mutable<ElementDeclaration>[]>;
  /** Number of elements and attributes linked so far that have a default or fixed value. */
  readonly valued: { count: number };
  /** Elements with a default or fixed value, which depends on types that may not be linked yet. */
  readonly given: {
    readonly declaration: Mutable<ElementDeclaration>;
    readonly syntax: ElementSyntax;
  }[];
  /**
   * Anonymous types whose content is linked later, because it may derive from the type around it.
   */
  readonly pending: ComplexDraft[];
  /** Matches values against patterns. */
  readonly patterns: PatternMatcher;
  /** Whether `^` and `$` of patterns are anchors, as in .NET. */
  readonly hasAnchors: boolean;
  /** Limits the expansion of groups, bases and substitution groups. */
  readonly expansion: Expansion;
  /** Number of definitions being linked inside one another. */
  readonly nesting: { level: number };
}

/** Shared by all definitions of a contract. */
export interface SharedContext {
  readonly components: Components;
  readonly defects: Defects;
}

/** Shared by the functions that link one `Definitions`. */
export interface LinkContext extends SharedContext {
  readonly symbols: Symbols;
}

/** The context for one component. */
export interface OwnedContext extends LinkContext {
  /** Component that a defect found here affects. */
  readonly owner: object;
  /** The redefinition it is in, if any, in which its own name means the original. */
  readonly redefining?: Declared<object> | undefined;
}

/** The position of a piece of syntax. */
export interface Place extends OwnedContext {
  readonly document: SchemaDocument;
  /** Names from the global component inward, to name anonymous types. */
  readonly context: readonly string[];
}

/** The position of a declaration, whose defects affect `owner`. */
export function linkPlace(
  { symbols, components, defects }: LinkContext,
  declared: Declared<object>,
  owner: object,
  context: readonly string[],
): Place {
  const redefining = declared.original === undefined ? undefined : declared;
  return { symbols, components, defects, document: declared.document, owner, context, redefining };
}

/**
 * Limit on bases of bases, groups in groups and so on: beyond any real contract, and well within
 * the call stack.
 */
export const deepestNesting = 256;

/** Links a definition that another one needs; `undefined`, reported, if they nest too deeply. */
export function nested<T>(
  place: OwnedContext,
  span: Span | undefined,
  link: () => T,
): T | undefined {
  const { nesting } = place.components;
  if (nesting.level >= deepestNesting) {
    refuseDepth(place, span);
    return undefined;
  }
  nesting.level += 1;
  try {
    return link();
  } finally {
    nesting.level -= 1;
  }
}

/** Reports definitions that nest too deeply. */
export function refuseDepth({ defects, owner }: OwnedContext, span: Span | undefined): void {
  defects.add(owner, {
    code: 'ASMX1032',
    message: `Definitions build on one another through more than ${deepestNesting} levels`,
    span,
  });
}

/** Reports a violation of a rule of XML Schema. */
export function breaksRule(place: OwnedContext, message: string, span: Span, help?: string): void {
  place.defects.add(place.owner, { code: 'ASMX3003', message, span, help });
}

/** A global declaration with its schema, and the declaration it redefines. */
export interface Declared<S> {
  readonly syntax: S;
  readonly document: SchemaDocument;
  /**
   * The declaration that an `xs:redefine` replaces, and to which the redefinition refers by its own
   * name.
   */
  readonly original?: Declared<S> | undefined;
}

/** The symbol spaces of XML Schema (part 1 section 2.5) for the schemas of one `Definitions`. */
interface Symbols {
  readonly types: NameTable<Declared<TypeSyntax>>;
  readonly elements: NameTable<Declared<ElementSyntax>>;
  readonly attributes: NameTable<Declared<AttributeSyntax>>;
  readonly groups: NameTable<Declared<GroupSyntax>>;
  readonly attributeGroups: NameTable<Declared<AttributeGroupSyntax>>;
}

interface Named {
  readonly name?: QName | undefined;
  readonly span: Span;
}

/**
 * Documents with redefinitions, each after those that it redefines (XML Schema part 1 section
 * 4.2.2).
 */
export function inRedefiningOrder(schemas: readonly SchemaDocument[]): readonly SchemaDocument[] {
  return schemas
    .filter((one) => one.redefinitions.length > 0)
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

/** Collects all global declarations and reports duplicate names. The first one counts. */
export function collectSymbols(definitions: Definitions, defects: Defects): Symbols {
  const symbols: Symbols = {
    types: createNameTable(),
    elements: createNameTable(),
    attributes: createNameTable(),
    groups: createNameTable(),
    attributeGroups: createNameTable(),
  };
  for (const document of definitions.schemas) {
    const declare = <S extends Named>(
      what: string,
      table: NameTable<Declared<S>>,
      list: readonly S[],
    ): void => {
      for (const syntax of list) declareOne(what, table, { syntax, document }, defects);
    };
    declare('Type', symbols.types, document.types);
    declare('Element', symbols.elements, document.elements);
    declare('Attribute', symbols.attributes, document.attributes);
    declare('Group', symbols.groups, document.groups);
    declare('Attribute group', symbols.attributeGroups, document.attributeGroups);
  }
  for (const document of inRedefiningOrder(definitions.schemas)) {
    for (const syntax of document.redefinitions) {
      if (syntax.kind === 'group') redefine(symbols.groups, syntax, document, defects);
      else if (syntax.kind === 'attributeGroup') {
        redefine(symbols.attributeGroups, syntax, document, defects);
      } else redefine(symbols.types, syntax, document, defects);
    }
  }
  return symbols;
}

function declareOne<S extends Named>(
  what: string,
  table: NameTable<Declared<S>>,
  declared: Declared<S>,
  defects: Defects,
): void {
  const { syntax } = declared;
  if (syntax.name === undefined) return;
  const first = table.get(syntax.name);
  if (first === undefined) {
    table.set(syntax.name, declared);
    return;
  }
  if (first.syntax === syntax) return;
  const namespace = namespaceText(syntax.name);
  const report = {
    code: 'ASMX2002',
    message: `${what} '${syntax.name.localName}' is declared twice in ${namespace}`,
    span: syntax.span,
    related: [{ message: 'first declared here', span: first.syntax.span }],
  } as const;
  if (saySame(first.syntax, syntax)) {
    defects.warn({ ...report, help: 'Remove one of the two; they are the same' });
  } else {
    defects.add(first.syntax, { ...report, help: 'Remove or rename one of the two' });
  }
}

function redefine<S extends Named>(
  table: NameTable<Declared<S>>,
  syntax: S,
  document: SchemaDocument,
  defects: Defects,
): void {
  if (syntax.name === undefined) return;
  const original = table.get(syntax.name);
  if (original === undefined) {
    defects.add(syntax, {
      code: 'ASMX2001',
      message:
        `'${syntax.name.localName}' redefines nothing: ` +
        `${namespaceText(syntax.name)} has no such declaration`,
      span: syntax.span,
    });
  }
  table.set(syntax.name, { syntax, document, original });
}

/** Whether two declarations are equal, regardless of position. */
function saySame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const first = Object.entries(a);
  const second = b as Readonly<Record<string, unknown>>;
  if (first.length !== Object.keys(b).length) return false;
  return first.every(([key, value]) => key === 'span' || saySame(value, second[key]));
}
