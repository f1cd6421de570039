import type { RawResult } from '../../runtime/index.ts';
import type { FoundOperation } from '../contract/operation-lookup.ts';
import type { Console } from '../terminal/console.ts';
import { jsonText } from '../terminal/json-text.ts';
import { writeData } from '../terminal/streams.ts';

/**
 * Prints an answer to stdout: with `--raw` the body as received; otherwise the result as JSON, and
 * text or bytes that the service wrote straight to the response unchanged.
 */
export async function writeAnswer(
  answer: RawResult<unknown>,
  found: FoundOperation,
  raw: boolean,
  console: Console,
): Promise<void> {
  const name = `${found.service.name}.${found.operation.publicName}`;
  console.detail(`${name}: HTTP ${answer.status}, ${answer.body.length} bytes`);
  for (const [header, value] of Object.entries(answer.headers)) {
    console.detail(`  ${header}: ${value}`);
  }
  const headers = Object.entries(answer.soapHeaders);
  if (headers.length > 0) console.say(`SOAP headers: ${jsonText(answer.soapHeaders)}`);
  const { written } = found.operation;
  if (raw) {
    await writeData(answer.body);
  } else if (written === 'binary' && answer.written !== '') {
    await writeData(answer.result as Uint8Array);
  } else if (written === undefined && answer.result !== undefined) {
    const both = { written: answer.written, result: answer.result };
    await writeData(`${jsonText(answer.written === '' ? answer.result : both)}\n`);
  } else if (answer.written !== '') {
    await writeData(answer.written.endsWith('\n') ? answer.written : `${answer.written}\n`);
  } else {
    console.say(`${name}: done, no result`);
  }
}
