import type { Span } from '../../diagnostics/source-file.ts';
import type { TypeSyntax } from '../../model/xsd/schema-document.ts';
import type {
  ArrayType,
  NamedType,
  TypeExpression,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { isBuiltin } from '../../model/yaml/type-names.ts';
import type { TypeLibrary } from './type-scope.ts';

/**
 * Collects the types a service needs, in ASMX's order: a type before those it refers to, derived
 * types last.
 */
export interface TypeCollector {
  collect(type: TypeExpression): void;
  collectBase(base: NamedType | ArrayType): void;
  readonly types: readonly TypeSyntax[];
  /** ASMX's own simple types in use, with the first place of each. */
  readonly asmxTypes: ReadonlyMap<string, Span>;
}

/** Creates a collector for the declared types. */
export function createTypeCollector(
  library: TypeLibrary,
  declared: ReadonlyMap<string, TypeNotation>,
): TypeCollector {
  const found = new Set<TypeSyntax>();
  const asmxTypes = new Map<string, Span>();
  const derived = new Map<string, TypeNotation[]>();
  for (const one of declared.values()) {
    if (one.kind !== 'class' || one.extends === undefined) continue;
    const siblings = derived.get(one.extends.name);
    if (siblings === undefined) derived.set(one.extends.name, [one]);
    else siblings.push(one);
  }

  function collectBase(first: NamedType | ArrayType): void {
    // An explicit stack, because a contract may nest types deeper than functions can.
    const waiting = [first];
    for (let base = waiting.pop(); base !== undefined; base = waiting.pop()) {
      if (base.kind === 'named' && isBuiltin(base.name)) {
        if ((base.name === 'guid' || base.name === 'char') && !asmxTypes.has(base.name)) {
          asmxTypes.set(base.name, base.span);
        }
        continue;
      }
      const syntax = library.syntax(base);
      if (syntax === undefined || found.has(syntax)) continue;
      found.add(syntax);
      const parts = base.kind === 'array' ? [base.item.base] : partsOf(declared.get(base.name));
      waiting.push(...parts.reverse());
    }
  }

  function partsOf(notation: TypeNotation | undefined): (NamedType | ArrayType)[] {
    if (notation?.kind === 'restriction') return [notation.base];
    if (notation?.kind !== 'class') return [];
    const parts: (NamedType | ArrayType)[] = [];
    if (notation.extends !== undefined) parts.push(notation.extends);
    if (notation.text !== undefined) parts.push(notation.text.base);
    for (const field of [...notation.fields, ...notation.attributes]) parts.push(field.type.base);
    for (const other of derived.get(notation.name) ?? []) {
      parts.push({ kind: 'named', name: other.name, span: other.span });
    }
    return parts;
  }

  return {
    collect: (type) => collectBase(type.base),
    collectBase: collectBase,
    get types() {
      return [...found];
    },
    asmxTypes,
  };
}
