import type { Diagnostic, DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Contract, Definitions } from '../../model/wsdl/definitions.ts';
import type { SchemaDocument, TypeSyntax } from '../../model/xsd/schema-document.ts';
import { sameSyntax } from '../same-syntax.ts';

/**
 * All definitions of a contract as one document with one target namespace and unique names. Equal
 * declarations of two services are merged.
 *
 * @param sink receives an error for each name that two services use for different things
 * @returns `undefined` if there is such a name
 */
export function mergeDefinitions(
  { definitions, name, documentation }: Contract,
  sink: DiagnosticSink,
): Definitions | undefined {
  const [first, ...others] = definitions;
  if (first === undefined) return undefined;
  const clashes: Diagnostic[] = [];
  for (const second of others) {
    if (second.targetNamespace === first.targetNamespace) continue;
    clashes.push(
      clash(
        { from: first, item: first },
        { from: second, item: second },
        'have different namespaces, and a WSDL has one',
      ),
    );
  }
  const join: Join = (what, pick) => {
    const found = new Map<string, Found<ReturnType<typeof pick>[number]>>();
    for (const from of definitions) {
      for (const item of pick(from)) {
        const known = found.get(qnameKey(item.name));
        if (known === undefined) {
          found.set(qnameKey(item.name), { from, item });
        } else if (!sameSyntax(known.item, item)) {
          const difference = `both declare ${what} '${item.name.localName}', and differently`;
          clashes.push(clash(known, { from, item }, difference));
        }
      }
    }
    return [...found.values()].map(({ item }) => item);
  };
  const merged: Definitions = {
    ...first,
    name,
    documentation,
    schemas: mergeSchemas(definitions, join),
    messages: join('message', (one) => one.messages),
    portTypes: join('portType', (one) => one.portTypes),
    bindings: join('binding', (one) => one.bindings),
    services: definitions.flatMap((one) => one.services),
  };
  clashes.forEach(sink.report);
  return clashes.length === 0 ? merged : undefined;
}

/** A construct and its definitions. */
interface Found<T> {
  readonly from: Definitions;
  readonly item: T;
}

/** Joins constructs of one kind, keeping the first of each name. */
type Join = <T extends { readonly name: QName; readonly span: Span }>(
  what: string,
  pick: (definitions: Definitions) => readonly T[],
) => readonly T[];

type Spanned = Found<{ readonly span: Span }>;

function clash(first: Spanned, second: Spanned, difference: string): Diagnostic {
  const [one = '', other = ''] = [first, second].map(({ from }) => from.services[0]?.name);
  return {
    code: 'ASMX2002',
    severity: 'error',
    message: `services '${one}' and '${other}' ${difference}`,
    span: second.item.span,
    help: `Write one service at a time: --service ${other}`,
    related: [{ message: 'the other one', span: first.item.span }],
  };
}

function mergeSchemas(definitions: readonly Definitions[], join: Join): readonly SchemaDocument[] {
  const schemas = definitions.flatMap((one) => one.schemas);
  // Documents read from files keep their schemas separate, because several may share a namespace.
  if (definitions.length < 2) return schemas;
  const merged = new Set<string>();
  return schemas.flatMap((first) => {
    const isSame = (one: SchemaDocument) => one.targetNamespace === first.targetNamespace;
    if (merged.has(first.targetNamespace)) return [];
    merged.add(first.targetNamespace);
    return {
      ...first,
      imports: schemas.filter(isSame).flatMap((one) => one.imports),
      elements: join('element', (one) => one.schemas.filter(isSame).flatMap((s) => s.elements)),
      types: join('type', (one) =>
        one.schemas.filter(isSame).flatMap((schema) => schema.types.filter(hasName)),
      ),
    };
  });
}

function hasName(type: TypeSyntax): type is TypeSyntax & { readonly name: QName } {
  return type.name !== undefined;
}
