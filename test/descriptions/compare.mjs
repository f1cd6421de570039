// node compare.mjs ENTRY FOLDER [RUNS]: compares descriptions with generated codecs: the same random
// values, messages as they are, as another stack writes them, and damaged. Prints a line of JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { ts } from 'ts-morph';
import { codecConstant } from '../../dist/plan/codecs/codec.js';
import { CodecContext } from '../../dist/plan/codecs/context.js';
import { repeatedRecords } from '../../dist/plan/codecs/repeated-records.js';
import { createDescriber } from '../../dist/plan/describe/create-describer.js';
import { describeMessage, describeRoot } from '../../dist/plan/describe/describe-message.js';
import { UsedNames } from '../../dist/plan/print/used-names.js';
import { inHeader } from '../../dist/runtime/codec/path.js';
import { inlineReferences } from '../../dist/runtime/soap/encoding/inline-references.js';
import { readMessage, readRoot, skipMessage, writeMessage } from '../../dist/runtime/type.js';
import { XmlReader } from '../../dist/runtime/xml/reader.js';
import { drawRoot, messageOf } from '../roundtrip/check-roots.mjs';
import { loadRoots } from '../roundtrip/load-roots.mjs';
import { reserialise } from '../roundtrip/reserialise.mjs';
import { Unsatisfiable } from '../roundtrip/source.mjs';

const [, , entry, folder, runs = '3'] = process.argv;
mkdirSync(folder, { recursive: true });
const counts = { roots: 0, written: 0, read: 0, damaged: 0, spoiled: 0, stricter: 0 };
const failures = [];
const { roots, refused } = await loadRoots(entry, folder);
if (roots === undefined) {
  console.log(JSON.stringify({ refused }));
  process.exit(0);
}
counts.roots = roots.length;

const contexts = new Map();
function contextOf(shaper) {
  const known = contexts.get(shaper);
  if (known !== undefined) return known;
  const records = repeatedRecords(shaper);
  const context = new CodecContext({
    shaper,
    sink: { report() {} },
    isRepeatedRecord: (shape, most) => (records.get(shape) ?? most + 1) <= most,
    declared: {},
    hasFewMessages: false,
    isMessageFunction: () => false,
  });
  contexts.set(shaper, context);
  return context;
}

roots.forEach((root, index) => {
  const context = contextOf(root.shaper);
  const describer = createDescriber(context);
  const name = `root${index}`;
  const encoded = root.kind === 'encoded';
  if (root.place !== undefined) {
    context.ensure(name, () =>
      codecConstant(name, undefined, describeRoot(describer, root.place, encoded), ''),
    );
    return;
  }
  const direction = root.label.endsWith('response') ? 'response' : 'request';
  const message = { body: root.body, type: undefined, encoded, direction, namespace: '' };
  const described = describeMessage(describer, message, name);
  if (described.flat !== name)
    context.ensure(name, () => codecConstant(name, undefined, described, ''));
});

import { inOrder } from '../../dist/plan/describe/in-order.js';

const modules = new Map();
for (const [shaper, context] of contexts) {
  const plans = inOrder(context.finish());
  const used = new UsedNames();
  for (const { names } of plans) used.add(names);
  const url = new URL('../../dist/runtime/type.js', import.meta.url).href;
  const text = [
    `import { ${used.from('runtime').join(', ')} } from '${url}';`,
    ...plans.map(({ name, value }) => `export const ${name} =${value};`),
  ].join('\n');
  const file = join(folder, `descriptions${modules.size}.mjs`);
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  writeFileSync(file, outputText);
  modules.set(shaper, await import(pathToFileURL(file).href));
}

const attempt = (run) => {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
};
const shown = ({ error, value }) =>
  error
    ? `!${error.path ?? ''}|${error.message?.slice(0, 200)}${error.name.includes('Error') && !/Xml|Encode/.test(error.name) ? error.stack?.slice(0, 300) : ''}`
    : JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one))?.slice(0, 300);
const isSame = (one, other) =>
  one.error || other.error
    ? one.error !== undefined &&
      other.error !== undefined &&
      one.error.message === other.error.message &&
      one.error.path === other.error.path
    : isDeepStrictEqual(plainNil(one.value), other.value);
