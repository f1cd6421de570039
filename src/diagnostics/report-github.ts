import type { Diagnostic, Severity } from './diagnostic.ts';
import { harmless } from './display-width.ts';
import { orderDiagnostics } from './order-diagnostics.ts';
import { positionAt } from './source-file.ts';

const commands: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  hint: 'notice',
};

/**
 * Writes diagnostics as GitHub workflow commands, which appear beside the lines of a pull request:
 * `::error file=…,line=…,col=…,title=…::…`. One line each.
 */
export function reportGithub(diagnostics: readonly Diagnostic[]): string {
  return orderDiagnostics(diagnostics)
    .map(({ span, severity, code, message, help, standsFor = 1 }) => {
      const properties: string[] = [];
      if (span !== undefined) {
        const { line, column } = positionAt(span.file, span.start);
        properties.push(`file=${property(span.file.path)}`, `line=${line}`, `col=${column}`);
      }
      properties.push(`title=${property(code)}`);
      const said = standsFor > 1 ? `${message} (${standsFor} of this code)` : message;
      const text = help === undefined ? said : `${said}\nhelp: ${help}`;
      return `::${commands[severity]} ${properties.join(',')}::${data(text)}\n`;
    })
    .join('');
}

/** Escapes the text of a workflow command, which is also read in a log. */
function data(text: string): string {
  return harmless(text, 'keep-lines')
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A');
}

/** Escapes the value of a property of a workflow command. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
