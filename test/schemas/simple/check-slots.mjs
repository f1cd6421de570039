// One schema of slots through everything: xmllint, the tool, its codecs, xmllint again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '../../roundtrip/xmllint.mjs';
import { trip } from '../codec-trip.mjs';
import { contractText } from '../contract.mjs';
import { generateInto, importCodecs } from '../generated.mjs';
import { parseTree } from '../xml-tree.mjs';
import { drawMessage } from './draw-values.mjs';
import { isBeyondReferee, refereeErrs } from './referee.mjs';
import { changedValue } from './same-value.mjs';

const drawnMessages = 40;

/**
 * Checks one schema.
 *
 * @returns `refused` where xmllint refuses the schema, else what failed, how many messages there
 *   were of each kind, and `let`: invalid ones that a strict reader takes
 */
export async function checkSlots(drawn, dice, folder) {
  mkdirSync(folder, { recursive: true });
  const schema = join(folder, 'main.xsd');
  writeFileSync(schema, drawn.text);
  const messages = Array.from({ length: drawnMessages }, () => drawMessage(drawn, dice));
  const judge = (all) => validate(schema, folder, all);
  const { failure, complaints } = judge(messages.map((one) => one.text));
  if (failure !== undefined) return { refused: failure };
  const result = { schema: drawn.text, failures: [], valid: 0, invalid: 0, let: [], wrong: 0 };
  const contract = join(folder, 'contract.wsdl');
  writeFileSync(contract, contractText({ body: () => drawn.text, back: () => undefined }));
  const made = await generateInto(contract, join(folder, 'out'));
  if (made.refused !== undefined && isBeyondReferee(made.refused)) return { refused: made.refused };
  if (made.refused !== undefined) {
    result.failures.push({ stage: 'generate', message: made.refused });
    return result;
  }
  const codecs = await importCodecs(made, join(folder, 'codecs'));
  const written = messages.flatMap((message, index) =>
    checkMessage(codecs, message, complaints[index], result),
  );
  const verdict = judge(written.map((one) => one.body));
  verdict.complaints.forEach((complaint, index) => {
    if (complaint === undefined) return;
    const { message, body } = written[index];
    if (refereeErrs(complaint, message, [], body)) result.wrong += 1;
    else fail(result, message, 'xmllint refuses what was written', complaint, body);
  });
  return result;
}

function fail(result, { text, label }, stage, message, body) {
  result.failures.push({ stage, message, label, instance: text, written: body });
}

/** Counts a message and sends it through the codecs; gives what was written of a valid one. */
function checkMessage(codecs, message, complaint, result) {
  const valid = complaint === undefined;
  const failures = [];
  const { refused, body } = trip(codecs, message.text, valid, (...said) => failures.push(said));
  if (
    refused === valid &&
    refereeErrs(
      complaint,
      message,
      failures.map((said) => said[1]),
    )
  ) {
    result.wrong += 1;
    return [];
  }
  result[valid ? 'valid' : 'invalid'] += 1;
  for (const said of failures) fail(result, message, ...said);
  if (!valid && !refused) {
    result.let.push({ message: `${message.label}: ${complaint}`, instance: message.text });
  }
  if (!valid || body === undefined) return [];
  const changed = changedValue(parseTree(message.text), parseTree(body));
  if (changed !== undefined) fail(result, message, 'something is lost', changed, body);
  return [{ message, body }];
}
