import type { OperationMessages } from '../../plan/messages/operation-messages.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import { hiding } from '../../runtime/mcp/failure.ts';
import { headerValues } from '../call/input-values.ts';
import { type Parameter, readParameter } from '../call/parameter-path.ts';
import { layParameters } from '../call/parameter-tree.ts';
import { CliError } from '../terminal/cli-error.ts';
import { fromEnvironment } from '../web/access.ts';

/** One SOAP header, or a part of it. */
export interface HeaderParameter extends Parameter {
  /** Whether its value came from a variable. */
  readonly isSecret: boolean;
}

/**
 * Reads `--soap-header`, with the values of variables.
 *
 * @throws {CliError} a variable is not set, or a text is no `name=value`
 */
export function readSoapHeaders(texts: readonly string[] = []): readonly HeaderParameter[] {
  return texts.map(readParameter).map((one) => {
    const value = fromEnvironment('--soap-header', one.value);
    return { ...one, value, isSecret: value !== one.value };
  });
}

/**
 * Converts SOAP headers to values, by the declarations of all operations: a call sends those that
 * its operation has.
 *
 * @throws {CliError} a value does not fit, or no operation has such a header
 */
export function soapHeaderValues(
  headers: readonly HeaderParameter[],
  messages: readonly OperationMessages[],
  types: TypeMapping,
): Readonly<Record<string, unknown>> {
  const declared = new Map(
    messages.flatMap(({ inputHeaders }) => inputHeaders.map((one) => [one.name, one] as const)),
  );
  const { values, problems } = headerValues(
    [...declared.values()],
    layParameters({}, headers),
    types,
  );
  const [first] = problems;
  if (first === undefined) return values;
  const hidden = headers.flatMap(({ isSecret, value }) => (isSecret ? [value] : []));
  throw new CliError(hiding(hidden)(first.message), first.help);
}
