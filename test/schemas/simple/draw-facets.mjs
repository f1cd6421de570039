// Draws the facets of one step of restriction (XML Schema 2, 4.3) and texts near their borders.
import { drawPattern } from './draw-pattern.mjs';
import { perturbed } from './near-miss.mjs';

/** Facets that go together, each kind with its share. */
const kinds = {
  text: ['lengths', 'pattern', 'enumeration', 'whiteSpace', 'lengths'],
  name: ['lengths', 'pattern', 'enumeration'],
  names: ['lengths', 'enumeration', 'pattern'],
  reference: ['lengths'],
  qname: ['enumeration', 'pattern'],
  boolean: ['pattern'],
  number: ['bounds', 'bounds', 'digits', 'enumeration', 'pattern'],
  float: ['bounds', 'enumeration', 'pattern'],
  date: ['bounds', 'bounds', 'enumeration', 'pattern'],
  duration: ['bounds', 'enumeration', 'pattern'],
  binary: ['lengths', 'enumeration', 'pattern'],
  list: ['lengths', 'lengths', 'enumeration', 'pattern'],
  union: ['enumeration', 'pattern'],
};

/**
 * Draws `{ facets, draws }`: pairs of facet and value in order, and functions that draw texts near
 * what they allow.
 *
 * @param base the type that is restricted
 */
export function drawFacets(base, dice) {
  const facets = [];
  const draws = [];
  // facets that leave nothing of an enumeration are a fault of the contract, of which it is told
  const open = base.labels.includes('enumeration') ? ['enumeration'] : kinds[base.family];
  const chosen = new Set([dice.pick(open), ...(dice.chance(0.25) ? [dice.pick(open)] : [])]);
  const inOrder = [...chosen].toSorted(
    (one, other) => (one === 'enumeration') - (other === 'enumeration'),
  );
  for (const kind of inOrder) steps[kind](base, dice, facets, draws);
  return { facets, draws };
}

const steps = {
  lengths(base, dice, facets, draws) {
    const most = dice.int(1, 5);
    const least = dice.int(0, most);
    const form = dice.pick(['length', 'minLength', 'maxLength', 'both']);
    if (form === 'length') facets.push(['length', most]);
    if (form === 'minLength' || form === 'both') facets.push(['minLength', least]);
    if (form === 'maxLength' || form === 'both') facets.push(['maxLength', most]);
    const around = [least, most, most, most + 1, Math.max(0, least - 1)];
    draws.push((other) => ofLength(base, other.pick(around), other));
  },
  pattern(base, dice, facets, draws) {
    const count = dice.chance(0.2) ? 2 : 1;
    for (let index = 0; index < count; index += 1) {
      const pattern = patternFor(base, dice);
      facets.push(['pattern', pattern.source]);
      if (pattern.draw !== undefined) draws.push(pattern.draw);
    }
  },
  enumeration(base, dice, facets, draws) {
    // of the values the other facets of the step allow
    const draw = draws.length > 0 && dice.chance(0.9) ? dice.pick(draws) : base.draw;
    const values = Array.from({ length: dice.int(1, 4) }, () => draw(dice));
    for (const value of values) facets.push(['enumeration', value]);
    draws.push((other) => other.pick(values));
  },
  whiteSpace(_base, dice, facets) {
    facets.push(['whiteSpace', dice.pick(['replace', 'collapse', 'collapse'])]);
  },
  bounds(base, dice, facets, draws) {
    const [first, second] = base.inOrder([base.draw(dice), base.draw(dice)]);
    const form = dice.pick(['min', 'max', 'both']);
    const suffix = () => dice.pick(['Inclusive', 'Exclusive']);
    if (form !== 'max') facets.push([`min${suffix()}`, first]);
    if (form !== 'min') facets.push([`max${suffix()}`, second]);
    const used = form === 'min' ? [first] : form === 'max' ? [second] : [first, second];
    draws.push((other) => {
      const border = other.pick(used);
      return other.chance(0.4) ? border : perturbed(border, other);
    });
  },
  digits(base, dice, facets, draws) {
    const total = dice.int(1, 20);
    facets.push(['totalDigits', total]);
    const fraction =
      base.primitive === 'decimal' && dice.chance(0.6)
        ? dice.int(0, Math.min(4, total))
        : undefined;
    if (fraction !== undefined) facets.push(['fractionDigits', fraction]);
    draws.push((other) => {
      const digits = (count) => Array.from({ length: count }, () => other.int(1, 9)).join('');
      const behind = fraction === undefined ? 0 : fraction + other.int(-1, 1);
      const whole = digits(Math.max(0, total - behind + other.int(-1, 1))) || '0';
      return `${whole}${behind > 0 ? `.${digits(behind)}` : ''}${other.chance(0.2) && behind > 0 ? '00' : ''}`;
    });
  },
};

/**
 * Patterns about the values of a type: for texts any, for others such as some of their texts match.
 */
function patternFor(base, dice) {
  if (['text', 'name', 'union', 'list'].includes(base.family) && dice.chance(0.8))
    return drawPattern(dice);
  const known = {
    boolean: ['1|0', 'true|false', 'true', '[01]'],
    number: [
      '\\d+',
      '[+\\-]?\\d{1,3}',
      '0+[1-9]\\d*',
      '-.*',
      '[^+]*',
      '\\d*\\.\\d{2}',
      '\\+\\d+',
      '[1-9][0-9]{0,4}',
    ],
    float: ['\\d+\\.\\d+', '[^Ee]*', '.*[Ee].*', '-?\\d+', 'INF|NaN', '.*E-?\\d+'],
    date: ['.*Z', '[^Z]*', '.*\\d', '.*\\.\\d+.*', '[12].*', '-.*', '.*[+\\-]\\d\\d:\\d\\d'],
    duration: ['P.*Y', 'P[^T]+', '-?PT.*', '.*S', 'P\\d+D'],
    binary: ['[0-9A-F]*', '[0-9a-f]*', '[^ ]*', '.{4}', '.{2,}', '[A-Za-z0-9+/=]{4}'],
    // writers choose prefixes: patterns about them cannot be kept
    qname: ['.*', '.+', '[^ ]*'],
    names: ['[^ ]+( [^ ]+)?', '.*a.*'],
    reference: ['a.*'],
    name: ['\\i\\c*', '[^:]*', '.{1,3}'],
    text: ['.*', '.{2,4}', '\\S+', '(.|\\s)*', '[^a]*'],
    list: ['[^ ]+( [^ ]+)?', '.*', '\\d( \\d)*'],
    union: ['.*', '.+', '\\d+|[a-z]*'],
  };
  return { source: dice.pick(known[base.family]) };
}

/** A text of a length in the units of a type. */
function ofLength(base, length, dice) {
  const repeat = (draw, joint = '') => Array.from({ length }, draw).join(joint);
  if (base.family === 'list' || base.family === 'names') {
    return repeat(() => (base.item ?? { draw: () => 'tok' }).draw(dice), ' ');
  }
  if (base.primitive === 'hexBinary') return repeat(() => dice.pick(['0a', 'FF', '7f']));
  if (base.primitive === 'base64Binary')
    return Buffer.alloc(length, dice.int(0, 255)).toString('base64');
  return repeat(() => dice.pick(['a', 'b', 'Z', 'é', '😀', '_', 'x']));
}
