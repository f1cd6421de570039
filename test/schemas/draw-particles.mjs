// The grammar of complex types: draws a small schema over particles, wildcards, attributes,
// substitution, derivation, groups and nil. Simple types are a fixed few here. What is drawn may be
// invalid (ambiguous content models above all): xmllint judges.
import { createComplexTypes, wholeContent } from './draw-types.mjs';
import { imported, main } from './namespaces.mjs';
import { simpleTypes } from './simple-types.mjs';

/**
 * How likely a schema has each kind of construct at all: schemas that mix few are easier to read,
 * those that mix many find more.
 */
const shares = {
  wildcards: 0.3,
  substitution: 0.2,
  derivation: 0.3,
  groups: 0.2,
  repeatedGroups: 0.45,
  nil: 0.25,
  attributes: 0.3,
  mixed: 0.08,
  all: 0.1,
  imports: 0.2,
  simpleContent: 0.15,
  values: 0.2,
  nested: 0.25,
  recursion: 0.08,
};

/** Draws a schema whose messages are of its global element `r`. */
export function drawSchema(dice) {
  const has = Object.fromEntries(
    Object.entries(shares).map(([name, share]) => [name, dice.chance(share)]),
  );
  const schema = {
    elementForm: dice.weighted([
      [3, 'qualified'],
      [1, 'unqualified'],
    ]),
    attributeForm: dice.weighted([
      [5, 'unqualified'],
      [1, 'qualified'],
    ]),
    has,
    names: ['a', 'b', 'c', 'd'].slice(0, dice.int(2, 4)),
    simpleTypes: [...simpleTypes],
    types: [],
    elements: [],
    groups: [],
    attributes: [],
    attributeGroups: [],
  };
  const draw = createComplexTypes(schema, dice);
  if (has.attributes) drawGlobalAttributes(schema, dice, draw);
  if (has.simpleContent) schema.types.push(draw.simpleContent('Money'));
  if (has.nested) schema.types.push(draw.complex('Inner', 1));
  drawGlobalElements(schema, dice, draw);
  if (has.groups) drawGroups(schema, dice, draw);
  const type = draw.complex('Root', 2);
  schema.types.push(type);
  if (has.derivation) drawDerived(schema, dice, draw);
  schema.root = drawRoot(schema, dice, type);
  schema.elements.push(schema.root);
  return schema;
}

/**
 * The root is of the base type, or of one that derives from it; now and then its type has no name.
 */
function drawRoot(schema, dice, type) {
  const derived = schema.types.filter((one) => one.base === type);
  const chosen = derived.length > 0 && dice.chance(0.4) ? dice.pick(derived) : type;
  const anonymous = chosen === type && derived.length === 0 && !type.recursive && dice.chance(0.4);
  if (anonymous) {
    schema.types.splice(schema.types.indexOf(type), 1);
    type.name = undefined;
  }
  return element('r', main, chosen, {
    global: true,
    nillable: schema.has.nil && dice.chance(0.4),
  });
}

/** An element declaration. */
export function element(name, namespace, type, more = {}) {
  return { kind: 'element', name, namespace, type, members: [], ...more };
}

function drawGlobalAttributes(schema, dice, draw) {
  schema.attributes.push({ name: 'ga', namespace: main, type: draw.simple() });
  if (schema.has.imports)
    schema.attributes.push({ name: 'oa', namespace: imported, type: draw.simple() });
  if (!dice.chance(0.4)) return;
  schema.attributeGroups.push({
    name: 'AG',
    attributes: draw.attributes(['x', 'y']),
    wildcard: dice.chance(0.3) ? draw.wildcard() : undefined,
  });
}

function drawGlobalElements(schema, dice, draw) {
  const { has } = schema;
  if (has.substitution || has.wildcards || has.imports) {
    schema.elements.push(draw.global('g', main));
  }
  if (has.imports) {
    schema.elements.push(draw.global(dice.pick(schema.names), imported));
    if (dice.chance(0.3)) schema.elements.push(draw.global('g', imported));
  }
  if (!has.substitution) return;
  const head = draw.global('h', main);
  head.abstract = dice.chance(0.3);
  if (dice.chance(0.1)) head.block = 'substitution';
  schema.elements.push(head);
  const names = dice.chance(0.2) ? ['m', ...schema.names] : ['m', 'n'];
  for (const name of names.slice(0, dice.int(1, 2))) {
    const namespace = has.imports && dice.chance(0.3) ? imported : main;
    const member = draw.global(name, namespace);
    if (schema.elements.some((one) => one.name === name && one.namespace === namespace)) continue;
    member.head = head;
    member.type = draw.memberType(head.type);
    delete member.default;
    delete member.fixed;
    head.members.push(member);
    schema.elements.push(member);
  }
}

function drawGroups(schema, dice, draw) {
  for (const name of ['G', 'H'].slice(0, dice.int(1, 2))) {
    schema.groups.push({ name, namespace: main, particle: draw.groupContent() });
  }
}

/** Types that derive from others, on one or two levels. */
function drawDerived(schema, dice, draw) {
  const count = dice.int(1, 3);
  for (let index = 0; index < count; index += 1) {
    const bases = schema.types.filter((one) => one.name !== undefined);
    const base = dice.pick(bases);
    const restricts = dice.chance(0.35) && !hasAnonymous(wholeContent(base));
    schema.types.push(
      restricts ? draw.restriction(`N${index}`, base) : draw.extension(`E${index}`, base),
    );
    if (dice.chance(0.15)) base.abstract = true;
    if (dice.chance(0.08)) base.block = dice.pick(['extension', 'restriction', '#all']);
  }
}

/** Whether some element has a type of its own: a copy of it in a restriction would have another. */
function hasAnonymous(particle) {
  if (particle?.kind === 'local') return particle.element.type.name === undefined;
  return particle?.items?.some(hasAnonymous) ?? false;
}
