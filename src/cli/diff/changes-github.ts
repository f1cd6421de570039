import type { Change } from '../../compare/result/change.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reportGithub } from '../../diagnostics/report-github.ts';
import { bindingWords, breaksSomething, type Compared, reasonOf } from './compared.ts';

/**
 * Writes the breaking changes as workflow commands, which appear beside the lines of the new
 * contract; those that the configuration accepts as notices with their reasons.
 */
export function changesGithub({ comparison }: Compared): string {
  const ignored = comparison.ignored.filter(breaksSomething).map((change): Diagnostic => {
    const { message, ...rest } = diagnosticOf(change);
    const why = reasonOf(change);
    return { ...rest, severity: 'hint', message: `ignored, ${message}`, help: why };
  });
  return reportGithub([
    ...comparison.changes.filter(breaksSomething).map(diagnosticOf),
    ...ignored,
  ]);
}

function diagnosticOf(change: Change): Diagnostic {
  const { classes, message, help } = change;
  return {
    code: classes.includes('breaks callers') ? 'ASMX8001' : 'ASMX8002',
    severity: 'error',
    message: `${classes.join(', ')} [${bindingWords(change).join(' ')}]: ${message}`,
    span: change.new ?? change.old,
    help,
  };
}
