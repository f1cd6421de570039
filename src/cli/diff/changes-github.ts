import type { Change } from '../../compare/result/change.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reportGithub } from '../../diagnostics/report-github.ts';
import { bindingWords, type Compared } from './compared.ts';

/**
 * Writes the breaking changes as workflow commands, which appear beside the lines of the new
 * contract.
 */
export function changesGithub({ comparison }: Compared): string {
  return reportGithub(comparison.changes.filter(breaks).map(diagnosticOf));
}

function breaks({ classes }: Change): boolean {
  return classes.some((one) => one.startsWith('breaks'));
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
