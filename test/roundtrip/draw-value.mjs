// Random values of planned shapes: what a caller would write in TypeScript.
import { isNamedAnyType, simplified } from '../../dist/plan/content-shape.js';
import { nilObject, tagFields, typesAt } from '../../dist/plan/object-shape.js';
import { createCheapest } from './cheapest.mjs';
import { anyAttributes, anyElement, contentNodes, untyped } from './draw-xml.mjs';
import { drawLexical, normalize } from './lexical.mjs';
import { Unsatisfiable } from './source.mjs';

const cheapest = createCheapest();
const never = Number.POSITIVE_INFINITY;

/** Text as a simple value with the constructs of its type noted. */
function drawSimple(type, draw, avoid = []) {
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const text = drawLexical(type, draw);
    if (!avoid.includes(text)) return draw.typed(type, text);
  }
  throw new Unsatisfiable('only values that stand for others');
}

/** The value of an element at a place. */
export function drawPlace(place, draw) {
  const { element, value, nillable } = place;
  if (value.kind === 'simple' && element.fixed !== undefined) {
    draw.note('fixed element');
    return draw.typed(value.source, normalize(element.fixed, value.source));
  }
  const costly = value.kind === 'object' || value.kind === 'array';
  if (nillable && (draw.small ? costly : draw.source.chance(0.15))) {
    draw.note('nillable');
    return drawNil(place, draw);
  }
  if (element.default !== undefined && value.kind === 'simple') {
    draw.note('default element');
    return draw.inside(() => drawSimple(value.source, draw, ['']));
  }
  const drawn = draw.inside(() => drawValue(value, draw, element));
  if (value.kind === 'object') giveText(drawn, value, element, draw);
  return drawn;
}

/** The text beside attributes that an element fixes, or has for an empty one. */
function giveText(drawn, shape, { fixed, default: initial }, draw) {
  const field = shape.fields.find((one) => one.kind === 'text');
  const given = fixed ?? initial;
  if (field === undefined || given === undefined) return;
  if (fixed === undefined && drawn[field.property] !== '') return;
  const { source } = field.shape;
  drawn[field.property] = draw.typed(source, normalize(given, source));
}

/**
 * A nil element: `null`, or an object where it has attributes or is of another type than its place.
 */
function drawNil(place, draw) {
  const object = nilObject(place);
  if (object === undefined) return null;
  const members = typesAt(place) ?? (object.family?.head ? object.family.members : [object]);
  const concrete = members.filter(({ source }) => !source.abstract);
  // nothing derives from an abstract type: it is not valid even there
  if (concrete.length === 0) throw new Unsatisfiable(`nothing stands for abstract ${object.name}`);
  const member = draw.small ? concrete[0] : draw.fresh(object, concrete);
  const value = { $nil: true };
  if (member.family !== undefined) value.$type = member.family.literal;
  const bare = Object.keys(value).length;
  for (const field of tagFields(member)) drawTagField(field, value, member, draw);
  const says = Object.keys(value).length > bare || member !== object;
  if (!says) return null;
  draw.note('nil with attributes');
  return value;
}

/** A value of a shape. */
export function drawValue(shape, draw, element) {
  if (draw.depth > 150) throw new Unsatisfiable('the type requires itself');
  switch (shape.kind) {
    case 'simple':
      return drawSimple(shape.source, draw);
    case 'xml':
      draw.note('anyType');
      return untyped(element.name, draw, isNamedAnyType(element.type));
    case 'array':
      return drawArray(shape, draw);
    default:
      return drawObject(shape, draw, typesAt({ element, value: shape }));
  }
}

function drawArray(shape, draw) {
  draw.note(shape.soap ? 'SOAP array' : 'array');
  const { min, max } = shape.soap ? { min: 0, max: 3 } : simplified(shape.source.particle).occurs;
  if (shape.rank > 1) return drawRows(shape, shape.rank, draw.small ? 1 : 2, draw);
  return Array.from({ length: draw.count(min, max) }, () => drawPlace(shape.item, draw));
}

/** Rows of an array of several dimensions, all of one length. */
function drawRows(shape, rank, size, draw) {
  if (rank === 0) return drawPlace(shape.item, draw);
  return Array.from({ length: size }, () => drawRows(shape, rank - 1, size, draw));
}

const open = new Map();

/**
 * An object of a type, or of one that can stand for it: of those given, where the element blocks
 * others.
 */
export function drawObject(shape, draw, types = shape.family?.members) {
  if (shape.source.abstract && shape.family === undefined) {
    throw new Unsatisfiable(`nothing derives from abstract ${shape.name}`);
  }
  const member = shape.family?.head === true ? chooseMember(shape, types, draw) : shape;
  const value = {};
  const { family } = member;
  if (family !== undefined) {
    // of the declared type, it may be left out, and is read all the same
    if (member !== shape || draw.source.chance(0.5)) value.$type = family.literal;
    else draw.expect(value, { $type: family.literal });
    if (member !== shape) draw.note('xsi:type');
  }
  noteType(member, draw);
  const times = (open.get(member) ?? 0) + 1;
  open.set(member, times);
  if (times > 1) draw.note('recursion');
  try {
    for (const field of member.fields) drawTagField(field, value, member, draw);
    drawNode(member.content, value, draw);
  } finally {
    open.set(member, times - 1);
  }
  return value;
}

function chooseMember(shape, types, draw) {
  const members = types.filter((one) => Number.isFinite(ownCost(one)));
  if (members.length === 0) throw new Unsatisfiable(`nothing stands for abstract ${shape.name}`);
  if (!draw.small) return draw.fresh(shape, members);
  const costs = members.map((member) => ownCost(member));
  return members[costs.indexOf(Math.min(...costs))];
}

