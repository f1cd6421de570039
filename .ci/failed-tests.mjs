// failed-tests.mjs REPORT: each failed test of a JSON report of jest, with the beginning of its message.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const linesOfMessage = 12;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { name, message, assertionResults } of testResults) {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  for (const { fullName, failureMessages } of failed) {
    console.log(`test: ${file}: ${fullName}\n${beginning(failureMessages.join('\n'))}`);
  }
  if (failed.length === 0 && message !== '') console.log(`file: ${file}\n${beginning(message)}`);
}

function beginning(text) {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, linesOfMessage);
  return lines.map((line) => `  ${line}`).join('\n');
}
