import type { Complain } from '../../diagnostics/data-node.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { Reference } from '../../model/common/reference.ts';
import { annotationOf } from '../../model/xsd/annotation.ts';
import type { ElementSyntax, ParticleSyntax, TypeSyntax } from '../../model/xsd/schema-document.ts';
import { asmxTypeName, isReferenceType, rootBase } from '../../model/yaml/asmx-names.ts';
import { contentTypeSyntax } from '../../model/yaml/content-types.ts';
import type {
  ArrayType,
  FieldNotation,
  NamedType,
  TypeExpression,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { isBuiltin, isContentType } from '../../model/yaml/type-names.ts';
import { namedTypeSyntax } from './named-types.ts';
import { sequence } from './sequence.ts';
import type { TypeLibrary, TypeUse } from './type-scope.ts';

/** The library of a namespace for the declared types. */
export class DeclaredTypes implements TypeLibrary {
  readonly namespace: string;
  readonly #types: ReadonlyMap<string, TypeNotation>;
  readonly #complain: Complain;
  readonly #declared = new Map<string, TypeSyntax>();
  readonly #arrays = new Map<string, { readonly item: string; readonly syntax: TypeSyntax }>();
  readonly #roots = new Map<string, ElementSyntax>();

  /** @param complain called if two arrays would share a name */
  constructor(namespace: string, types: ReadonlyMap<string, TypeNotation>, complain: Complain) {
    this.namespace = namespace;
    this.#types = types;
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
    const { namespace } = this;
    if (base.kind === 'array' || !isBuiltin(base.name)) {
      return { name: { namespace, localName }, span: base.span };
    }
    const asmx = localName === 'guid' || localName === 'char';
    const uri = asmx ? namespaces.microsoftTypes : namespaces.xsd;
    return { name: { namespace: uri, localName }, span: base.span };
  }

  particle(field: FieldNotation): ParticleSyntax {
    const { type, span } = field;
    return {
      kind: 'elementParticle',
      element: {
        kind: 'element',
        name: { namespace: this.namespace, localName: field.name },
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
    const owner = this.#types.get(name)?.span ?? known?.syntax.span;
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
      particle: sequence([one], span),
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