const ownCost = (shape) => cheapest.node(shape.content);

function noteType(shape, draw) {
  const { source } = shape;
  if (source.derivation === 'extension') draw.note('extension');
  if (source.derivation === 'restriction' && source.base !== undefined) draw.note('restriction');
  if (source.simpleContent !== undefined) draw.note('simple content');
  if (source.mixed) draw.note('mixed');
  if (source.name === undefined) draw.note('anonymous type');
  if (source.particle?.kind === 'model') {
    if (source.particle.compositor === 'all') draw.note('all');
    if (source.particle.groupName !== undefined) draw.note('group');
  }
}

/** Fields that are not child elements. */
function drawTagField(field, value, shape, draw) {
  switch (field.kind) {
    case 'attribute': {
      draw.note('attribute');
      const { use } = field;
      const fixed =
        use.fixed === undefined ? undefined : draw.typed(use.type, normalize(use.fixed, use.type));
      if (use.required || draw.optional()) {
        if (fixed !== undefined) draw.note('fixed attribute');
        if (use.required && fixed !== undefined && draw.source.chance(0.5)) {
          // the codec writes it
          draw.expect(value, { [field.property]: fixed });
          return;
        }
        value[field.property] = fixed ?? drawSimple(use.type, draw);
        return;
      }
      const initial = use.fixed ?? use.default;
      if (initial === undefined) return;
      draw.note(use.fixed === undefined ? 'default attribute' : 'fixed attribute');
      draw.expect(value, {
        [field.property]: fixed ?? draw.typed(use.type, normalize(initial, use.type)),
      });
      return;
    }
    case 'anyAttributes':
      if (draw.optional()) value[field.property] = anyAttributes(shape.source.anyAttribute, draw);
      return;
    case 'text':
      value[field.property] = drawSimple(field.shape.source, draw);
      return;
    case 'mixed':
      value[field.property] = contentNodes(shape.source, draw);
      return;
    default:
  }
}

function drawNode(node, value, draw) {
  if (node.kind === 'field') {
    drawField(node, value, draw);
    return;
  }
  if (node.kind === 'sequence') {
    draw.note('sequence');
    for (const inner of node.nodes) drawNode(inner, value, draw);
    return;
  }
  draw.note('choice');
  if (node.optional && !draw.optional()) return;
  const costs = new Map(node.branches.map((branch) => [branch, cheapest.node(branch)]));
  const possible = node.branches.filter((branch) => Number.isFinite(costs.get(branch)));
  if (possible.length === 0 && node.optional) return;
  if (possible.length === 0) throw new Unsatisfiable('a choice without possible branches');
  const least = Math.min(...costs.values());
  const branch = draw.small
    ? possible.find((one) => costs.get(one) === least)
    : draw.fresh(node, possible);
  drawNode(branch, value, draw);
}

function drawField(node, value, draw) {
  const { field } = node;
  const min = node.min ?? field.min;
  const max = node.max ?? field.max;
  if (max === 0) return;
  if (node.optional && cheapest.field(field) === never) return;
  if (field.kind === 'element' && field.optional) draw.note('optional element');
  if (!field.repeated) {
    if (node.optional && !draw.optional()) return;
    value[field.property] = drawOne(node, draw);
    return;
  }
  draw.note('repeated element');
  const count = draw.count(min, max);
  // two wildcards of a type are one list
  const items = [...(value[field.property] ?? [])];
  for (let index = 0; index < count; index += 1) {
    const item = drawOne(node, draw);
    // a turn without elements leaves no trace on the wire
    if (field.kind === 'group' && !hasElements(item)) continue;
    items.push(item);
  }
  if (items.length > 0) {
    value[field.property] = items;
    return;
  }
  if (!node.optional) {
    throw new Unsatisfiable('a required list without items');
  }
  if (draw.source.chance(0.3)) {
    value[field.property] = [];
    draw.expect(value, { [field.property]: undefined });
  }
}

function hasElements(item) {
  return Object.values(item).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  );
}

function drawOne(node, draw) {
  const { field } = node;
  switch (field.kind) {
    case 'element':
      return drawPlace(field.place, draw);
    case 'head': {
      draw.note('substitution');
      const all = field.head.alternatives;
      const chosen = draw.small
        ? all.toSorted((a, b) => cheapest.place(a.place) - cheapest.place(b.place))[0]
        : draw.fresh(field.head, all);
      return { [chosen.key]: drawPlace(chosen.place, draw) };
    }
    case 'any':
      return anyElement(node.wildcard ?? field.wildcard, draw);
    default: {
      draw.note(field.group.compositor === 'choice' ? 'repeated choice' : 'repeated sequence');
      const turn = {};
      drawNode(field.group.content, turn, draw);
      draw.expect(turn, { turn: true });
      return turn;
    }
  }
}

/**
 * The value of a message whose content is described by a body shape; `undefined` where it has none.
 */
export function drawBody(body, draw) {
  switch (body.kind) {
    case 'object':
      return body.place.nillable
        ? drawPlace(body.place, draw)
        : drawObject(body.object, draw, typesAt(body.place) ?? body.object.family?.members);
    case 'content':
      return drawObject(body.object, draw);
    case 'unwrapped':
    case 'single': {
      const value = {};
      drawField({ field: body.field, optional: body.field.optional }, value, draw);
      const drawnValue = value[body.field.property];
      // an empty list leaves no trace when there is nothing around it
      return Array.isArray(drawnValue) && drawnValue.length === 0 && body.field.repeated
        ? undefined
        : drawnValue;
    }
    case 'parts': {
      const value = {};
      for (const field of body.fields) drawField({ field, optional: field.optional }, value, draw);
      return value;
    }
    default:
      return undefined;
  }
}
