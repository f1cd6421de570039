import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostics/source-file.ts';

/** The position in a message of Handlebars: `on line 3`, or `- 3:7` with columns from 0. */
function placeOf(error: Error): { line: number; column: number } | undefined {
  const place = / - (\d+):(\d+)\s*$/.exec(error.message);
  if (place !== null) return { line: Number(place[1]), column: Number(place[2]) };
  const parsed = /on line (\d+)/.exec(error.message);
  if (parsed !== null) return { line: Number(parsed[1]), column: 0 };
  return undefined;
}

/**
 * The message, without the position and the excerpt that a code frame shows better, and the help.
 */
function describe(error: Error): { readonly message: string; readonly help?: string } {
  const [first = '', ...rest] = error.message.split('\n');
  const expecting = rest.find((line) => line.startsWith('Expecting'));
  if (/^Parse error on line/.test(first) && expecting !== undefined) return parseError(expecting);
  const message = first.replace(/ - \d+:\d+\s*$/, '').replace(' in [object Object]', '');
  const missing = /^"(.*)" not defined$/.exec(message)?.[1];
  if (missing === undefined) return { message };
  return {
    message: `the view of this template has no '${missing}' here`,
    help:
      'see what the built-in template uses; ' +
      `a value that may be absent is inside {{#if ${missing}}}`,
  };
}

/** Handlebars reports the tokens of its grammar, which mean nothing to template authors. */
function parseError(expecting: string): { readonly message: string; readonly help: string } {
  const got = /got '(\w+)'/.exec(expecting)?.[1];
  if (got === 'EOF') {
    return {
      message: 'the template ends inside a block',
      help: 'close each {{#each …}}, {{#if …}} and {{#with …}} with its {{/…}}',
    };
  }
  const words: Readonly<Record<string, string>> = {
    OPEN_ENDBLOCK: 'a {{/…}} closes what was not opened',
    INVALID: 'this is not an expression',
    CLOSE: 'an expression is empty or ends too early',
  };
  return {
    message: words[got ?? ''] ?? 'the template cannot be parsed from here on',
    help: 'compare it with the built-in template of this name',
  };
}

/** The line of a file at a position. */
function spanAt(file: SourceFile, line: number, column: number): Span {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const end = file.text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const newline = file.text.indexOf('\n', start);
  const end = newline < 0 ? file.text.length : newline;
  return { file, start: Math.min(start + column, end), end };
}

/** The diagnostic for a template that cannot be compiled or rendered. */
export function templateError(error: unknown, file: SourceFile | undefined): Diagnostic {
  const wrong = error instanceof Error ? error : new Error(String(error));
  const place = placeOf(wrong);
  return {
    code: 'ASMX9001',
    severity: 'error',
    ...describe(wrong),
    ...(file === undefined ? {} : { span: spanAt(file, place?.line ?? 1, place?.column ?? 0) }),
  };
}
