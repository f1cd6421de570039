// `node test/bench/codec-limits.mjs`: what parts of reading and writing cost at least in V8, each by
// a program that does only that. CPU time of a message, medians of interleaved rounds.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generated, toBytes } from './codecs.mjs';
import { interleave, report } from './measure.mjs';
import { messages } from './payloads.mjs';
import { prepareSchool } from './prepare.mjs';

/** The pieces of a document between two marks in turn. */
function cut(xml, [open, close]) {
  const pieces = [];
  for (let from = 0, mark = open, next = close; from < xml.length; [mark, next] = [next, mark]) {
    const found = xml.indexOf(mark, from);
    const to = found < 0 ? xml.length : found + 1;
    pieces.push(xml.slice(from, to));
    from = to;
  }
  return pieces;
}

function joined(pieces) {
  let text = '';
  for (const piece of pieces) text += piece;
  return text;
}

/** Values from JSON, with the dates that it has as texts. */
function withDates(json, names) {
  const list = JSON.parse(json);
  for (const one of list) for (const name of names) one[name] = new Date(one[name]);
  return list;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that XML forbids.
const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/;
const school = await prepareSchool();
const contracts = { school, payloads: school.payloads };
for (const id of ['records', 'attributes', 'choices', 'arabic', 'base64']) {
  const { title, contract, element, value, plain, xml } = messages[id](1);
  const load = (path) => import(pathToFileURL(join(contracts[contract].js, path)).href);
  const codecs = (await load('functions.js')).default;
  const ours = generated({ codecs, ...(await load('runtime/xml.js')) }, element);
  const json = JSON.stringify(plain);
  const pieces = cut(xml, id === 'attributes' ? '""' : '><');
  const isList = Array.isArray(value);
  const dates = isList
    ? Object.keys(value[0]).filter((name) => value[0][name] instanceof Date)
    : [];
  const dated = JSON.stringify(value);
  const bytes = Buffer.from(isList ? [] : value);
  const programs = {
    Read: {
      'JSON.parse': () => JSON.parse(json),
      ...(isList && { 'JSON.parse, and a Date of each date': () => withDates(dated, dates) }),
      'cutting the pieces': () => cut(xml, id === 'attributes' ? '""' : '><'),
      'looking for characters that XML forbids': () => xml.isWellFormed() && control.test(xml),
      'asmx-gen': () => ours.read(xml),
    },
    Write: {
      'JSON.stringify': () => toBytes(JSON.stringify(plain)),
      ...(isList
        ? { 'JSON.stringify of dates': () => toBytes(JSON.stringify(value)) }
        : { 'base64, as one text': () => toBytes(bytes.toString('base64')) }),
      'joining the pieces': () => toBytes(joined(pieces)),
      'asmx-gen': () => toBytes(ours.write(value)),
    },
  };
  for (const [way, all] of Object.entries(programs)) {
    const rows = interleave(Object.entries(all).map(([name, run]) => ({ name, run })));
    report({
      id: `limits/${id}`,
      title: `${way} ${title}`,
      ratio: 'cost',
      yardstick: way === 'Read' ? 'JSON.parse' : 'JSON.stringify',
      rows,
    });
  }
}
school.remove();
process.exit(0);
