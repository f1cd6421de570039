// One drawn schema through everything: xmllint, the tool, its codecs, xmllint again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '../roundtrip/xmllint.mjs';
import { trip } from './codec-trip.mjs';
import { contractText } from './contract.mjs';
import { missingFrom } from './difference.mjs';
import { drawInstance, Unsatisfiable } from './draw-instances.mjs';
import { faultsWritten } from './figures.mjs';
import { generateInto, importCodecs } from './generated.mjs';
import { instanceText } from './instance-text.mjs';
import { mutated } from './mutate-instance.mjs';
import { schemaTexts } from './schema-text.mjs';
import { parseTree } from './xml-tree.mjs';

const drawnInstances = 6;

/** Draws instances and changed copies of them; none where nothing can satisfy the schema. */
function drawInstances(schema, dice) {
  const trees = [];
  for (let index = 0; index < drawnInstances; index += 1) {
    try {
      const tree = drawInstance(schema, dice);
      trees.push(tree, mutated(tree, dice));
    } catch (error) {
      if (!(error instanceof Unsatisfiable)) throw error;
    }
  }
  return [...new Set(trees.map(instanceText))];
}

/**
 * Checks one schema.
 *
 * @returns `refused` where xmllint refuses the schema, else what failed, how many instances there
 *   were of each kind, and `let`: invalid ones that a strict reader takes
 */
export async function checkSchema(schema, dice, folder) {
  mkdirSync(folder, { recursive: true });
  const texts = schemaTexts(schema);
  const main = texts.body({ schemaLocation: 'other.xsd' });
  const other = texts.back({ schemaLocation: 'main.xsd' });
  writeFileSync(join(folder, 'main.xsd'), main);
  if (other !== undefined) writeFileSync(join(folder, 'other.xsd'), other);
  const instances = drawInstances(schema, dice);
  const judge = (all) => validate(join(folder, 'main.xsd'), folder, all);
  const { failure, complaints } = judge(instances);
  if (failure !== undefined) return { refused: failure };
  const result = {
    schema: [main, other].join('\n'),
    failures: [],
    valid: 0,
    invalid: 0,
    let: [],
    onPurpose: 0,
  };
  const contract = join(folder, 'contract.wsdl');
  writeFileSync(contract, contractText(texts));
  const made = await generateInto(contract, join(folder, 'out'));
  if (made.refused !== undefined) {
    result.failures.push({ stage: 'generate', message: made.refused });
    return result;
  }
  const codecs = await importCodecs(made, join(folder, 'codecs'));
  const written = [];
  instances.forEach((text, index) => {
    checkInstance(codecs, text, complaints[index], schema, result, written);
  });
  const verdict = judge(written.map((one) => one.body));
  verdict.complaints.forEach((complaint, index) => {
    const { text, body, valid } = written[index];
    if (complaint === undefined || (!valid && isUnchecked(schema))) return;
    const stage = valid ? 'xmllint refuses what was written' : faultsWritten;
    result.failures.push({ stage, message: complaint, instance: text, written: body });
  });
  return result;
}

/**
 * Whether strict readers take an invalid message as documented (docs/reference/runtime-options.md):
 * unknown attributes, as ASMX does, and what mixed content holds, which is carried as it is.
 */
function isTakenOnPurpose(complaint, { has }) {
  return has.mixed || /attribute '[^']*': The attribute '[^']*' is not allowed/.test(complaint);
}

/** Whether parts of messages are carried as they are: mixed content, and what wildcards take. */
function isUnchecked({ has }) {
  return has.mixed || has.wildcards || has.attributes;
}

function checkInstance(codecs, text, complaint, schema, result, written) {
  const valid = complaint === undefined;
  result[valid ? 'valid' : 'invalid'] += 1;
  const fail = (stage, message, body) =>
    result.failures.push({ stage, message, instance: text, written: body });
  const { refused, body } = trip(codecs, text, valid, fail);
  if (!valid && !refused) {
    if (isTakenOnPurpose(complaint, schema)) result.onPurpose += 1;
    else result.let.push({ message: complaint, instance: text });
  }
  if (body === undefined) return;
  written.push({ text, body, valid });
  if (!valid) return;
  const lost = missingFrom(parseTree(text), parseTree(body), schema.has.all);
  if (lost !== undefined) fail('something is lost', lost, body);
}
