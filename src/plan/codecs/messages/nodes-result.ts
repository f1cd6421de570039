import { propertyKey, stringLiteral } from '../../print/encode.ts';
import type { TypeNode } from '../../print/node.ts';
import { array, call, entry, joined, object } from '../../print/node.ts';
import { line, type Statement } from '../../print/statement.ts';
import type { CodecPlan } from '../../result/plan.ts';
import {
  codecFunction,
  local,
  property,
  reader,
  readOrThrow,
  runtime,
  writeOrThrow,
} from '../codec.ts';

/** A result that is arbitrary XML. */
export interface NodesResult {
  readonly type: TypeNode;
  /** The property of the result with the nodes. */
  readonly property: string;
  /** Whether there may be no result, which is an answer without a body. */
  readonly undefinable: boolean;
  readonly operation: string;
  readonly namespace: string;
}

/**
 * The function that writes the element of the result as the document of an HTTP GET or POST answer.
 */
export function writeNodesResult(result: NodesResult, name: string): CodecPlan {
  const output = local('output');
  const nodes = property('value', result.property);
  const value = call(runtime('asObject'), output, runtime('standalone'), "''");
  const label = stringLiteral(result.property);
  const written = call(runtime('writeMixed'), nodes, "''", 'value', label);
  const none = result.undefinable ? [line("if (output === undefined) return '';")] : [];
  const body: readonly Statement[] = [
    ...none,
    line(joined('const value = ', value, ';')),
    line(joined('return ', written, ';')),
  ];
  return codecFunction({
    name,
    exported: true,
    doc: `Writes the result of operation \`${result.operation}\`, which is a document of its own.`,
    parameters: [{ name: 'output', type: result.type }],
    returns: 'string',
    body: [writeOrThrow(body, output)],
    namespace: result.namespace,
  });
}

/** The function that reads such an answer. Called before the root. */
export function readNodesResult(result: NodesResult, name: string): CodecPlan {
  const nodes = array([call(runtime('captureElement'), 'reader')]);
  const value = object([entry(propertyKey(result.property), nodes)]);
  const body = [line('reader.nextTag();'), line(joined('return ', value, ';'))];
  return codecFunction({
    name,
    exported: true,
    doc: `Reads the result of operation \`${result.operation}\`, which is a document of its own.`,
    parameters: [reader],
    returns: result.type,
    body: [readOrThrow(body)],
    namespace: result.namespace,
  });
}
