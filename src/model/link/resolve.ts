import { suggest } from '../../diagnostics/suggest.ts';
import type { NameTable } from '../common/name-table.ts';
import { namespaces } from '../common/namespaces.ts';
import { namespaceText, type QName, undeclared } from '../common/qname.ts';
import type { Reference } from '../common/reference.ts';
import type { Defect } from '../defects/defect.ts';
import type { Defects } from '../defects/defects.ts';
import { findBuiltin } from '../xsd/builtin-schema.ts';
import type { TypeSyntax } from '../xsd/schema-document.ts';
import type { LinkContext, OwnedContext } from './link-context.ts';
import type { Declared, Symbols } from './symbols.ts';

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
export function resolve<K extends keyof Symbols>(
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

/**
 * A type's name; none if an `xs:redefine` replaced the type, because nothing else can refer to it.
 */
export function effectiveName(context: LinkContext, syntax: TypeSyntax): QName | undefined {
  const { name } = syntax;
  if (name === undefined) return undefined;
  return context.symbols.types.get(name)?.syntax === syntax ? name : undefined;
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
