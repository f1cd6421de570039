// One drawn schema through everything: xmllint, the tool, its codecs, xmllint again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { XmlReader } from '../../dist/runtime/xml-reader.js';
import { messageOf } from '../roundtrip/check-roots.mjs';
import { validate } from '../roundtrip/xmllint.mjs';
import { contractText } from './contract.mjs';
import { missingFrom } from './difference.mjs';
import { drawInstance, Unsatisfiable } from './draw-instances.mjs';
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
 * @returns `refused` where xmllint refuses the schema, else what failed and how many instances there were of each kind
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
  const result = { schema: [main, other].join('\n'), failures: [], valid: 0, invalid: 0, let: 0 };
  const contract = join(folder, 'contract.wsdl');
  writeFileSync(contract, contractText(texts));
  const made = await generateInto(contract, join(folder, 'out'));
  if (made.refused !== undefined) {
    result.failures.push({ stage: 'generate', message: made.refused });
    return result;
  }
  const codecs = await importCodecs(made.files, join(folder, 'codecs'));
  const written = [];
  instances.forEach((text, index) => {
    checkInstance(codecs, text, complaints[index] === undefined, schema, result, written);
  });
  const verdict = judge(written.map((one) => one.body));
  verdict.complaints.forEach((complaint, index) => {
    const { text, body, valid } = written[index];
    if (complaint === undefined || (!valid && isUnchecked(schema))) return;
    const stage = valid
      ? 'xmllint refuses what was written'
      : 'what was read with faults is written';
    result.failures.push({ stage, message: complaint, instance: text, written: body });
  });
  return result;
}

/** Whether parts of messages are carried as they are: mixed content, and what wildcards take. */
function isUnchecked({ has }) {
  return has.mixed || has.wildcards || has.attributes;
}

const attempt = (work) => {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
};

function readMessage(codecs, body, options) {
  const reader = new XmlReader(messageOf(body), options);
  reader.nextTag();
  reader.nextTag();
  return codecs.readTestRequest(reader);
}

function checkInstance(codecs, text, valid, schema, result, written) {
  result[valid ? 'valid' : 'invalid'] += 1;
  const fail = (stage, message, body) =>
    result.failures.push({ stage, message, instance: text, written: body });
  const read = attempt(() => readMessage(codecs, text));
  if (read.error !== undefined) {
    if (valid) fail('a valid message is refused', read.error.message);
    else if (!/^Xml/.test(read.error.name)) fail('crash', String(read.error.stack));
    return;
  }
  if (!valid) result.let += 1;
  const wrote = attempt(() => codecs.writeTestRequest(read.value));
  if (wrote.error !== undefined) {
    if (valid) fail('what was read is not written', wrote.error.message);
    return;
  }
  const body = declared(wrote.value);
  written.push({ text, body, valid });
  const again = attempt(() => readMessage(codecs, body));
  if (again.error !== undefined) fail('what was written is not read', again.error.message, body);
  else if (!isDeepStrictEqual(again.value, read.value)) {
    fail('read again, the value differs', 'other value', body);
  }
  if (!valid) return;
  const lost = missingFrom(parseTree(text), parseTree(body), schema.has.all);
  if (lost !== undefined) fail('something is lost', lost, body);
}

const scope =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** Content of a Body as a document of its own: the prefixes an envelope declares are declared on it. */
function declared(body) {
  return body.replace(/^<[^\s/>]+/, (start) => start + scope);
}
