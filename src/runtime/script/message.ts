import { issuesOf } from '../schema/issues.ts';
import type { StandardIssue } from '../schema/standard.ts';
import { checkMessage } from '../schema/validate.ts';
import { decodeQuery } from '../text/query.ts';
import { isList, isSimple } from '../type/described.ts';
import type { Field, ObjectType } from '../type/description.ts';
import { messagePlan } from '../type/message.ts';
import type { Message } from '../type/message-kinds.ts';
import { membersOf } from './json/members.ts';
import { parseScript } from './json/parse-script.ts';
import { fieldValue, ownObject, within } from './json/read-value.ts';
import { ScriptError } from './json/script-error.ts';
import { isScriptObject, type ScriptObject, type ScriptValue } from './json/script-value.ts';
import { fieldJson, itemJson, objectJson } from './json/write-value.ts';

/** What the value of a message is: nothing, the value of one element, or an object. */
type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'value'; readonly field: Field; readonly scope: string }
  | { readonly kind: 'object'; readonly type: ObjectType };

function contentOf(message: Message): Content {
  const { kind, namespace, detail } = message;
  if (kind === 'nothing' || kind === 'empty') return { kind: 'none' };
  const { type, child } = messagePlan(message);
  if (kind !== 'element' && kind !== 'result') return { kind: 'object', type };
  if (child === undefined) return { kind: 'none' };
  if (kind === 'element' && child.object !== undefined) {
    return { kind: 'object', type: child.object };
  }
  return { kind: 'value', field: child.field, scope: detail.scope ?? namespace };
}

/** The parameters of an operation, as scripts name them. */
export function parametersOf(message: Message): readonly Parameter[] {
  const content = contentOf(message);
  if (content.kind === 'none') return [];
  if (content.kind === 'value') return [{ name: content.field.name, field: content.field }];
  return membersOf(content.type).all;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly field: Field;
}

/**
 * The input of an operation that the body of a call means. As in ASMX each parameter must come,
 * with `null` for nothing.
 *
 * @throws ScriptError a parameter is missing, or its value is not of its type
 */
export function readParameters(message: Message, json: ScriptValue): unknown {
  if (!isScriptObject(json)) {
    throw new ScriptError('The body must be an object with the parameters.');
  }
  for (const { name } of parametersOf(message)) {
    if (json.has(name)) continue;
    throw new ScriptError(`Invalid web service call, missing value for parameter: '${name}'.`);
  }
  const value = inputOf(contentOf(message), json);
  const [issue] = issuesOf((one, found) => checkMessage(one, message, found), value);
  if (issue === undefined) return value;
  throw new ScriptError(lineOf(issue), 'System.ArgumentException');
}

/**
 * The parameters of a call by GET: each is JSON in the query.
 *
 * @param most parameters that the query, and values that each of them may have
 * @throws ScriptError a value is not JSON
 */
export function readQuery(message: Message, query: string, most: number): ScriptObject {
  const parts = query.split('&');
  if (parts.length > most) throw new ScriptError(`The query has more than ${most} values.`);
  const texts = new Map<string, string[]>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = decodeQuery(part.slice(0, equals));
    const text = decodeQuery(part.slice(equals + 1));
    const found = texts.get(name);
    if (found === undefined) texts.set(name, [text]);
    else found.push(text);
  }
  const values = new Map<string, ScriptValue>();
  for (const { name } of parametersOf(message)) {
    // ASP.NET joins what comes several times
    const text = texts.get(name)?.join(',');
    if (text === undefined) continue;
    values.set(name, text.trim() === '' ? null : within(name, () => parseScript(text, most)));
  }
  return values;
}

function inputOf(content: Content, json: ScriptObject): unknown {
  if (content.kind === 'none') return {};
  if (content.kind === 'object') return ownObject(json, content.type);
  const { field, scope } = content;
  return within(field.name, () => fieldValue(json.get(field.name) ?? null, field, scope));
}

/**
 * Writes a result as JSON; `null` if the operation has none.
 *
 * @throws Error it is not of the contract's type
 */
export function writeOutput(message: Message | undefined, output: unknown): string {
  if (message === undefined) return 'null';
  const issues = issuesOf((one, found) => checkMessage(one, message, found), output);
  if (issues.length > 0) {
    const lines = issues.map(lineOf);
    throw new Error(`The result does not fit the contract: ${lines.join('\n')}`);
  }
  const content = contentOf(message);
  if (content.kind === 'none') return 'null';
  if (content.kind === 'object') return objectJson(output, content.type, top(content.type.scope));
  return fieldJson(output, content.field, top(content.scope));
}

function lineOf({ path, message }: StandardIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

function top(scope: string): { readonly scope: string; readonly depth: number } {
  return { scope, depth: 0 };
}

/** Where the records of a result are, and how each is written. */
export interface RecordPlace {
  /** Names of the members that lead to their list. */
  readonly path: readonly string[];
  readonly write: (record: unknown) => string;
}

/** Finds the list that a result consists of. */
export function recordPlace(message: Message): RecordPlace {
  const content = contentOf(message);
  const path: string[] = [];
  let fields: readonly Parameter[] = parametersOf(message);
  if (content.kind === 'object' && fields[0] !== undefined) path.push(fields[0].name);
  let scope = content.kind === 'value' ? content.scope : '';
  for (;;) {
    const field = fields[0]?.field;
    const type = field?.type;
    if (field === undefined) return { path, write: () => 'null' };
    if (isList(field) || type === undefined || isSimple(type) || type.kind === 'xml') {
      return { path, write: (record) => itemJson(record, field, top(scope)) };
    }
    ({ scope } = type);
    if (type.kind === 'array') {
      const item = type.item();
      return { path, write: (record) => itemJson(record, item, top(scope)) };
    }
    fields = membersOf(type).all;
    if (fields[0] !== undefined) path.push(fields[0].name);
  }
}
