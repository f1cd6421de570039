import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { OperationMessages } from '../../plan/messages/operation-messages.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import { CliError } from '../terminal/cli-error.ts';
import { readJsonInput } from './call-options.ts';
import type { InputProblem } from './field-values.ts';
import { headerValues, inputValues } from './input-values.ts';
import type { CallCommandOptions } from './options.ts';
import { readParameter } from './parameter-path.ts';
import { type InputTree, layParameters } from './parameter-tree.ts';

/** The input of a call on the command line, not converted yet. */
export interface GivenInput {
  /** `null` for a nil message. */
  readonly input: InputTree | null;
  readonly soapHeaders: InputTree;
}

/** The values of an input, with the problems of what was given. */
export interface ReadInput {
  readonly input: unknown;
  readonly soapHeaders: InputTree;
  readonly problems: readonly InputProblem[];
}

/**
 * Reads parameters and SOAP headers from arguments and JSON documents.
 *
 * @throws {CliError} for unreadable documents, contradictory values, and headers that the binding
 *   cannot carry
 */
export function readGiven(
  options: CallCommandOptions,
  parameters: readonly string[],
  binding: BindingKind | undefined,
): GivenInput {
  if (options.json === '-' && options.soapHeaders === '-') {
    throw new CliError('--json and --soap-headers both read stdin', 'Give one of them as a file.');
  }
  return {
    input: readInput(options.json, parameters),
    soapHeaders: readSoapHeaders(options, binding),
  };
}

function readInput(json: string | undefined, parameters: readonly string[]): InputTree | null {
  const given = readJsonInput(json, ['--json', 'parameters']);
  if (given !== null) return layParameters(given, parameters.map(readParameter));
  if (parameters.length === 0) return null;
  throw new CliError('null has no parameters', 'Leave out --json, or the parameters.');
}

function readSoapHeaders(
  { soapHeader = [], soapHeaders }: CallCommandOptions,
  binding: BindingKind | undefined,
): InputTree {
  const given = readJsonInput(soapHeaders, ['--soap-headers', 'headers']) ?? {};
  const tree = layParameters(given, soapHeader.map(readParameter));
  const [first] = Object.keys(tree);
  if (first !== undefined && binding?.startsWith('http')) {
    throw new CliError(
      `a call over ${binding} has no envelope for the SOAP header '${first}'`,
      'Choose soap11 or soap12 with --binding.',
    );
  }
  return tree;
}

/** Converts the input according to the messages of the operation. */
export function convertGiven(
  { input, inputHeaders }: OperationMessages,
  given: GivenInput,
  types: TypeMapping,
): ReadInput {
  const { values, problems } = inputValues(input, given.input, types);
  const headers = headerValues(inputHeaders, given.soapHeaders, types);
  return {
    input: values,
    soapHeaders: headers.values,
    problems: [...problems, ...headers.problems],
  };
}
