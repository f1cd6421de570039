import type { Span } from '../../diagnostics/source-file.ts';
import { createNameTable, type NameTable } from '../common/name-table.ts';
import { namespaceText, type QName } from '../common/qname.ts';
import type { Defects } from '../defects/defects.ts';
import type { Definitions } from '../wsdl/definitions.ts';
import type {
  AttributeGroupSyntax,
  AttributeSyntax,
  ElementSyntax,
  GroupSyntax,
  SchemaDocument,
  TypeSyntax,
} from '../xsd/schema-document.ts';

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
export interface Symbols {
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
