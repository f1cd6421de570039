import type { WrittenKind } from '../../model/wsdl/definitions.ts';
import type { CodecContext } from '../codecs/context.ts';
import type { MessageShape } from '../messages/operation-messages.ts';
import { commentText } from '../print/encode.ts';
import { array, arrow, call, type Expression, type NameUse, named } from '../print/node.ts';
import { typeOf } from '../print/type-node.ts';
import type { OperationPlan } from '../result/plan.ts';
import type { OperationSchemas, SchemaPlan } from '../result/schema-plan.ts';
import { inputNode, resultNode, wholeObject } from './message-node.ts';
import { keywords } from './node.ts';
import { SchemaSet } from './schema-set.ts';
import { placeNode } from './value-node.ts';

/** The schemas of a contract, and those of its operations. */
export interface PlannedSchemas {
  readonly schemas: readonly SchemaPlan[];
  readonly operationSchemas: ReadonlyMap<OperationPlan, OperationSchemas>;
}

/**
 * Plans the schemas of all operations and of the types they use, including headers and faults.
 *
 * @param taken Names of types and operations of the contract.
 */
export function planSchemas(
  codecs: CodecContext,
  operations: readonly OperationPlan[],
  taken: Iterable<string>,
): PlannedSchemas {
  const set = new SchemaSet(codecs, taken);
  const operationSchemas = new Map(
    operations.map((operation) => [operation, planOperation(set, operation)] as const),
  );
  for (const { messages } of operations) {
    const { inputHeaders, outputHeaders, faults } = messages;
    for (const { place } of [...inputHeaders, ...outputHeaders, ...faults]) placeNode(set, place);
  }
  return { schemas: set.finish(), operationSchemas };
}

function planOperation(set: SchemaSet, operation: OperationPlan): OperationSchemas {
  const { descriptor, service, messages, operation: declared } = operation;
  const { inputType = 'object', inputNames, outputType, outputNames } = operation;
  const { namespace } = service;
  const subject = `operation \`${commentText(declared.name)}\``;
  const input = set.nameFor(`${descriptor}Input`);
  const output = set.nameFor(`${descriptor}Output`);
  const whole = wholeObject(messages.input);
  const isOwn = whole?.name === inputType;
  if (whole !== undefined && isOwn) set.assign(whole.source, input);
  set.add({
    name: input,
    what: `the input of ${subject}`,
    namespace,
    type: typeOf(inputType, inputNames.map(fromTypes)),
    check: inputCheck(operation),
    node: () => (isOwn ? set.whole(whole) : inputNode(set, messages.input)),
  });
  const { written } = declared;
  set.add({
    name: output,
    what: `the result of ${subject}`,
    namespace,
    type: typeOf(outputType, outputNames.map(fromTypes)),
    check: outputCheck(operation),
    node: () => {
      if (outputType === 'void') return undefined;
      return written === undefined ? resultNode(set, messages.output) : writtenNodes[written];
    },
  });
  return { input, output };
}

function fromTypes(name: string): NameUse {
  return { from: 'types', name };
}

function inputCheck({ inputType, messages, codecs }: OperationPlan): Expression {
  if (inputType === undefined) return named('runtime', 'acceptInput');
  const { writeRequest, writeForm, writeLocation, writeDocument, attachRequest } = codecs;
  const write = writeRequest ?? writeForm ?? writeLocation ?? writeDocument;
  return checkBy([hasContent(messages.input) ? write : undefined, attachRequest]);
}

function outputCheck({ outputType, messages, codecs, operation }: OperationPlan): Expression {
  const { written } = operation;
  if (outputType === 'void') return named('runtime', 'acceptNothing');
  if (written !== undefined) return named('runtime', writtenChecks[written]);
  const { writeResponse, writeResult, attachResponse } = codecs;
  const write = writeResponse ?? writeResult;
  return checkBy([hasContent(messages.output) ? write : undefined, attachResponse]);
}

/** Whether the writer of a Body takes a value: not if all of the message is in attachments. */
function hasContent({ body }: MessageShape): boolean {
  return body.kind !== 'empty' && body.kind !== 'void';
}

/** Checks a value and its attachments by writing them. */
function checkBy(functions: readonly (string | undefined)[]): Expression {
  const found = functions.flatMap((name) => (name === undefined ? [] : [named('codecs', name)]));
  const [only, ...others] = found;
  if (only === undefined) return named('runtime', 'acceptJson');
  if (others.length === 0) return only;
  return arrow('(value)', array(found.map((one) => call(one, 'value'))));
}

const writtenChecks: Readonly<Record<WrittenKind, string>> = {
  json: 'acceptJson',
  text: 'acceptText',
  binary: 'acceptBytes',
};

/** Values of operations that write straight to the response. */
const writtenNodes: Readonly<Record<WrittenKind, Expression>> = {
  json: keywords({ examples: [{ sample: true }] }),
  text: keywords({ type: 'string', examples: ['sample'] }),
  binary: keywords({
    type: 'string',
    javascript: 'Uint8Array',
    contentEncoding: 'base64',
    examples: ['c2FtcGxl'],
  }),
};
