import { type Complain, complainAtSpan } from '../../diagnostics/data-node.ts';
import { createDataReader } from '../../diagnostics/data-read.ts';
import { readDataText } from '../../diagnostics/data-text.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../../diagnostics/source-file.ts';
import type { Contract } from '../../model/definitions.ts';
import { buildService } from './build-service.ts';
import { checkTypes } from './check-types.ts';
import { notationCodes } from './notation-reader.ts';
import { readNotation } from './read-notation.ts';
import { createTypeLibrary, type TypeLibrary } from './type-library.ts';

/**
 * Reads a contract in the YAML notation: one `Definitions` for each service, the same that reading ASMX's own WSDL of the
 * service would give. Reports everything wrong with it and answers `undefined` then; never throws.
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
      libraries.get(namespace) ?? createTypeLibrary(namespace, notation.types, complain);
    libraries.set(namespace, library);
    return buildService(notation, service, library, complain);
  });
  if (failed) return undefined;
  const { name, baseUrl, documentation } = notation;
  return { name, files: [file], definitions, baseUrl, documentation };
}
