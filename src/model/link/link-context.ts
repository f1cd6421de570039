import type { Span } from '../../diagnostics/source-file.ts';
import type { Mutable } from '../common/mutable.ts';
import type { Defects } from '../defects/defects.ts';
import { createPatternMatcher, type PatternMatcher } from '../pattern/pattern-match.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  SimpleType,
  Wildcard,
} from '../xsd/schema.ts';
import type {
  AttributeGroupSyntax,
  AttributeSyntax,
  ComplexTypeSyntax,
  ElementSyntax,
  GroupSyntax,
  SchemaDocument,
  TypeSyntax,
} from '../xsd/schema-document.ts';
import type { Expansion } from './expansion.ts';
import type { Declared, Symbols } from './symbols.ts';

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
export function placeOf(
  { symbols, components, defects }: LinkContext,
  declared: Declared<object>,
  owner: object,
  context: readonly string[],
): Place {
  const redefining = declared.original === undefined ? undefined : declared;
  return { symbols, components, defects, document: declared.document, owner, context, redefining };
}

/** Creates empty tables. */
export function createComponents(expansion: Expansion, hasAnchors: boolean): Components {
  return {
    types: new Map(),
    complexDrafts: new Map(),
    simpleDrafts: new Map(),
    elements: new Map(),
    groups: new Map(),
    attributeGroups: new Map(),
    globalAttributes: new Map(),
    members: new Map(),
    valued: { count: 0 },
    given: [],
    pending: [],
    patterns: createPatternMatcher(),
    hasAnchors,
    expansion,
    nesting: { level: 0 },
  };
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
