import { describe, expect, test } from '@jest/globals';
import { positionAt } from '../../src/diagnostics/diagnostic.ts';
import { linkFiles, wsdl } from '../read/contract-text.ts';
import { componentRows, soundComponents } from './invalid-schemas/component-rows.ts';
import { contentRows, soundContent } from './invalid-schemas/content-rows.ts';
import { facetRows, soundFacets } from './invalid-schemas/facet-rows.ts';
import { formRows, soundForms } from './invalid-schemas/form-rows.ts';
import { placementRows, soundPlacement } from './invalid-schemas/placement-rows.ts';
import type { FaultTable, SoundTable } from './invalid-schemas/row.ts';
import { soundValues, valueRows } from './invalid-schemas/value-rows.ts';

/** A contract of nothing but these components, or these schemas. */
function contractOf(body: string): string {
  const components = `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">\n${body}\n</xs:schema>`;
  return wsdl(`<types>${body.startsWith('<xs:schema') ? body : components}</types>`);
}

interface Said {
  readonly severity: string;
  readonly code: string;
  readonly place: string;
}

/** What is said of a contract, beside that it has no services. */
function saidOf(text: string): readonly Said[] {
  const { diagnostics } = linkFiles({ 'a.wsdl': text });
  return diagnostics
    .filter(({ code }) => code !== 'ASMX3005')
    .map(({ severity, code, span, help, message }) => {
      if (severity === 'warning') expect(help).toBeTruthy();
      expect(message).not.toMatch(/\.$|undefined/);
      const { line, column } = positionAt(span?.file ?? { path: '', text: '' }, span?.start ?? 0);
      return { severity, code, place: `${line}:${column}` };
    });
}

const tables: readonly (readonly [FaultTable, SoundTable])[] = [
  [facetRows, soundFacets],
  [valueRows, soundValues],
  [formRows, soundForms],
  [placementRows, soundPlacement],
  [componentRows, soundComponents],
  [contentRows, soundContent],
];

/**
 * Codes that were given for faults before there were warnings of them: what makes a declaration
 * unusable stays an error.
 */
const errors: ReadonlySet<string> = new Set([
  'ASMX1022',
  'ASMX1023',
  'ASMX2001',
  'ASMX2002',
  'ASMX2003',
  'ASMX3003',
]);

describe.each(tables)('table %#', (faults, sound) => {
  describe.each(Object.entries(faults))('%s', (_constraint, rows) => {
    test.each(rows)('%s', (_what, body, code) => {
      const marked = contractOf(body);
      const { line, column } = positionAt({ path: '', text: marked }, marked.indexOf('¶'));
      const said = saidOf(marked.replace('¶', ''));
      const found = said.filter((one) => one.place === `${line}:${column}`);
      expect(found.map((one) => one.code)).toEqual([code]);
      // each fault is told once, and a circle at each of its ends
      if (code !== 'ASMX2003') expect(said).toHaveLength(1);
      if (!errors.has(code)) expect(found[0]?.severity).toBe('warning');
    });
  });

  test.each(Object.entries(sound))('sound: %s', (_what, bodies) => {
    for (const body of bodies) expect([body, saidOf(contractOf(body))]).toEqual([body, []]);
  });
});