/** A nil element in SOAP encoding has no type, as by .NET; tables of codecs write one. */
const typedNil = /(?: xmlns:q2="[^"]*")? xsi:type="[^"]*"(?= xsi:nil="true")/g;
const plainNil = (value) => (typeof value === 'string' ? value.replace(typedNil, '') : value);
/** What descriptions do better: a value of a type without content must be an object. */
const isStricter = (one, other) =>
  one.error === undefined && /Expected an object, got /.test(other.error?.message ?? '');
function compare(stage, root, one, other, extra) {
  counts[stage] += 1;
  if (isSame(one, other)) return;
  if (stage === 'spoiled' && isStricter(one, other)) {
    counts.stricter += 1;
    return;
  }
  if (failures.length >= 8) return;
  failures.push({
    root: root.label,
    stage,
    old: shown(one),
    now: shown(other),
    extra: extra?.slice(0, 600),
  });
}

/** Errors in a header begin with the name of its part. */
function headed(root, run, element) {
  const part = / header (.*)$/.exec(root.label)?.[1];
  if (part === undefined) return run();
  try {
    return run();
  } catch (error) {
    throw inHeader(error, part, element);
  }
}

function readBoth(root, message, text, options) {
  const go = (read) => {
    const reader = new XmlReader(text, options);
    reader.nextTag();
    reader.nextTag();
    if (!root.takesBody) reader.nextTag();
    return read(reader);
  };
  const isResponse = root.label.endsWith('response');
  const described = (reader) => {
    if (!root.takesBody)
      return headed(root, () => readRoot(message, reader), root.place.element.name.localName);
    const { kind, field } = root.body;
    if (isResponse && (kind === 'void' || kind === 'empty')) return skipMessage(reader);
    const name = kind === 'single' && isResponse ? [field.place.element.name.localName] : [];
    const given = root.kind === 'encoded' ? inlineReferences(reader, ...name) : reader;
    const value = readMessage(message, given);
    return kind === 'empty' && !isResponse ? {} : value;
  };
  return [attempt(() => go(root.codecs[root.read])), attempt(() => go(described))];
}

let state = 12345;
const random = (count) => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state % count;
};
/** A message with one thing wrong. */
function damage(text) {
  const start = text.indexOf('Body>') + 5;
  const end = text.lastIndexOf('</soap:Body');
  if (end <= start) return text;
  const inside = text.slice(start, end);
  const tags = [...inside.matchAll(/<[^>]+>/g)];
  const leaves = [...inside.matchAll(/<([\w:.-]+)(?: [^>]*)?>[^<]*<\/\1>/g)];
  if (tags.length === 0 || leaves.length === 0) return text;
  const leaf = leaves[random(leaves.length)];
  const from = start + leaf.index;
  const to = from + leaf[0].length;
  const wrong = ['zzz', ' 1 ', '-', '2024-13-01', ''][random(5)];
  switch (random(5)) {
    case 0:
      return text.slice(0, from) + text.slice(to);
    case 1:
      return text.slice(0, to) + leaf[0] + text.slice(to);
    case 2: {
      const at = start + tags[random(tags.length)].index;
      return `${text.slice(0, at)}<unknown a="1">x</unknown>${text.slice(at)}`;
    }
    case 3:
      return text.slice(0, from) + leaf[0].replace(/>[^<]*</, `>${wrong}<`) + text.slice(to);
    default: {
      const other = leaves[random(leaves.length)];
      return text.slice(0, from) + other[0] + text.slice(to);
    }
  }
}

/** A value with one thing wrong in it. */
function spoil(value, depth = 0) {
  if (
    typeof value !== 'object' ||
    value === null ||
    ArrayBuffer.isView(value) ||
    value instanceof Date ||
    depth > 12
  ) {
    return [undefined, null, 'x', 5, {}, []][random(6)];
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return [1];
    const at = random(value.length);
    return value.map((one, index) => (index === at ? spoil(one, depth + 1) : one));
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return 'x';
  const key = keys[random(keys.length)];
  return { ...value, [key]: random(3) === 0 ? undefined : spoil(value[key], depth + 1) };
}

const modes = ['small', 'full'];
const seen = new Map();
const wildcards = new Set();
const readings = [{}, { defaults: true }];
for (const [index, root] of roots.entries()) {
  const message = modules.get(root.shaper)[`root${index}`];
  for (let run = 0; run < Number(runs); run += 1) {
    let made;
    try {
      made = drawRoot(root, modes[run] ?? 'random', index * 100 + run, seen, wildcards);
    } catch (error) {
      if (error instanceof Unsatisfiable) continue;
      throw error;
    }
    const write = (value) => [
      attempt(() => root.codecs[root.write](value)),
      attempt(() => headed(root, () => writeMessage(message, value))),
    ];
    const [old, now] = write(made.value);
    const json = JSON.stringify(made.value, (_, one) =>
      typeof one === 'bigint' ? `${one}n` : one,
    );
    compare('written', root, old, now, json);
    if (old.error) continue;
    for (let count = 0; count < 4; count += 1) {
      const spoiled = spoil(made.value);
      compare(
        'spoiled',
        root,
        ...write(spoiled),
        JSON.stringify(spoiled, (_, one) => (typeof one === 'bigint' ? `${one}n` : one)),
      );
    }
    const text = messageOf(old.value);
    for (const one of [text, reserialise(text)]) {
      compare('read', root, ...readBoth(root, message, one), one.slice(one.indexOf('Body>')));
    }
    for (let count = 0; count < 4; count += 1) {
      const one = damage(text);
      if (one === text) continue;
      for (const options of readings) {
        compare(
          'damaged',
          root,
          ...readBoth(root, message, one, options),
          one.slice(one.indexOf('Body>')),
        );
      }
    }
  }
}
console.log(JSON.stringify({ ...counts, failures }));
