import { namespaces } from '../../model/common/namespaces.ts';
import type { Reference } from '../../model/common/reference.ts';
import { annotationOf } from '../../model/xsd/annotation.ts';
import type {
  AttributeSyntax,
  ComplexDerivationSyntax,
  ComplexTypeSyntax,
  FacetSyntax,
  SimpleTypeSyntax,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import type {
  ClassNotation,
  EnumerationNotation,
  FieldNotation,
  NamedType,
  RestrictionNotation,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { sequence } from './sequence.ts';
import type { TypeLibrary } from './type-scope.ts';

/** Converts a declared type to XML Schema. */
export function namedTypeSyntax(
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
    particle: sequence(
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
export function hasText(
  notation: ClassNotation,
  types: ReadonlyMap<string, TypeNotation>,
): boolean {
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
