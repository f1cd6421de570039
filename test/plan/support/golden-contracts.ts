import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanOptions } from '../../../src/plan/result.ts';

const goldens = join(import.meta.dirname, '../../golden');

/** A contract of a folder below `test/golden`, with the options of its configuration. */
export interface GoldenContract {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly options: Partial<PlanOptions>;
}

/** Contracts of one file, as their configuration has them. */
export const goldenContracts: readonly GoldenContract[] = readdirSync(goldens).flatMap((name) => {
  const folder = join(goldens, name);
  const path = ['contract.yaml', 'contract.wsdl'].find((one) => existsSync(join(folder, one)));
  const files = readdirSync(folder).filter((one) => /\.(wsdl|xsd|yaml)$/.test(one));
  if (path === undefined || files.length > 1 || !existsSync(join(folder, 'expected'))) return [];
  const {
    contracts: [settings],
  } = JSON.parse(readFileSync(join(folder, 'asmx-gen.config.json'), 'utf8'));
  const { types = {}, arrays = 'unwrap', only = [], naming: renames = {} } = settings;
  return [
    {
      name,
      path,
      text: readFileSync(join(folder, path), 'utf8'),
      options: { types, arrays, only, renames },
    },
  ];
});
