import type { Gateway } from '../gateway/contract.ts';
import type { ProblemDetails } from '../gateway/problem.ts';
import type { JsonValue } from '../operation/names.ts';
import { platform } from '../platform/globals.ts';
import type { StandardIssue } from '../schema/standard.ts';
import type { ToolFailure } from './failure.ts';
import type { ToolResult } from './sdk.ts';
import type { Tool } from './tools.ts';

/** A call of a tool. */
export interface ToolCall {
  readonly tool: Tool;
  /** The arguments: JSON. */
  readonly input: JsonValue;
  /** The `AbortSignal` that fires if the caller does not want an answer any more. */
  readonly signal: unknown;
  /** Request headers that pass on. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The result of a call, or why there is none. */
export type Outcome =
  | { readonly result: ToolResult; readonly failure?: undefined }
  | { readonly failure: ToolFailure; readonly result?: undefined };

/** Calls an operation, which is a door of a gateway. */
export async function callTool(
  { fetch }: Pick<Gateway, 'fetch'>,
  { tool, input, signal, headers }: ToolCall,
): Promise<Outcome> {
  const { service, name } = tool.operation.operation;
  const path = [service, name].map(encodeURIComponent).join('/');
  const answer = await fetch(
    new platform.Request(`http://localhost/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(input),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  if (answer.status >= 400) {
    const isProblem = type === 'application/problem+json';
    return { failure: isProblem ? failureOf(text, answer.status) : { text: said(text, answer) } };
  }
  if (tool.outputSchema === undefined) return { result: textResult(text === '' ? 'Done.' : text) };
  const structuredContent = type === 'application/json' ? jsonIn(text) : undefined;
  if (structuredContent !== undefined)
    return { result: { ...textResult(text), structuredContent } };
  const what = text === '' ? 'nothing' : 'a text';
  return { failure: { text: `The service answered with ${what} instead of a result: ${text}` } };
}

/** What an answer says that is no problem, such as an `HttpError` of the application. */
function said(text: string, { status }: { readonly status: number }): string {
  return text.trim() === '' ? `The service refused the call with status ${status}.` : text;
}

/** A text as JSON; `undefined` if it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A result that is a text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** What a problem says. */
function failureOf(text: string, status: number): ToolFailure {
  const problem = jsonIn(text);
  // an application may write a problem of its own
  if (!isOwnProblem(problem)) return { text: said(text, { status }) };
  const { title, detail, errors, name, data } = problem;
  if (errors === undefined) return { text: detail ?? title, name, data };
  return argumentsFailure(
    errors.map((one) => ({ path: pathOf(one.pointer ?? ''), message: one.detail })),
  );
}

type Details = ProblemDetails & { readonly title: string };

/** Whether a value has the members that problems of a gateway have. */
function isOwnProblem(value: unknown): value is Details {
  const { title, detail, errors } = Object(value) as Partial<Record<string, unknown>>;
  const isText = typeof title === 'string' && (detail === undefined || typeof detail === 'string');
  return isText && (errors === undefined || (Array.isArray(errors) && errors.every(isOwnIssue)));
}

function isOwnIssue(value: unknown): boolean {
  const { pointer = '', detail } = Object(value) as Partial<Record<string, unknown>>;
  return typeof pointer === 'string' && typeof detail === 'string';
}

/** The steps of a JSON Pointer that is a fragment. */
function pathOf(pointer: string): readonly string[] {
  const steps = decodeURI(pointer).split('/').slice(1);
  return steps.map((one) => one.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** What is wrong with the arguments. */
export function argumentsFailure(issues: readonly StandardIssue[]): ToolFailure {
  const lines = issues.map(({ path, message }) =>
    path.length === 0 ? `- ${message}` : `- ${path.join('.')}: ${message}`,
  );
  return { text: ['The arguments do not fit:', ...lines].join('\n') };
}
