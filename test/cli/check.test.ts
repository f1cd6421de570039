import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runCli } from './in-process.ts';
import { createFolder, packageRoot, type RunResult, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const school = readFileSync(join(packageRoot, 'specs/student-information.yaml'), 'utf8');

let folder: TestFolder;
beforeEach(() => {
  folder = createFolder({ 'school.yaml': school });
});
afterEach(() => folder.remove());

/** `check` with the severities given in a configuration. */
function check(lint?: Readonly<Record<string, string>>): Promise<RunResult> {
  const config = { contracts: [{ input: 'school.yaml', ...(lint === undefined ? {} : { lint }) }] };
  folder.write('asmx-gen.config.json', JSON.stringify(config));
  return runCli(['check'], { cwd: folder.path });
}

const codes = ({ stderr }: RunResult): readonly string[] =>
  [...stderr.matchAll(/(?:error|warning|hint) ASMX\d{4}/g)].map(([text]) => text);

describe('check', () => {
  test('explains the capitalisations of the school service and nothing else, and is content', async () => {
    const result = await check();
    expect(result).toMatchObject({ code: 0, stdout: '' });
    expect(codes(result)).toEqual(['warning ASMX6001', 'warning ASMX6001']);
    expect(result.stderr).toMatch(/14 services, 18 operations: 2 warnings \(/);
  });

  test.each([
    [{ ASMX6001: 'hint' }, 0, ['hint ASMX6001', 'hint ASMX6001']],
    [{ ASMX6001: 'warning' }, 0, ['warning ASMX6001', 'warning ASMX6001']],
    [{ ASMX6001: 'error' }, 1, ['error ASMX6001', 'error ASMX6001']],
    [{ ASMX6001: 'off' }, 0, []],
    [{ ASMX6001: 'off', ASMX6013: 'error' }, 1, Array(14).fill('error ASMX6013')],
  ] as const)('with %j exits %d', async (lint, code, found) => {
    const result = await check(lint);
    expect(result.code).toBe(code);
    expect(codes(result)).toEqual(found);
  });

  test('refuses severities and rules that do not exist', async () => {
    const severity = await check({ ASMX6001: 'loud' });
    expect(severity.code).toBe(2);
    expect(severity.stderr).toMatch(/asmx-gen\.config\.json:1:\d+ error ASMX5002/);
    expect(severity.stderr).toContain('must be one of off, hint, warning, error');
    const rule = await check({ ASMX6999: 'off' });
    expect(rule.code).toBe(2);
    expect(codes(rule)).toEqual(['error ASMX5002']);
    expect(rule.stderr).toContain("'ASMX6999'");
  });

  test('says nothing but errors with --quiet', async () => {
    const { code, stdout, stderr } = await runCli(['check', 'school.yaml', '--quiet'], {
      cwd: folder.path,
    });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
