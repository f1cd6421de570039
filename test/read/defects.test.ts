import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import { readContract } from '../../src/read/contract.ts';
import { wholeFiles } from './broken-files.ts';
import { defects } from './defect-rows.ts';
import { oddities } from './oddity-rows.ts';

/**
 * Kinds of broken documents, each with the place where it is refused (`¶` in the row), what is said
 * there, and what is left when the user goes on with `--lenient`.
 */
interface Outcome {
  readonly diagnostics: readonly Diagnostic[];
  readonly operations: readonly string[] | undefined;
}

function read(source: string | Uint8Array, path: string, lenient: boolean): Outcome {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  const bag = createDiagnosticBag();
  const contract = readContract(
    path,
    { readFile: (asked) => (asked === path ? bytes : undefined) },
    bag,
  );
  const model = contract === undefined ? undefined : linkContract(contract, bag, { lenient });
  const found = model?.services.flatMap((service) =>
    service.interfaces.flatMap((one) => one.operations),
  );
  return {
    diagnostics: bag.diagnostics,
    operations: bag.failed ? undefined : found?.map((one) => one.name),
  };
}

/** Line and column of a place in a text, from 1. */
function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

const placeOf = ({ span }: Diagnostic): string =>
  span === undefined ? '' : placeIn(span.file.text, span.start);

describe('a defect of a document', () => {
  test.each(defects.map((row) => [row.kind, row] as const))('%s', (_kind, row) => {
    const place = row.document.indexOf('¶');
    const text = row.document.replace('¶', '');
    const { diagnostics, operations } = read(text, 'a.wsdl', false);
    const errors = diagnostics.filter((one) => one.severity === 'error');
    expect(errors.map((one) => `${placeOf(one)} ${one.code} ${one.message}`)).toContain(
      `${placeIn(text, place)} ${row.code} ${row.message}`,
    );
    if (row.help !== undefined) expect(errors.map((one) => one.help)).toContain(row.help);
    expect(operations).toBeUndefined();
    const lenient = read(text, 'a.wsdl', true);
    expect(lenient.operations).toEqual(row.lenient);
    if (row.lenient !== undefined) {
      expect(lenient.diagnostics.map((one) => one.severity)).toContain('warning');
    }
  });
});

describe('an oddity of a document is a warning', () => {
  test.each(oddities.map((row) => [row.kind, row] as const))('%s', (_kind, row) => {
    const place = row.document.indexOf('¶');
    const text = row.document.replace('¶', '');
    const { diagnostics, operations } = read(text, 'a.wsdl', false);
    expect(
      diagnostics.map((one) => `${one.severity} ${placeOf(one)} ${one.code} ${one.message}`),
    ).toContain(`warning ${placeIn(text, place)} ${row.code} ${row.message}`);
    if (row.help !== undefined) expect(diagnostics.map((one) => one.help)).toContain(row.help);
    expect(operations).toEqual(row.lenient);
  });
});

describe('a file that is no contract', () => {
  test.each(wholeFiles.map((row) => [row.kind, row] as const))('%s', (_kind, row) => {
    const { diagnostics, operations } = read(row.source, row.path ?? 'a.wsdl', true);
    expect(operations).toBeUndefined();
    const [first] = diagnostics.filter((one) => one.severity === 'error');
    expect(first && `${placeOf(first)} ${first.code} ${first.message}`).toBe(row.expected);
    if (row.help !== undefined) expect(first?.help).toContain(row.help);
  });
});
