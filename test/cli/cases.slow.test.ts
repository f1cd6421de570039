import { describe, jest, test } from '@jest/globals';
import { caseNames, checkCase } from './cases.ts';
import { runCli } from './run-cli.ts';

jest.setTimeout(120_000);

describe('command lines of the built program', () => {
  test.each(caseNames)('%s', (name) => checkCase(name, runCli));
});
