import { readFileSync } from 'node:fs';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { bindingKinds, bindingsOf } from '../../model/wsdl/service-operations.ts';
import type { FoundOperation } from '../contract/operation-lookup.ts';
import { readHttpUrl, unknownWord } from '../program/option-values.ts';
import { CliError } from '../terminal/cli-error.ts';
import { parseJson } from '../terminal/parse-json.ts';
import type { InputTree } from './parameter-tree.ts';

/**
 * Reads `--binding`; letter case and hyphens do not matter.
 *
 * @throws {CliError} for an unknown name, or a binding that the operation does not have
 */
export function readBinding(
  text: string | undefined,
  found: FoundOperation,
): BindingKind | undefined {
  const binding = readBindingName(text);
  if (binding === undefined) return undefined;
  const has = bindingsOf(found.operation);
  if (has.includes(binding)) return binding;
  throw new CliError(
    `operation '${found.operation.publicName}' has no binding ${binding}`,
    `It has ${has.join(', ')}.`,
  );
}

/**
 * Reads the name in `--binding`.
 *
 * @throws {CliError} for an unknown name
 */
export function readBindingName(text: string | undefined): BindingKind | undefined {
  if (text === undefined) return undefined;
  const plain = text.toLowerCase().replace(/[-_. ]/g, '');
  const binding = bindingKinds.find((name) => name.toLowerCase() === plain);
  if (binding === undefined) throw unknownWord('--binding', text, bindingKinds);
  return binding;
}

/** @throws {CliError} neither the contract nor the user says where the service is */
export function checkAddress(address: string | undefined): void {
  if (address !== undefined) return;
  throw new CliError(
    'the contract names no address',
    'Say where the service is with --url, or with `baseUrl` in the configuration.',
  );
}

/** The address of a call: a base address, or the whole URL of a service. */
export interface CallTarget {
  readonly baseUrl?: string;
  readonly endpoint?: string;
}

/**
 * Reads `--url`: an address that ends in `.asmx`, or has a query, is the endpoint; any other is the
 * base, as in the options of a client.
 *
 * @throws {CliError} if it is not an http or https URL
 */
export function readTarget(text: string | undefined): CallTarget {
  if (text === undefined) return {};
  const { pathname, search } = readHttpUrl('--url', text);
  const isDocument = /^\?(?:(?:single)?wsdl|disco|op)(?:=[^&]*)?$/i.test(search);
  const bare = isDocument ? text.replace(/\?.*/s, '') : text;
  if (/\.asmx\/?$/i.test(pathname)) return { endpoint: bare };
  return search === '' || isDocument ? { baseUrl: text } : { endpoint: text };
}

/**
 * Reads the JSON object of an option: from stdin for `-`, from the argument itself if it starts
 * with `{` or is `null`, otherwise from a file. `null` is the input of a nil message.
 *
 * @param option Name of the option, `--json`, and of its content, `parameters`, for messages.
 * @throws {CliError} if it is neither a JSON object nor `null`
 */
export function readJsonInput(
  source: string | undefined,
  [option, content]: readonly [string, string],
): InputTree | null {
  if (source === undefined) return {};
  const inline = source.trimStart().startsWith('{') || source.trim() === 'null';
  const text = inline ? source : readFileSync(source === '-' ? 0 : source, 'utf8');
  const where = inline ? option : source === '-' ? 'stdin' : source;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(`${where} holds no JSON: ${reason}`, 'Give one JSON object.');
  }
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new CliError(`${where} holds no JSON object`, `Give the ${content} as {"name": value}.`);
  }
  return value as InputTree;
}
