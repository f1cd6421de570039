// Draws values for every root of a document, writes, validates, reads, compares.
import { XmlReader } from '../../dist/runtime/xml/reader.js';
import { jsonFault } from './check-json.mjs';
import { predictionDifference } from './check-prediction.mjs';
import { difference } from './compare.mjs';
import { createDraw } from './draw-context.mjs';
import { drawBody, drawPlace } from './draw-value.mjs';
import { writeSchemas } from './extract-schemas.mjs';
import { createExtras, instanceOf } from './extras.mjs';
import { limitOf } from './limits.mjs';
import { reserialise } from './reserialise.mjs';
import { drawn, sample, Unsatisfiable } from './source.mjs';
import { hasXerces, validateByXerces } from './xerces.mjs';
import { validate } from './xmllint.mjs';

const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
const scope =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** Another number for each root and run, the same on every machine. */
const mix = (seed, root, run) =>
  (Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(root + 1, 0xc2b2ae35) ^
    Math.imul(run + 1, 0x27d4eb2f)) |
  0;

/** A value of a root, with what was met while it was drawn. */
export function drawRoot(root, mode, seed, seen, wildcards) {
  let draw;
  const value = sample(
    drawn((source) => {
      draw = createDraw(source, mode, { seen, wildcards, shaper: root.shaper });
      return root.place === undefined ? drawBody(root.body, draw) : drawPlace(root.place, draw);
    }),
    seed,
  );
  draw.note(root.kind === 'encoded' ? 'SOAP encoding' : root.kind);
  return { value, constructs: draw.constructs, expected: draw.expected };
}

/** The element that is around an instance, `undefined` for one that is a global element itself. */
function aroundOf(root, index, extras) {
  const id = `message${index}`;
  if (root.kind === 'encoded') return undefined;
  const [only, ...others] = root.parts;
  if (root.wrapper === undefined && others.length === 0) {
    if (only === undefined || only.element !== undefined) return undefined;
    if (root.takesBody && root.body.kind === 'content') return extras.typed(id, only.type.name);
  }
  return extras.message(id, root.wrapper, root.parts);
}

/** Reads a root from a whole message. */
export function readRoot(root, text, options) {
  const reader = new XmlReader(text, options);
  reader.nextTag();
  reader.nextTag();
  if (!root.takesBody) reader.nextTag();
  return root.codecs[root.read](reader);
}

const modes = ['small', 'full'];
/** Damaged copies of each message that are read both ways. */
const perturbations = 12;

/** Checks every root with a number of values each. */
export function checkRoots(roots, parts, folder, runs, seed) {
  const extras = createExtras();
  const wildcards = new Set();
  const seen = new Map();
  const cases = [];
  const failures = [];
  const apart = [];
  roots.forEach((root, index) => {
    const around = aroundOf(root, index, extras);
    for (let run = 0; run < runs; run += 1) {
      const number = mix(seed, index, run);
      const where = { element: root.label, seed: number };
      let made;
      try {
        made = drawRoot(root, modes[run] ?? 'random', number, seen, wildcards);
      } catch (error) {
        if (!(error instanceof Unsatisfiable)) throw error;
        apart.push({ ...where, reason: `no valid value: ${error.message}` });
        continue;
      }
      const known = { ...where, constructs: [...made.constructs] };
      try {
        const text = root.codecs[root.write](made.value);
        cases.push({ ...known, root, made, text, around });
      } catch (error) {
        failures.push({ ...known, stage: 'write', difference: String(error?.message ?? error) });
      }
      if (isVoid(root)) break;
    }
  });
  for (const namespace of wildcards) extras.wildcard(namespace);
  const schema = writeSchemas(folder, parts, extras.all);
  const literal = cases.filter((one) => one.root.kind !== 'encoded' && one.text !== '');
  const instances = literal.map((one) => instanceOf(one.text, one.around));
  const { failure, complaints } = validate(schema, folder, instances);
  const other = hasXerces ? validateByXerces(schema, folder, instances) : undefined;
  literal.forEach((one, index) => {
    one.complaint = complaints[index] ?? other?.complaints[index];
  });
  const passes = [];
  for (const one of cases) {
    const { element, seed: number, constructs } = one;
    const known = { element, seed: number, constructs };
    const found = readBoth(one);
    if (found !== undefined) {
      failures.push({ ...known, text: one.text.slice(0, 600), ...found });
    } else if (one.complaint !== undefined) {
      const limit = limitOf(one.complaint, parts);
      if (limit === undefined)
        failures.push({
          ...known,
          stage: 'validate',
          difference: one.complaint,
          text: one.text.slice(0, 600),
        });
      else apart.push({ element, seed: number, reason: limit });
    } else if (failure !== undefined && one.root.kind !== 'encoded') {
      apart.push({ element, seed: number, reason: `xmllint cannot load the schemas: ${failure}` });
    } else {
      passes.push(constructs);
    }
  }
  return { passes, failures, apart, schema: failure, xerces: judgedBy(other) };
}

/** How many messages Xerces-J judged, or why it did not. */
function judgedBy(other) {
  if (other === undefined) return undefined;
  return { judged: other.complaints.length, failure: other.failure };
}

const isVoid = (root) =>
  root.place === undefined && (root.body.kind === 'empty' || root.body.kind === 'void');

/** A whole message around the content of a Body. */
export function messageOf(body) {
  return `<soap:Envelope xmlns:soap="${envelope}" ${scope}><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/**
 * Reads what was written as it is and as another stack might have written it; and both, damaged
 * too, with and without prediction.
 */
function readBoth({ root, made, text, seed }) {
  const message = messageOf(text);
  const attempt = (stage, source) => {
    try {
      const read = readRoot(root, source());
      const found = isVoid(root) ? undefined : difference(made.value, read, made.expected);
      return found === undefined ? undefined : { stage, difference: found };
    } catch (error) {
      return { stage, difference: String(error?.message ?? error) };
    }
  };
  const found =
    attempt('read', () => message) ?? attempt('read general', () => reserialise(message));
  if (found !== undefined) return found;
  const inJson = isVoid(root) ? undefined : jsonFault(root.schema, made.value);
  if (inJson !== undefined) return { stage: 'JSON', difference: inJson };
  const read = (source, options) => readRoot(root, source, options);
  const differs = predictionDifference(read, [message, reserialise(message)], perturbations, seed);
  return differs === undefined ? undefined : { stage: 'prediction', ...differs };
}
