import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { planOptions } from '../../../src/cli/contract/project.ts';
import { type ContractSettings, defaultSettings } from '../../../src/config/settings.ts';
import { describeContract } from '../../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../../src/convert/yaml/text.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { generate } from '../../../src/generate.ts';
import { readContract } from '../../../src/read/contract.ts';

const path = 'test/fixtures/script/school.yaml';
const withScript = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const without = withScript.replace('    script: true\n', '');

async function filesOf(
  text: string,
  settings: Partial<ContractSettings> = {},
): Promise<ReadonlyMap<string, string>> {
  const options = planOptions({ ...defaultSettings, ...settings }, path, '.');
  const host = { readFile: () => new TextEncoder().encode(text) };
  const { files } = await generate({ input: path, options }, host);
  return new Map(files.map((file) => [file.path, file.text]));
}

/** Names of services whose operations are for scripts. */
function scripted(files: ReadonlyMap<string, string>): readonly string[] {
  const server = files.get('server.ts') ?? '';
  return ['Echo', 'Find'].filter((name) =>
    new RegExp(`operation: \\$operations\\.${name},\\s+server: \\[\\s*scriptServer,`).test(server),
  );
}

describe('services for scripts', () => {
  test.each<readonly [string, string, Partial<ContractSettings>, readonly string[]]>([
    ['that YAML names', withScript, {}, ['Echo']],
    ['that the configuration names', without, { scriptServices: ['Archive'] }, ['Find']],
    ['that either names', withScript, { scriptServices: ['Archive'] }, ['Echo', 'Find']],
    ['may be all', without, { scriptServices: true }, ['Echo', 'Find']],
    ['may be none', without, { scriptServices: ['constructor'] }, []],
  ])('%s', async (_, text, settings, names) => {
    expect(scripted(await filesOf(text, settings))).toEqual(names);
  });

  test('may be called by GET where the configuration says so', async () => {
    const server = async (settings: Partial<ContractSettings>): Promise<string> =>
      (await filesOf(withScript, settings)).get('server.ts') ?? '';
    expect(await server({ scriptGets: ['Staff.Tell', 'Archive.Find'] })).toMatch(
      /operations\.Tell,[\s\S]*?script: \{ input: \S+, get: true \},/,
    );
    expect(await server({})).not.toContain('get: true');
  });

  test('alone get the files of the runtime that answer scripts', async () => {
    const inRuntime = (files: ReadonlyMap<string, string>): number =>
      [...files.keys()].filter((one) => one.startsWith('runtime/script/')).length;
    expect(inRuntime(await filesOf(withScript))).toBeGreaterThan(5);
    expect(inRuntime(await filesOf(without))).toBe(0);
    expect(inRuntime(await filesOf(withScript, { targets: ['client', 'docs'] }))).toBe(0);
  });

  test('change no WSDL and no page', async () => {
    const [one, other] = await Promise.all([withScript, without].map((text) => filesOf(text)));
    for (const name of ['docs.ts', 'wsdl/Staff.wsdl', 'client.ts', 'operations.ts', 'types.ts']) {
      expect({ name, same: one?.get(name) === other?.get(name) }).toEqual({ name, same: true });
    }
  });

  test('stay so where YAML is written again', () => {
    const bag = createDiagnosticBag();
    const host = { readFile: () => new TextEncoder().encode(withScript) };
    const contract = readContract(path, host, bag);
    const notation = contract && describeContract(contract, bag);
    const text = notation === undefined ? '' : writeNotation(notation);
    expect(text).toContain('  Staff:\n    script: true\n    operations:\n');
    expect(text.match(/script/g)).toHaveLength(1);
  });

  test('with attachments are for scripts without the operations that have some', async () => {
    const wsdl = readFileSync(
      new URL('../../golden/mime-multipart/contract.wsdl', import.meta.url),
      'utf8',
    );
    const options = planOptions({ ...defaultSettings, scriptServices: true }, 'a.wsdl', '.');
    const host = { readFile: () => new TextEncoder().encode(wsdl) };
    const { files, diagnostics } = await generate({ input: 'a.wsdl', options }, host);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const server = files.find((file) => file.path === 'server.ts')?.text ?? '';
    expect(server.match(/inputAttachments|attachResponse/g)?.length).toBeGreaterThan(0);
    for (const [, route = ''] of server.matchAll(/\n {4}\{([\s\S]*?)\n {4}\},/g)) {
      const isAttached = /inputAttachments|attachResponse/.test(route);
      expect(route.includes('scriptServer') && isAttached).toBe(false);
    }
  });

  test('with streams are for scripts without the operations that have some', async () => {
    const yaml = `asmx: 1
name: Files
namespace: urn:files
services:
  Files:
    script: true
    operations:
      Store: { parameters: { data: base64Binary }, returns: int }
      Count: { returns: int }
`;
    const settings = { ...defaultSettings, streams: ['Files.Store.data'] };
    const host = { readFile: () => new TextEncoder().encode(yaml) };
    const options = planOptions(settings, 'a.yaml', '.');
    const { files } = await generate({ input: 'a.yaml', options }, host);
    const server = files.find((file) => file.path === 'server.ts')?.text ?? '';
    expect(server).toMatch(/Store,[\s\S]*receiveParts/);
    expect(server.match(/scriptServer\b/g)).toHaveLength(2);
  });
});
