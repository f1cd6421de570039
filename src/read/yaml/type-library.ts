import type { Complain } from '../../diagnostics/data-node.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { Reference } from '../../model/common/reference.ts';
import { asmxTypeName, isReferenceType, rootBase } from '../../model/notation/asmx-names.ts';
import { contentTypeSyntax } from '../../model/notation/content-types.ts';
import type {
  ArrayType,
  FieldNotation,
  NamedType,
  TypeExpression,
  TypeNotation,
} from '../../model/notation/notation.ts';
import { isBuiltin, isContentType } from '../../model/notation/type-names.ts';
import { annotationOf } from '../../model/xsd/annotation.ts';
import type { ElementSyntax, ParticleSyntax, TypeSyntax } from '../../model/xsd/schema-document.ts';
import { namedTypeSyntax } from './named-types.ts';
import { sequence } from './sequence.ts';
import type { TypeLibrary, TypeUse } from './type-scope.ts';

/**
 * Creates the library of a namespace over the declared types; complains where two arrays would
 * share a name.
 */
export function createTypeLibrary(
  namespace: string,
  types: ReadonlyMap<string, TypeNotation>,
  complain: Complain,
): TypeLibrary {
  const declared = new Map<string, TypeSyntax>();
  const arrays = new Map<string, { readonly item: string; readonly syntax: TypeSyntax }>();
  const roots = new Map<string, ElementSyntax>();

  const nameOf = (base: NamedType | ArrayType): string => asmxTypeName(base, types);
  const isReference = (base: NamedType | ArrayType): boolean => isReferenceType(base, types);

  function use(base: NamedType | ArrayType): TypeUse {
    if (base.kind === 'named' && isContentType(base.name)) {
      return { type: contentTypeSyntax(base.name, base.span) };
    }
    return { typeRef: reference(base) };
  }

  function reference(base: NamedType | ArrayType): Reference {
    const localName = nameOf(base);
    if (base.kind === 'array' || !isBuiltin(base.name)) {
      return { name: { namespace, localName }, span: base.span };
    }
    const asmx = localName === 'guid' || localName === 'char';
    const uri = asmx ? namespaces.microsoftTypes : namespaces.xsd;
    return { name: { namespace: uri, localName }, span: base.span };
  }

  function particle(field: FieldNotation): ParticleSyntax {
    const { type, span } = field;
    return {
      kind: 'elementParticle',
      element: {
        kind: 'element',
        name: { namespace, localName: field.name },
        global: false,
        ...use(type.base),
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

  function syntax(base: NamedType | ArrayType): TypeSyntax | undefined {
    if (base.kind === 'array') return arraySyntax(base);
    const notation = types.get(base.name);
    if (notation === undefined) return undefined;
    const known = declared.get(base.name);
    if (known !== undefined) return known;
    const made = namedTypeSyntax(notation, types, library);
    declared.set(base.name, made);
    return made;
  }

  function arraySyntax(base: ArrayType): TypeSyntax {
    const name = nameOf(base);
    const { item } = base;
    const itemKey = describe(item, isReference);
    const known = arrays.get(name);
    if (known !== undefined && known.item === itemKey) return known.syntax;
    const owner = types.get(name)?.span ?? known?.syntax.span;
    if (owner !== undefined) clash(name, base.span, owner);
    const made = wrapper(name, item, base.span);
    if (known === undefined) arrays.set(name, { item: itemKey, syntax: made });
    return made;
  }

  function clash(name: string, span: Span, other: Span): void {
    complain(span, 'ASMX2002', `the type of this array would be named '${name}', which is taken`, {
      help: 'rename the other type',
      related: [{ message: `the other '${name}'`, place: other }],
    });
  }

  function wrapper(localName: string, item: TypeExpression, span: Span): TypeSyntax {
    const one = particle({
      name: nameOf(item.base),
      span: item.span,
      type: { ...item, repeated: true, nillable: item.nillable || isReference(item.base) },
    });
    return {
      kind: 'complexType',
      name: { namespace, localName },
      abstract: false,
      mixed: false,
      particle: sequence([one], span),
      attributes: [],
      span,
    };
  }

  function root(type: TypeExpression): ElementSyntax | undefined {
    if (type.base.kind === 'named' && type.base.name === 'xml' && !type.repeated) return undefined;
    const base = rootBase(type);
    const localName = nameOf(base);
    const nillable = type.nillable || isReference(base);
    const key = `${localName}${nillable ? ' nillable' : ''}`;
    const known = roots.get(key);
    if (known !== undefined) return known;
    const { span } = type;
    const made: ElementSyntax = {
      kind: 'element',
      name: { namespace, localName },
      global: true,
      ...use(base),
      nillable,
      abstract: false,
      constraints: [],
      span,
    };
    roots.set(key, made);
    return made;
  }

  const library: TypeLibrary = { namespace, use, particle, syntax, root, isReference, nameOf };
  return library;
}

/**
 * A text that is the same for expressions that mean the same: what can be null in .NET is nillable
 * as an item anyhow.
 */
function describe(
  type: TypeExpression,
  isReference: (base: NamedType | ArrayType) => boolean,
): string {
  const { base } = type;
  const text = base.kind === 'array' ? `(${describe(base.item, isReference)})[]` : base.name;
  return `${text}${type.nillable && !isReference(base) ? '|null' : ''}`;
}
