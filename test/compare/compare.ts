import type { Change, Comparison } from '../../src/compare/change.ts';
import { compareModels } from '../../src/compare/contract.ts';
import { createDiagnosticBag, positionAt, type Span } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import type { ServiceModel } from '../../src/model/services.ts';
import { readContract } from '../../src/read/contract.ts';

/** Reads and links a contract given as text. Throws for one with errors. */
export function modelOf(text: string, name: string): ServiceModel {
  const bag = createDiagnosticBag();
  const host = { readFile: () => new TextEncoder().encode(text) };
  const contract = readContract(name, host, bag);
  const model = contract === undefined ? undefined : linkContract(contract, bag);
  if (model === undefined || bag.failed) {
    throw new Error(bag.diagnostics.map((one) => one.message).join('\n'));
  }
  return model;
}

/** Compares two contracts given as texts; the notation is told from the text. */
export function compareTexts(old: string, now: string): Comparison {
  const name = (text: string, stem: string): string =>
    `${stem}.${text.trimStart().startsWith('<') ? 'wsdl' : 'yaml'}`;
  return compareModels(modelOf(old, name(old, 'old')), modelOf(now, name(now, 'new')));
}

/** A change in one line: kind, classes, bindings, subject. */
export function changeLine({ kind, classes, bindings, subject }: Change): string {
  const short = { 'breaks callers': 'callers', 'breaks servers': 'servers' } as const;
  const words = classes.map((one) => (one in short ? short[one as keyof typeof short] : one));
  const where = bindings === 'all' ? 'all' : bindings.join('+') || 'none';
  return `${kind} | ${words.join('+')} | ${where} | ${subject}`;
}

/** The text a span covers with its line: `2: "name"`. */
export function placed(span: Span | undefined): string {
  if (span === undefined) return '-';
  const { line } = positionAt(span.file, span.start);
  const text = span.file.text.slice(span.start, span.end).replace(/\s+/g, ' ');
  return `${span.file.path.replace(/\..*/, '')} ${line}: ${text}`;
}
