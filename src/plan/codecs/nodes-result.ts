import { propertyAccess, propertyKey, stringLiteral } from '../encode.ts';
import type { CodecPlan } from '../plan.ts';
import type { TypeText } from '../shape.ts';
import {
  createCode,
  finishFunction,
  line,
  readerParameter,
  runtime,
  runtimeType,
  typed,
} from './code.ts';
import { guarded } from './guarded.ts';

/** A result that is XML of its own. */
export interface NodesResult {
  readonly type: TypeText;
  /** The property of the result that holds the nodes. */
  readonly property: string;
  /** Whether there may be no result, which is an answer without a body. */
  readonly undefinable: boolean;
  readonly operation: string;
  readonly namespace: string;
}

/** The function that writes the element of the result as the document of an answer by HTTP GET or POST. */
export function writeNodesResult(result: NodesResult, name: string): CodecPlan {
  const code = createCode();
  const type = typed(code, result.type);
  const { property } = result;
  const nodes = propertyAccess('value', property);
  guarded(
    code,
    () => {
      if (result.undefinable) line(code, "if (output === undefined) return '';");
      line(
        code,
        `const value = ${runtime(code, 'asObject')}(output, ${runtime(code, 'standalone')}, '');`,
      );
      line(
        code,
        `return ${runtime(code, 'writeMixed')}(${nodes}, '', value, ${stringLiteral(property)});`,
      );
    },
    `${runtime(code, 'unwritable')}(error, output)`,
  );
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Writes the result of operation \`${result.operation}\`, which is a document of its own.`,
    parameters: [`output: ${type}`],
    returns: 'string',
    namespace: result.namespace,
  });
}

/** The function that reads such an answer; the reader stands before the root. */
export function readNodesResult(result: NodesResult, name: string): CodecPlan {
  const code = createCode();
  runtimeType(code, 'XmlReader');
  const returns = typed(code, result.type);
  guarded(
    code,
    () => {
      line(code, 'reader.nextTag();');
      line(code, `return { ${propertyKey(result.property)}: [reader.element()] };`);
    },
    `${runtime(code, 'unreadable')}(error, reader)`,
  );
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Reads the result of operation \`${result.operation}\`, which is a document of its own.`,
    parameters: [readerParameter],
    returns,
    namespace: result.namespace,
  });
}
