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
  if (answer.status >= 400) return { failure: failureOf(text) };
  if (tool.outputSchema === undefined) return { result: textResult(text === '' ? 'Done.' : text) };
  const type = answer.headers.get('content-type') ?? '';
  if (type !== 'application/json') {
    return { failure: { text: `The service answered with a text instead of a result: ${text}` } };
  }
  const structuredContent: unknown = JSON.parse(text);
  return { result: { ...textResult(text), structuredContent } };
}

/** A result that is a text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** What a problem says. */
function failureOf(text: string): ToolFailure {
  const { title, detail, errors, name, data } = JSON.parse(text) as Details;
  if (errors === undefined) return { text: detail ?? title, name, data };
  return argumentsFailure(
    errors.map((one) => ({ path: pathOf(one.pointer ?? ''), message: one.detail })),
  );
}

type Details = ProblemDetails & { readonly title: string };

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
