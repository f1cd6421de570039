import type { Change } from '../../compare/result/change.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { reportGithub } from '../../diagnostics/report-github.ts';
import { bindingWords, breaksSomething, type Compared, hazardText, reasonOf } from './compared.ts';

/**
 * Writes the breaking changes and hazards as workflow commands, which appear beside the lines of
 * the new contract; those that the configuration accepts as notices with their reasons.
 */
export function changesGithub({ comparison }: Compared): string {
  const { changes, ignored, hazardsBreak } = comparison;
  const shown = changes.filter((change) => breaksSomething(change) || change.hazards !== undefined);
  const accepted = ignored.filter(breaksSomething).map((change): Diagnostic => {
    const { message, ...rest } = diagnosticOf(change, true);
    return { ...rest, severity: 'hint', message: `ignored, ${message}`, help: reasonOf(change) };
  });
  return reportGithub([...shown.map((one) => diagnosticOf(one, hazardsBreak)), ...accepted]);
}

function diagnosticOf(change: Change, hazardsBreak: boolean): Diagnostic {
  const { classes, message, help, hazards = [] } = change;
  const place = { span: change.new ?? change.old };
  const notes = [help ?? [], hazards.map(hazardText)].flat();
  const text = notes.length > 0 ? notes.join('\n') : undefined;
  if (!breaksSomething(change)) {
    const severity = hazardsBreak ? 'error' : 'warning';
    return { code: 'ASMX8004', severity, message, help: text, ...place };
  }
  return {
    code: classes.includes('breaks callers') ? 'ASMX8001' : 'ASMX8002',
    severity: 'error',
    message: `${classes.join(', ')} [${bindingWords(change).join(' ')}]: ${message}`,
    help: text,
    ...place,
  };
}
