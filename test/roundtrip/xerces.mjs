// Runs Xerces-J over many instances at once, where there is a JDK and Debian's libxerces2-java.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const jars = ['xercesImpl', 'xml-apis', 'xml-resolver'].map(
  (name) => `/usr/share/java/${name}.jar`,
);
const program = fileURLToPath(new URL('ValidateXml.java', import.meta.url));

/** Whether Xerces-J can be run here. */
export const hasXerces =
  existsSync(jars[0]) && spawnSync('javac', ['-version']).error === undefined;

/**
 * @param instances texts
 * @returns for each the complaint, or `undefined` when it is valid; `failure` when the schema
 *   cannot be loaded
 */
export function validateByXerces(schema, folder, instances) {
  const names = instances.map((text, index) => {
    const file = join(folder, `xerces-${index}.xml`);
    writeFileSync(file, text);
    return file;
  });
  const run = spawnSync('java', ['-cp', jars.join(':'), program, schema], {
    input: names.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 300_000,
  });
  const lines = run.stdout.split('\n').slice(0, -1);
  if (lines[0]?.startsWith('\t')) return { failure: lines[0].trim(), complaints: [] };
  if (lines.length !== names.length) {
    const said = run.error?.message ?? run.stderr.split('\n').slice(0, 3).join(' ');
    return { failure: `Xerces-J: ${said}`, complaints: [] };
  }
  return { complaints: lines.map((line) => (isFine(line) ? undefined : line)) };
}

/** References are drawn without the ID that they need; all else was valid before it is missed. */
const isFine = (line) => line === '' || line.startsWith('cvc-id.1:');
