import type { JsonValue } from '../operation/names.ts';
import { platform } from '../platform/globals.ts';
import { readJson } from '../schema/json.ts';
import { isRecord, keywordsOf, type SchemaKeywords, type SchemaNode } from '../schema/node.ts';
import type { Incoming } from '../server/incoming.ts';
import { checkContentType } from './media.ts';
import { parseJson } from './parse-json.ts';
import { Problem, type ProblemIssue } from './problem.ts';
import type { Door } from './route-table.ts';

/** Whether the rest of the input is in the body. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/**
 * Reads the input of an operation: parameters from the path, the others from the query or the body.
 *
 * @throws Problem 400 or 415
 */
export function readInput(
  { operation, method, segments }: Door,
  values: readonly string[],
  incoming: Incoming,
  body: Uint8Array,
): unknown {
  const { input } = operation;
  const names = segments.flatMap(({ parameter }): string | [] => parameter ?? []);
  const json = takesBody(method)
    ? bodyJson(incoming, body)
    : queryJson(input, incoming.query, new Set(names));
  const isWhole = names.length === 0 || !isRecord(json);
  const read = readJson(input, isWhole ? json : withPath(json, names, values, input));
  if ('value' in read) return read.value;
  throw invalid(
    read.issues.map(({ path, message }) => issueOf(path.map(String), message, { names, method })),
  );
}

/** The rest of the input with the parameters of the path. */
function withPath(
  json: object,
  names: readonly string[],
  values: readonly string[],
  input: SchemaNode,
): object {
  const nodes = propertiesOf(input);
  const whole = { ...json };
  names.forEach((name, at) => {
    if (Object.keys(json).includes(name)) {
      const detail = 'It stands in the path already.';
      throw invalid([{ parameter: name, detail }]);
    }
    const value = fromText(nodes.get(name), values[at] ?? '');
    Object.defineProperty(whole, name, { value, enumerable: true });
  });
  return whole;
}

function invalid(errors: readonly ProblemIssue[]): Problem {
  const detail = errors
    .map(({ pointer, parameter, detail: text }) => `${parameter ?? pointer}: ${text}`)
    .join('\n');
  return new Problem(400, { detail, errors });
}

function issueOf(
  path: readonly string[],
  detail: string,
  { names, method }: { readonly names: readonly string[]; readonly method: string },
): ProblemIssue {
  const [first = ''] = path;
  if (names.includes(first) || !takesBody(method)) return { parameter: first, detail };
  const steps = path.map((one) => `/${one.replace(/~/g, '~0').replace(/\//g, '~1')}`);
  return { pointer: `#${steps.map(encodeURI).join('')}`, detail };
}

/** The body as JSON; without one, an empty object. */
function bodyJson(incoming: Incoming, body: Uint8Array): unknown {
  if (body.length === 0) return {};
  checkContentType(incoming);
  let text: string;
  try {
    text = new platform.TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Problem(400, { detail: 'The body is not UTF-8.' });
  }
  return parseJson(text);
}

/**
 * The parameters of a query as JSON, by the types they have in the input. A list that must be there
 * is empty without values, since a query cannot say so.
 */
function queryJson(input: SchemaNode, query: string, inPath: ReadonlySet<string>): object {
  const nodes = propertiesOf(input);
  const found = new Map<string, string[]>();
  for (const one of query.split('&')) {
    if (one === '') continue;
    const end = one.indexOf('=');
    const name = decoded(end < 0 ? one : one.slice(0, end));
    if (!nodes.has(name) || inPath.has(name)) continue;
    const value = end < 0 ? '' : decoded(one.slice(end + 1));
    const known = found.get(name);
    if (known === undefined) found.set(name, [value]);
    else known.push(value);
  }
  for (const name of plainOf(input).required ?? []) {
    if (!found.has(name) && !inPath.has(name) && isList(nodes.get(name))) found.set(name, []);
  }
  const entries = [...found].map(([name, values]) => [
    name,
    parameter(name, nodes.get(name), values),
  ]);
  return Object.fromEntries(entries);
}

function parameter(
  name: string,
  node: SchemaNode | undefined,
  values: readonly string[],
): JsonValue {
  const { items } = node === undefined ? {} : plainOf(node);
  if (items !== undefined) return values.map((one) => fromText(items, one));
  if (values.length === 1) return fromText(node, values[0] ?? '');
  throw invalid([{ parameter: name, detail: 'It may occur once.' }]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    throw new Problem(400, { detail: 'The query has broken percent-encoding.' });
  }
}

/** Whether a parameter of a query may occur several times. */
export function isList(node: SchemaNode | undefined): boolean {
  return node !== undefined && plainOf(node).items !== undefined;
}

/** Properties of the input of an operation. */
function propertiesOf(input: SchemaNode): ReadonlyMap<string, SchemaNode> {
  const entries = Object.entries(plainOf(input).properties ?? {});
  return new Map(entries.flatMap(([name, node]) => (node === false ? [] : [[name, node]])));
}

/** The first alternative that is not nil. */
export function plainOf(node: SchemaNode): SchemaKeywords {
  const keywords = keywordsOf(node);
  const { type, anyOf, properties } = keywords;
  if (type !== undefined || anyOf === undefined || properties !== undefined) return keywords;
  const other = anyOf.find((one) => keywordsOf(one).type !== 'null');
  return other === undefined ? keywords : plainOf(other);
}

/** A text as JSON of a type. One that does not fit stays a text, which is refused later. */
function fromText(node: SchemaNode | undefined, text: string): JsonValue {
  if (node === undefined) return text;
  const { type, javascript, anyOf, const: only, enum: values = [] } = keywordsOf(node);
  const isNumber = type === 'integer' || type === 'number' || javascript === 'number';
  if (isNumber || typeof only === 'number' || values.some((one) => typeof one === 'number')) {
    return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
  }
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const some = anyOf?.map((one) => fromText(one, text)).find((one) => typeof one !== 'string');
  return some ?? text;
}
