import type { DiagnosticCode } from './codes.ts';
import type { Diagnostic, Severity } from './diagnostic.ts';
import { orderDiagnostics } from './order-diagnostics.ts';
import { positionAt, type Span } from './source-file.ts';

/**
 * A position in a file. Lines and columns start at 1, the end is exclusive, columns are UTF-16 code
 * units.
 */
export interface JsonPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A diagnostic in the document of `--reporter json`. Its position is `null` if there is none. */
export interface JsonDiagnostic {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly help?: string;
  readonly related?: readonly (JsonPlace & { readonly message: string })[];
}

/** Version of the document format. New keys do not change it. */
export const jsonReportVersion = 1;

/** The diagnostics as plain data, ordered. */
export function jsonDiagnostics(diagnostics: readonly Diagnostic[]): readonly JsonDiagnostic[] {
  return orderDiagnostics(diagnostics).map(({ span, severity, code, message, help, related }) => ({
    ...(span === undefined ? noPlace : placeOf(span)),
    severity,
    code,
    message,
    ...(help === undefined ? {} : { help }),
    ...(related === undefined || related.length === 0
      ? {}
      : { related: related.map((one) => ({ ...placeOf(one.span), message: one.message })) }),
  }));
}

/**
 * Writes the whole document: `version`, the keys of `more`, `diagnostics`. Ends with a line end.
 */
export function reportJson(
  diagnostics: readonly Diagnostic[],
  more: Readonly<Record<string, unknown>> = {},
): string {
  const report = {
    version: jsonReportVersion,
    ...more,
    diagnostics: jsonDiagnostics(diagnostics),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

const noPlace = { file: null, line: null, column: null, endLine: null, endColumn: null } as const;

/** A span as lines and columns. */
export function placeOf({ file, start, end }: Span): JsonPlace {
  const from = positionAt(file, start);
  const to = positionAt(file, end);
  return {
    file: file.path,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}
