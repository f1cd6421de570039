import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractSettings } from '../../config/config.ts';
import type { PlanOptions } from '../../plan/result/plan.ts';
import { hashInput, type InputHash } from '../../read/input-hash.ts';

/** Hash of all settings that affect the output, including the texts of the user's templates. */
export function optionsHash(
  options: PlanOptions,
  { format, namespace, allowHosts, imports, lenient, patterns }: ContractSettings,
  templates: string | undefined,
): string {
  const hash = createHash('sha256');
  const how: unknown[] = [options, format, namespace ?? null];
  // included only if they differ from the defaults
  if (lenient || allowHosts.length > 0) how.push(lenient, allowHosts);
  if (imports.length > 0) how.push(imports);
  if (patterns !== 'xsd') how.push(patterns);
  hash.update(JSON.stringify(how));
  for (const file of templates === undefined ? [] : templateFiles(templates)) {
    hash.update(`\0${file}\0`).update(readFileSync(join(templates ?? '', file)));
  }
  return hash.digest('hex');
}

/** Paths of the templates in a folder, sorted; none if the folder does not exist. */
export function templateFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.hbs'))
      .sort();
  } catch {
    // a missing folder is reported when templates are loaded
    return [];
  }
}

/** The user's templates as inputs of a run. */
export function templateInputs(templates: string | undefined): readonly InputHash[] {
  if (templates === undefined) return [];
  return templateFiles(templates).map((file) => {
    const path = join(templates, file);
    return { path, sha256: hashInput(readFileSync(path)) };
  });
}
