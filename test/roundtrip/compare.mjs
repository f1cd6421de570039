// Deep equality of what was written and what was read, with the first difference in words.
import { temporalText } from './mapped-types.mjs';

const shown = (value) => {
  const text = JSON.stringify(value, (_, inner) =>
    typeof inner === 'bigint'
      ? `${inner}n`
      : typeof inner === 'number' && !Number.isFinite(inner)
        ? String(inner)
        : inner,
  );
  return text === undefined ? 'undefined' : text.length > 120 ? `${text.slice(0, 120)}…` : text;
};

/** @returns the first difference, `undefined` when there is none */
export function difference(written, read, expected, path = '') {
  if (Object.is(written, read)) return undefined;
  const differs = () => `${path || 'value'}: wrote ${shown(written)}, read ${shown(read)}`;
  if (typeof written !== 'object' || typeof read !== 'object' || written === null || read === null)
    return differs();
  const text = temporalText(written);
  if (text !== undefined) return text === temporalText(read) ? undefined : differs();
  if (written instanceof Uint8Array) {
    return read instanceof Uint8Array && Buffer.compare(written, read) === 0
      ? undefined
      : differs();
  }
  if (Array.isArray(written) !== Array.isArray(read)) return differs();
  if (Array.isArray(written)) return listDifference(written, read, expected, path, differs);
  if (isXml(written) && isXml(read)) return xmlDifference(written, read) ? differs() : undefined;
  const { turn: _, ...change } = expected.get(written) ?? {};
  const wanted = { ...written, ...change };
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(read)])) {
    const found = difference(
      wanted[key],
      read[key],
      expected,
      path === '' ? key : `${path}.${key}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

const isXml = (value) => typeof value.name === 'string' && typeof value.namespace === 'string';

function listDifference(written, read, expected, path, differs) {
  const all = [...written, ...read];
  const holdsXml = all.some((one) => one !== null && typeof one === 'object' && isXml(one));
  if (holdsXml && !all.includes(null)) return nodesDiffer(written, read) ? differs() : undefined;
  const strict = itemsDifference(written, read, expected, path, differs);
  const turns = written.length > 0 && written.every((one) => expected.get(one)?.turn === true);
  return strict !== undefined && turns ? turnsDifference(written, read, expected, path) : strict;
}

function itemsDifference(written, read, expected, path, differs) {
  if (written.length !== read.length) return differs();
  for (let index = 0; index < written.length; index += 1) {
    const found = difference(written[index], read[index], expected, `${path}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Turns of a repeated group: where one ends and the next begins is not on the wire when parts of
 * them are optional, so that the same elements in the same order are the same value.
 */
function turnsDifference(written, read, expected, path) {
  const flat = (turns) =>
    turns.flatMap((turn) =>
      Object.entries(turn)
        .filter(([, value]) => value !== undefined)
        .flatMap(([key, value]) =>
          Array.isArray(value) ? value.map((one) => [key, one]) : [[key, value]],
        ),
    );
  const before = flat(written);
  const after = flat(read);
  if (before.length !== after.length)
    return `${path}: wrote ${shown(written)}, read ${shown(read)}`;
  for (let index = 0; index < before.length; index += 1) {
    const [key, value] = before[index];
    const [other, found] = after[index];
    if (key !== other) return `${path}: wrote ${key}, read ${other} as number ${index + 1}`;
    const result = difference(value, found, expected, `${path}.${key}`);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Nodes as they count: neighbouring texts as one, white space between elements away. */
function nodesOf(nodes) {
  const merged = [];
  for (const node of nodes ?? []) {
    if (typeof node === 'string' && typeof merged.at(-1) === 'string')
      merged.push(merged.pop() + node);
    else if (node !== '') merged.push(node);
  }
  const hasElements = merged.some((node) => typeof node !== 'string');
  return merged.filter((node) => typeof node !== 'string' || !hasElements || node.trim() !== '');
}

function nodesDiffer(a, b) {
  const left = nodesOf(a);
  const right = nodesOf(b);
  return (
    left.length !== right.length ||
    left.some((node, index) => {
      const other = right[index];
      return typeof node === 'string' || typeof other === 'string'
        ? node !== other
        : xmlDifference(node, other);
    })
  );
}

function xmlDifference(a, b) {
  const attributes = (element) =>
    (element.attributes ?? [])
      .map((one) => `{${one.namespace ?? ''}}${one.name}=${one.value}`)
      .sort()
      .join('\n');
  return (
    a.name !== b.name ||
    a.namespace !== b.namespace ||
    attributes(a) !== attributes(b) ||
    nodesDiffer(a.children, b.children)
  );
}
