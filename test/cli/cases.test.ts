import { describe, expect, jest, test } from '@jest/globals';
import { caseNames, checkCase } from './cases.ts';
import { runCli } from './in-process.ts';

jest.setTimeout(120_000);

/** Cases that need the built program: `cases.slow.test.ts` runs them, and all others once more. */
const needProgram: Readonly<Record<string, string>> = {
  'call/json': 'stdin',
  'call/wrong-json': 'stdin',
  'call/nobody-answers': 'errors of Node are no errors of the sandbox of jest',
  'generate/config-without-module': 'jest has other words for a module that is missing',
  'serve/wrong-handlers': 'jest does not let programs register hooks of modules',
};

describe('command lines', () => {
  test.each(caseNames.filter((name) => needProgram[name] === undefined))('%s', (name) =>
    checkCase(name, runCli),
  );

  test('that need the built program exist', () => {
    expect(caseNames).toEqual(expect.arrayContaining(Object.keys(needProgram)));
  });
});
