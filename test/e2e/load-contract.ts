import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planOptions } from '../../src/cli/contract/project.ts';
import { type ContractSettings, defaultSettings } from '../../src/config/settings.ts';
import { generate } from '../../src/generate.ts';
import { ensureBuilt } from '../cli/built.ts';
import { type CodeModule, importFromFolder } from '../import-from-folder.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Generates a contract of the test folder in memory and makes the code importable. Throws where it
 * has errors.
 */
export async function loadGenerated(
  path: string,
  more: Partial<ContractSettings> = {},
): Promise<CodeModule> {
  ensureBuilt(root);
  const settings = {
    ...defaultSettings,
    runtime: 'package' as const,
    importExtension: 'js' as const,
    ...more,
  };
  const result = await generate(
    { input: path, options: planOptions(settings, path, '.') },
    { readFile: (one) => readFileSync(join(root, one)) },
  );
  const problems = result.diagnostics.filter((one) => one.severity === 'error');
  if (result.plan === undefined || problems.length > 0) throw new Error(JSON.stringify(problems));
  return importFromFolder(result.files);
}
