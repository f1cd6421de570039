import { type Complain, complainAtSpan } from '../../diagnostics/data-node.ts';
import { createDataReader } from '../../diagnostics/data-read.ts';
import { readDataText } from '../../diagnostics/data-text.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../../diagnostics/source-file.ts';
import type { Contract, Definitions } from '../../model/wsdl/definitions.ts';
import type { ContractNotation } from '../../model/yaml/notation.ts';
import { buildService } from './build-service.ts';
import { checkTypes } from './check-types.ts';
import { notationCodes } from './notation-reader.ts';
import { readNotation } from './read-notation.ts';
import { DeclaredTypes } from './type-library.ts';
import type { TypeLibrary } from './type-scope.ts';

/**
 * Reads a contract in the YAML notation: one `Definitions` for each service, equal to that of the
 * service's WSDL in ASMX. Reports every problem, and then returns `undefined`. Never throws.
 */
export function readYamlContract(file: SourceFile, sink: DiagnosticSink): Contract | undefined {
  let failed = false;
  const watched: DiagnosticSink = {
    report(diagnostic) {
      failed ||= diagnostic.severity === 'error';
      sink.report(diagnostic);
    },
  };
  const root = readDataText(file, watched);
  if (root === undefined) return undefined;
  const complain: Complain = complainAtSpan(watched);
  const notation = readNotation(createDataReader<Span>(complain, notationCodes), root);
  if (notation === undefined) return undefined;
  checkTypes(notation, complain);
  if (failed) return undefined;
  const libraries = new Map<string, TypeLibrary>();
  const definitions = notation.services.map((service) => {
    const { namespace } = service;
    const library =
      libraries.get(namespace) ?? new DeclaredTypes(namespace, notation.types, complain);
    libraries.set(namespace, library);
    return buildService(notation, service, library, complain);
  });
  if (failed) return undefined;
  reportUnusedTypes(notation, definitions, sink);
  const { name, documentation } = notation;
  const baseUrl = notation.baseUrl?.replace(/\/+$/, '');
  return { name, files: [file], definitions, baseUrl, bodyIdentifies: true, documentation };
}

/**
 * Reports unused types, which would be lost, because a service's definitions contain only the types
 * it uses.
 */
function reportUnusedTypes(
  { types }: ContractNotation,
  definitions: readonly Definitions[],
  sink: DiagnosticSink,
): void {
  const used = new Set(
    definitions.flatMap(({ schemas }) =>
      schemas.flatMap((schema) => schema.types.map((type) => type.name?.localName)),
    ),
  );
  for (const { name, span } of types.values()) {
    if (used.has(name)) continue;
    const message = `type '${name}' is used by no operation`;
    sink.report({ code: 'ASMX6003', severity: 'hint', message, span });
  }
}
