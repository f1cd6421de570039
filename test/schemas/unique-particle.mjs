// Unique Particle Attribution (XML Schema 1, 3.8.6): xmllint lets many ambiguous content models
// pass, so this decides as well.

import { wholeContent } from './draw-types.mjs';
import { imported, main, undeclared } from './namespaces.mjs';
import { allows } from './wildcard-names.mjs';

const empty = { first: new Set(), last: new Set(), nullable: true };

/**
 * Whether every content model of a schema tells by the next element alone which particle it is of.
 */
export function isUnambiguous(schema) {
  const seen = new Set();
  const open = [...schema.types, ...schema.elements.map((one) => one.type)];
  for (const type of open) {
    if (type.kind !== 'complex' || seen.has(type)) continue;
    seen.add(type);
    const content = wholeContent(type);
    if (content === undefined) continue;
    if (!isModelUnambiguous(content)) return false;
    open.push(...elementTypes(content));
  }
  return true;
}

function elementTypes(particle) {
  if (particle.kind === 'local') return [particle.element.type];
  if (particle.kind === 'group') return elementTypes(particle.group.particle);
  return particle.items?.flatMap(elementTypes) ?? [];
}

/**
 * Positions of the automaton of a content model; those that are copies of one particle never
 * compete.
 */
function isModelUnambiguous(content) {
  const follow = new Map();
  const whole = build(content, follow);
  return competeFree(whole.first) && [...follow.values()].every(competeFree);
}

function competeFree(positions) {
  const all = [...positions];
  return all.every((one, index) =>
    all.slice(index + 1).every((other) => one.particle === other.particle || !overlap(one, other)),
  );
}

function overlap(one, other) {
  const candidates = [...one.names, ...other.names, ...probes];
  return candidates.some((name) => takes(one, name) && takes(other, name));
}

/** Names no element of a schema has, for two wildcards that overlap. */
const probes = [main, imported, undeclared, ''].map((namespace) => ({ namespace, name: 'probe' }));

function takes({ names, wildcard }, wanted) {
  if (wildcard !== undefined) return allows(wildcard, wanted.namespace);
  return names.some((one) => one.name === wanted.name && one.namespace === wanted.namespace);
}

function build(particle, follow) {
  const { min, max } = particle;
  let result = empty;
  // unbounded: the last copy may come again, which its follow set then says
  const copies = Number.isFinite(max) ? max : Math.max(1, min);
  for (let index = 0; index < copies; index += 1) {
    const one = once(particle, follow);
    if (!Number.isFinite(max) && index === copies - 1) connect(one.last, one.first, follow);
    const next = index < min ? one : { ...one, nullable: true };
    result = sequence(result, next, follow);
  }
  return result;
}

function once(particle, follow) {
  if (particle.kind === 'group') return build(particle.group.particle, follow);
  if (particle.items === undefined) return leaf(particle, follow);
  if (particle.kind === 'all') return all(particle, follow);
  const parts = particle.items.map((item) => build(item, follow));
  if (particle.kind !== 'choice') {
    return parts.reduce((before, next) => sequence(before, next, follow), empty);
  }
  return {
    first: new Set(parts.flatMap((part) => [...part.first])),
    last: new Set(parts.flatMap((part) => [...part.last])),
    nullable: parts.some((part) => part.nullable),
  };
}

function leaf(particle, follow) {
  const names = particle.kind === 'any' ? [] : [particle.element, ...particle.element.members];
  const wildcard = particle.kind === 'any' ? particle.namespace : undefined;
  const position = { particle, names, wildcard };
  follow.set(position, new Set());
  return { first: new Set([position]), last: new Set([position]), nullable: false };
}

/** Each may follow every other. */
function all(particle, follow) {
  const parts = particle.items.map((item) => leaf(item, follow));
  const every = new Set(parts.flatMap((part) => [...part.first]));
  connect(every, every, follow);
  return { first: every, last: every, nullable: particle.items.every((item) => item.min === 0) };
}

function sequence(before, next, follow) {
  connect(before.last, next.first, follow);
  return {
    first: before.nullable ? new Set([...before.first, ...next.first]) : before.first,
    last: next.nullable ? new Set([...before.last, ...next.last]) : next.last,
    nullable: before.nullable && next.nullable,
  };
}

function connect(from, to, follow) {
  for (const position of from) for (const next of to) follow.get(position).add(next);
}
