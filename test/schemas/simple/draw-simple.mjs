// The grammar of simple types: built-ins, restrictions of several steps, lists and unions, named or
// not.
import { builtins } from './builtins.mjs';
import { drawFacets } from './draw-facets.mjs';
import { inOrder } from './value-order.mjs';

const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Draws types of one schema. */
export function createSimpleTypes(dice) {
  const named = [];
  const all = [...builtins.keys()];

  function builtin(name = dice.pick(all)) {
    const { family, draw } = builtins.get(name);
    return {
      kind: 'simple',
      builtin: true,
      name,
      family,
      primitive: name,
      draw,
      inOrder: (texts) => inOrder(family, texts),
      depth: 0,
      labels: [name],
    };
  }

  /** A built-in that can be an item of a list, or another type that can. */
  function item() {
    for (let tries = 0; tries < 20; tries += 1) {
      const one = dice.chance(0.5) ? builtin() : derived();
      if (!isList(one)) return one;
    }
    return builtin('int');
  }

  function isList(type) {
    return (
      type.family === 'list' ||
      ['NMTOKENS', 'IDREFS', 'ENTITIES'].includes(type.primitive) ||
      (type.members ?? []).some(isList)
    );
  }

  function restriction(base) {
    const { facets, draws } = drawFacets(base, dice);
    const draw = (other) => {
      const own = draws.length > 0 && other.chance(0.75) ? other.pick(draws) : base.draw;
      return own(other);
    };
    const inside = facets
      .map(([name, value]) => `<xs:${name} value="${escaped(String(value))}"/>`)
      .join('');
    return maybeNamed({
      ...base,
      builtin: false,
      name: undefined,
      base,
      draw,
      depth: base.depth + 1,
      labels: [...base.labels, ...new Set(facets.map(([name]) => name))],
      text: around('restriction', 'base', base, inside),
    });
  }

  function list() {
    const of = item();
    const draw = (other) =>
      Array.from(
        {
          length: other.weighted([
            [1, 0],
            [3, 1],
            [3, 2],
            [2, 3],
            [1, 5],
          ]),
        },
        () => of.draw(other),
      ).join(
        other.weighted([
          [6, ' '],
          [1, '  '],
          [1, '\n'],
        ]),
      );
    return maybeNamed({
      kind: 'simple',
      family: 'list',
      item: of,
      draw,
      depth: of.depth + 1,
      primitive: 'list',
      labels: ['list of', ...of.labels],
      text: around('list', 'itemType', of, ''),
    });
  }

  function union() {
    const members = Array.from({ length: dice.int(1, 3) }, () =>
      dice.chance(0.5) ? builtin() : derived(),
    );
    const references = members.filter((one) => one.name !== undefined);
    const inner = members.filter((one) => one.name === undefined);
    const attribute =
      references.length === 0 ? '' : ` memberTypes="${references.map(referenceTo).join(' ')}"`;
    // members named come before those that are inside
    const ordered = [...references, ...inner];
    return maybeNamed({
      kind: 'simple',
      family: 'union',
      members: ordered,
      primitive: 'union',
      draw: (other) => other.pick(ordered).draw(other),
      depth: Math.max(...members.map((one) => one.depth)) + 1,
      labels: ['union of', ...ordered.flatMap((one) => one.labels)],
      text: `<xs:union${attribute}>${inner.map(typeText).join('')}</xs:union>`,
    });
  }

  /** A type with a name, or one that is where it is used. */
  function maybeNamed(type) {
    if (dice.chance(0.5)) return type;
    const one = { ...type, name: `S${named.length}` };
    named.push(one);
    return one;
  }

  /** A type that is no built-in. */
  function derived(depth = 0) {
    const make = dice.weighted([
      [6, 'restriction'],
      [2, 'list'],
      [2, 'union'],
    ]);
    if (make === 'list') return depth > 2 ? builtin() : list();
    if (make === 'union') return depth > 2 ? builtin() : union();
    const base = depth < 3 && dice.chance(0.35) ? derived(depth + 1) : builtin();
    return base.depth > 4 ? base : restriction(base);
  }

  return { builtin, derived, restriction, named };
}

function around(kind, attribute, type, inside) {
  return type.name === undefined
    ? `<xs:${kind}>${typeText(type)}${inside}</xs:${kind}>`
    : `<xs:${kind} ${attribute}="${referenceTo(type)}">${inside}</xs:${kind}>`;
}

/** The name of a type as schemas write it. */
export function referenceTo(type) {
  return `${type.builtin ? 'xs' : 't'}:${type.name}`;
}

/** The definition of a type. */
export function typeText(type) {
  const name = type.name === undefined ? '' : ` name="${type.name}"`;
  return `<xs:simpleType${name}>${type.text}</xs:simpleType>`;
}
