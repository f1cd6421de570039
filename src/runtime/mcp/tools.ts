import type { GatewayOperation } from '../gateway/contract.ts';
import { isVoid } from '../gateway/result.ts';
import type { McpContract, McpOptions } from './contract.ts';
import { matchesGlob } from './glob.ts';
import type { ToolAnnotations } from './sdk.ts';
import { toolNames } from './tool-names.ts';

/** An operation as a tool. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  /** Without it, the operation has no result. */
  readonly outputSchema?: JsonSchema;
  readonly operation: GatewayOperation;
}

/** A JSON Schema (2020-12) of an object or another value. */
export type JsonSchema = Record<string, unknown>;

const dialect = { target: 'draft-2020-12' } as const;

/**
 * The tools of a contract, in its order.
 *
 * @throws TypeError `only` is missing, or a glob of `only` or `read` matches no operation
 */
export function toolsOf({ operations }: McpContract, { only, read }: McpOptions): readonly Tool[] {
  const wanted = globsOf(only);
  if (wanted.length === 0) {
    throw new TypeError("Option `only` has to say which operations are tools, such as 'Get*'.");
  }
  const readers = globsOf(read);
  for (const [option, globs] of [
    ['only', wanted],
    ['read', readers],
  ] as const) {
    const lost = lostGlob(operations, globs);
    if (lost === undefined) continue;
    throw new TypeError(`Option \`${option}\` has '${lost}', which matches no operation.`);
  }
  // of all operations, so that names stay the same with another choice
  const names = toolNames(operations);
  return operations
    .filter((one) => isNamed(one, wanted))
    .map((one) => toolOf(one, names.get(one) as string, isNamed(one, readers)));
}

function globsOf(given: string | readonly string[] | undefined): readonly string[] {
  return [given ?? []].flat().filter((one) => one !== '');
}

/** The first glob that matches no operation. */
export function lostGlob(
  operations: readonly GatewayOperation[],
  globs: readonly string[],
): string | undefined {
  return globs.find((glob) => !operations.some((one) => isNamed(one, [glob])));
}

/** Whether an operation is meant. No glob for operations names all of a service by its name. */
export function isNamed({ operation }: GatewayOperation, globs: readonly string[]): boolean {
  const { service, name } = operation;
  return globs.some(
    (glob) =>
      matchesGlob(name, glob) || (glob.includes('.') && matchesGlob(`${service}.${name}`, glob)),
  );
}

function toolOf(operation: GatewayOperation, name: string, isRead: boolean): Tool {
  const { input, output, text } = operation;
  const { service, name: own } = operation.operation;
  return {
    name,
    title: `${service}.${own}`,
    description: text ?? `Calls operation ${own} of service ${service}.`,
    annotations: { readOnlyHint: isRead, destructiveHint: !isRead },
    // arguments are an object with properties, which clients want to see
    inputSchema: {
      properties: {},
      ...input['~standard'].jsonSchema.input(dialect),
      type: 'object',
    },
    ...(isVoid(operation) ? {} : { outputSchema: output['~standard'].jsonSchema.output(dialect) }),
    operation,
  };
}
