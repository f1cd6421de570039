import { descriptionsAlias } from '../../plan/describe/context/constant.ts';
import { propertyKey } from '../../plan/print/encode.ts';
import { array, type Expression, entry, object } from '../../plan/print/node.ts';
import { namesFrom } from '../../plan/print/used-names.ts';
import type { ContractPlan, OperationPlan, PayloadPlan } from '../../plan/result/plan.ts';
import type { FormReader } from '../../runtime/form/reader.ts';
import type { AttachedParts } from '../../runtime/operation/message.ts';
import type { XmlReader } from '../../runtime/xml/reader.ts';
import type { CodeFile, CodeModule } from './code-module.ts';

/** A function that reads a message or an element. */
export type ReadFunction = (reader: XmlReader, attached?: AttachedParts) => unknown;

/** The functions of an operation, which generated code has where client and server use them. */
export interface MessageFunctions {
  readonly readRequest?: ReadFunction;
  readonly readResponse?: ReadFunction;
  readonly readResult?: ReadFunction;
  readonly readForm?: (form: FormReader) => unknown;
  /** Those that read the headers of a request, by the names of their parts. */
  readonly inputHeaders: Readonly<Record<string, ReadFunction>>;
}

/** A file beside the generated ones with the functions of all operations, in their order. */
export function messageFunctionsFile({ operations }: Pick<ContractPlan, 'operations'>): CodeFile {
  return {
    path: 'functions.ts',
    get text() {
      const list = array(operations.map(functionsOf));
      const used = [...new Set(namesFrom('runtime', list.names))];
      return [
        `import { ${used.join(', ')} } from 'asmx-gen/runtime/type';`,
        `import * as ${descriptionsAlias} from './descriptions.js';`,
        `export const functions = ${list.flat};\n`,
      ].join('\n');
    },
  };
}

function functionsOf({ codecs, inputHeaders }: OperationPlan): Expression {
  const { readRequest, readResponse, readResult, readForm } = codecs;
  const functions = Object.entries({ readRequest, readResponse, readResult, readForm });
  return object([
    ...functions.flatMap(([key, value]) => (value === undefined ? [] : [entry(key, value)])),
    entry('inputHeaders', object(inputHeaders.map(headerEntry))),
  ]);
}

function headerEntry({ name, read }: PayloadPlan): Expression {
  return entry(propertyKey(name), read);
}

/** The functions of each operation. */
export async function loadMessageFunctions(
  { operations }: Pick<ContractPlan, 'operations'>,
  module: CodeModule,
): Promise<ReadonlyMap<OperationPlan, MessageFunctions>> {
  const { functions } = await module.load('functions.ts');
  const list = functions as readonly MessageFunctions[];
  return new Map(list.map((one, index) => [operations[index] as OperationPlan, one]));
}
