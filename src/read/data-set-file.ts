import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { namespaces } from '../model/common/namespaces.ts';
import type { DataSetDescription } from '../model/xsd/data-set.ts';
import { type Host, UnreadableFile } from './host.ts';
import { decodeText } from './text/decode-text.ts';
import { parseXmlTree, spanOf } from './xml-tree.ts';
import { readDataSetDescription } from './xsd/read-data-set.ts';

/**
 * Reads the schema files of a DataSet as one.
 *
 * @returns `undefined` if there is none; what cannot be read is reported
 */
export function readDataSetFiles(
  paths: readonly string[],
  host: Host,
  sink: DiagnosticSink,
): DataSetDescription | undefined {
  const [first, ...others] = paths.flatMap((path) => readDataSetFile(path, host, sink) ?? []);
  return (
    first && {
      ...first,
      columns: Object.assign({}, ...others.map(({ columns }) => columns), first.columns),
      required: Object.assign({}, ...others.map(({ required }) => required), first.required),
    }
  );
}

/**
 * Reads the schema file of a DataSet.
 *
 * @returns `undefined`, reported, if there is none or it describes no table
 */
function readDataSetFile(
  path: string,
  host: Host,
  sink: DiagnosticSink,
): DataSetDescription | undefined {
  const refuse = (reason: string): undefined => {
    sink.report({
      code: 'ASMX5002',
      severity: 'error',
      message: `the schema '${path}' of 'dataSets' cannot be read: ${reason}`,
      help: 'paths are relative to the folder of the configuration',
    });
  };
  let bytes: Uint8Array | undefined;
  try {
    bytes = host.readFile(path);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refuse(error.message);
  }
  if (bytes === undefined) return refuse('it does not exist');
  const root = parseXmlTree({ path, text: decodeText(bytes).text }, sink);
  if (root === undefined) return undefined;
  const description =
    root.namespace === namespaces.xsd && root.local === 'schema'
      ? readDataSetDescription(root)
      : undefined;
  if (description !== undefined && Object.keys(description.columns).length > 0) return description;
  sink.report({
    code: 'ASMX5002',
    severity: 'error',
    message: `'${path}' of 'dataSets' is no schema of a DataSet`,
    span: spanOf(root),
    help: 'it needs an xs:schema as WriteXmlSchema of a DataSet writes it',
  });
  return undefined;
}
