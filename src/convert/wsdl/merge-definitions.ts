import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Contract, Definitions } from '../../model/wsdl/definitions.ts';
import type { SchemaDocument } from '../../model/xsd/schema-document.ts';
import { sameSyntax } from '../same-syntax.ts';

/**
 * All definitions of a contract as those of one document, which has one target namespace and holds
 * each name once. What two services declare alike stands once.
 *
 * @param sink told of every name two services use for different things
 * @returns `undefined` when there is such a name
 */
export function mergeDefinitions(
  { definitions, name, documentation }: Contract,
  sink: DiagnosticSink,
): Definitions | undefined {
  const [first, ...others] = definitions;
  if (first === undefined) return undefined;
  let failed = false;
  const clash = (span: Span, message: string, help: string, other: Span): void => {
    failed = true;
    const related = [{ message: 'the other one', span: other }];
    sink.report({ code: 'ASMX2002', severity: 'error', message, span, help, related });
  };
  for (const other of others) {
    if (other.targetNamespace === first.targetNamespace) continue;
    const names = [first, other].map(serviceName);
    clash(
      other.span,
      `services '${names.join("' and '")}' have different namespaces, and a WSDL has one`,
      `Write one service at a time: --service ${names[1]}`,
      first.span,
    );
  }
  const join = <T extends { readonly name: QName; readonly span: Span }>(
    what: string,
    lists: readonly (readonly T[])[],
  ): readonly T[] => {
    const found = new Map<string, { readonly item: T; readonly at: number }>();
    for (const [at, list] of lists.entries()) {
      for (const item of list) {
        const known = found.get(qnameKey(item.name));
        if (known === undefined) found.set(qnameKey(item.name), { item, at });
        else if (!sameSyntax(known.item, item)) {
          const names = [definitions[known.at], definitions[at]].map(serviceName);
          clash(
            item.span,
            `services '${names.join("' and '")}' both declare ${what} '${item.name.localName}', and differently`,
            `Write one service at a time: --service ${names[1]}`,
            known.item.span,
          );
        }
      }
    }
    return [...found.values()].map((one) => one.item);
  };
  const schemas = mergeSchemas(definitions, join);
  const merged: Definitions = {
    ...first,
    name,
    documentation,
    schemas,
    messages: join(
      'message',
      definitions.map((one) => one.messages),
    ),
    portTypes: join(
      'portType',
      definitions.map((one) => one.portTypes),
    ),
    bindings: join(
      'binding',
      definitions.map((one) => one.bindings),
    ),
    services: definitions.flatMap((one) => one.services),
  };
  return failed ? undefined : merged;
}

type Join = <T extends { readonly name: QName; readonly span: Span }>(
  what: string,
  lists: readonly (readonly T[])[],
) => readonly T[];

function mergeSchemas(definitions: readonly Definitions[], join: Join): readonly SchemaDocument[] {
  // Documents read from files keep their schemas apart: several may share a namespace.
  if (definitions.length < 2) return definitions.flatMap((one) => one.schemas);
  const byNamespace = new Set(
    definitions.flatMap((one) => one.schemas.map((schema) => schema.targetNamespace)),
  );
  return [...byNamespace].flatMap((namespace) => {
    const lists = definitions.map((one) =>
      one.schemas.filter((schema) => schema.targetNamespace === namespace),
    );
    const all = lists.flat();
    const [first] = all;
    if (first === undefined) return [];
    const named = <T extends { readonly name?: QName | undefined; readonly span: Span }>(
      pick: (schema: SchemaDocument) => readonly T[],
    ) =>
      lists.map((list) =>
        list
          .flatMap(pick)
          .flatMap((one) => (one.name === undefined ? [] : [{ ...one, name: one.name }])),
      );
    return [
      {
        ...first,
        imports: all.flatMap((one) => one.imports),
        elements: join(
          'element',
          named((one) => one.elements),
        ),
        types: join(
          'type',
          named((one) => one.types),
        ),
      },
    ];
  });
}

function serviceName(definitions: Definitions | undefined): string {
  return definitions?.services[0]?.name ?? '';
}
