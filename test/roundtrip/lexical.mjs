// Lexical values of simple types, drawn from the model: facets first, then the built-in underneath.
import { drawDecimal, drawFloat, drawInteger, isInteger } from './lexical-numbers.mjs';
import { drawPattern, matchesPatterns } from './patterns.mjs';
import { accepts, zoneOf } from './simple-values.mjs';
import { Unsatisfiable } from './source.mjs';

const facetNames = [
  'enumeration',
  'length',
  'minLength',
  'maxLength',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'totalDigits',
  'fractionDigits',
];

/** A lexical value of a type, already as white space processing leaves it. */
export function drawLexical(type, draw) {
  const { facets } = type;
  for (const name of facetNames) if (facets[name] !== undefined) draw.note(`facet ${name}`);
  if ((facets.patterns ?? []).length > 0) draw.note('facet pattern');
  if (facets.whiteSpace !== undefined && type.builtin === 'string') draw.note('facet whiteSpace');
  if (type.variety === 'atomic') draw.note(`built-in ${type.builtin}`);
  else draw.note(type.variety);
  if (facets.enumeration !== undefined) return drawEnumeration(type, draw);
  if ((facets.patterns ?? []).length > 0) return drawPatterned(type, draw);
  return drawPlain(type, draw);
}

export function whiteSpaceOf(type) {
  if (type.variety !== 'atomic') return 'collapse';
  if (type.facets.whiteSpace !== undefined) return type.facets.whiteSpace;
  if (type.builtin === 'string' || type.builtin === 'anySimpleType') return 'preserve';
  return type.builtin === 'normalizedString' ? 'replace' : 'collapse';
}

export function normalize(text, type) {
  const rule = whiteSpaceOf(type);
  if (rule === 'preserve') return text;
  const replaced = text.replace(/[\t\r\n]/g, ' ');
  return rule === 'replace' ? replaced : replaced.replace(/ +/g, ' ').replace(/^ | $/g, '');
}

function drawEnumeration(type, draw) {
  const values = type.facets.enumeration.map((one) => normalize(one.value, type));
  const valid = values.filter((value) => accepts(type, value));
  if (valid.length === 0) throw new Unsatisfiable('an enumeration without valid values');
  return draw.fresh(type, valid);
}

function drawPatterned(type, draw) {
  const step = type.facets.patterns.at(-1);
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const spare = attempt < 20 ? 3 : attempt < 40 ? 12 : 40;
    const text = normalize(
      drawPattern(step, draw.source, spare, type.facets.length ?? type.facets.minLength),
      type,
    );
    if (accepts(type, text)) return text;
  }
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const text = drawPlain(type, draw);
    if (matchesPatterns(type.facets.patterns, text) && accepts(type, text)) return text;
  }
  throw new Unsatisfiable(`no value for pattern ${step.join(' or ')}`);
}

function lengths(facets, most) {
  if (facets.length !== undefined) return [facets.length, facets.length];
  const min = facets.minLength ?? 0;
  return [min, Math.max(min, Math.min(facets.maxLength ?? most, Math.max(most, min)))];
}

function drawLength(facets, most, { source, small }) {
  const [min, max] = lengths(facets, most);
  if (small) return min;
  if (facets.maxLength !== undefined && facets.maxLength <= 3000 && source.chance(0.15))
    return facets.maxLength;
  return source.int(min, max);
}

function drawPlain(type, draw) {
  const { facets, variety } = type;
  if (variety === 'list') {
    const count = drawLength(facets, 4, draw);
    return Array.from({ length: count }, () => drawItem(type.item, draw)).join(' ');
  }
  if (variety === 'union') return drawLexical(draw.fresh(type, type.members), draw);
  const text = drawAtomic(type.builtin, facets, type, draw);
  if (text === undefined) throw new Unsatisfiable(`no ${type.builtin} within its facets`);
  return text;
}

function drawItem(type, draw) {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const text = drawLexical(type, draw).replace(/[ \t\r\n]+/g, '_');
    if (text !== '' && accepts(type, text)) return text;
  }
  throw new Unsatisfiable('no list item');
}

const words = [
  'a',
  'Z',
  '0',
  'é',
  '中',
  '😀',
  '-',
  '.',
  '&',
  '<',
  '>',
  '"',
  "'",
  ']]>',
  '&amp;',
  '<!--',
  '\u00a0',
  ';',
  '/',
];
const spaces = [' ', '  ', '\t', '\n', '\r', '\r\n'];
const nameStart = ['a', 'B', '_', 'é', 'Ω'];
const nameRest = ['a', 'B', '_', 'é', '1', '-', '.', '9'];

function characters(source, count, pool) {
  let text = '';
  for (let length = 0; length < count; ) {
    const next = source.pick(pool);
    if (length + [...next].length > count) {
      text += 'x';
      length += 1;
      continue;
    }
    text += next;
    length += [...next].length;
  }
  return text;
}

function drawText(type, facets, draw) {
  const { source } = draw;
  const rule = whiteSpaceOf(type);
  const count = drawLength(facets, 12, draw);
  if (rule === 'preserve')
    return characters(
      source,
      count,
      source.chance(0.5) ? ['x', 'y', ' ', 'z'] : [...words, ...spaces],
    );
  if (rule === 'replace') return characters(source, count, [...words, ' ', '  ']);
  return characters(source, count, source.chance(0.3) ? words : ['x', 'y', 'z']);
}

function drawName(facets, draw, extra = []) {
  const count = Math.max(1, drawLength(facets, 8, draw));
  return (
    draw.source.pick([...nameStart, ...extra]) +
    characters(draw.source, count - 1, [...nameRest, ...extra])
  );
}

const two = (value) => String(value).padStart(2, '0');
const zones = ['', '', 'Z', '+00:00', '-05:30', '+14:00', '-14:00'];
const years = ['0001', '1969', '1970', '2000', '2024', '9999'];

function drawDay(source) {
  const month = source.int(1, 12);
  return `${two(month)}-${two(source.int(1, month === 2 ? 28 : 30))}`;
}

function drawDate(source) {
  return source.chance(0.15)
    ? source.pick([
        '2024-02-29',
        '2000-02-29',
        '0001-01-01',
        '9999-12-31',
        '-0044-03-15',
        '12024-06-01',
      ])
    : `${source.pick(years)}-${drawDay(source)}`;
}

function drawTime(source) {
  const fraction = source.pick(['', '', '.5', '.123', '.1234567', '.000001']);
  return source.chance(0.1)
    ? source.pick(['00:00:00', '23:59:59.999'])
    : `${two(source.int(0, 23))}:${two(source.int(0, 59))}:${two(source.int(0, 59))}${fraction}`;
}

function drawBytes(facets, draw) {
  const count = drawLength(facets, 10, draw);
  return Buffer.from(Array.from({ length: count }, () => draw.source.int(0, 255)));
}

const calendars = {
  dateTime: (s) => `${drawDate(s)}T${drawTime(s)}${s.pick(zones)}`,
  date: (s) => `${drawDate(s)}${s.pick(zones)}`,
  time: (s) => `${drawTime(s)}${s.pick(zones)}`,
  gYear: (s) => `${s.pick(years)}${s.pick(zones)}`,
  gYearMonth: (s) => `${s.pick(years)}-${two(s.int(1, 12))}${s.pick(zones)}`,
  gMonthDay: (s) => `--${drawDay(s)}${s.pick(zones)}`,
  gDay: (s) => `---${two(s.int(1, 31))}${s.pick(zones)}`,
  gMonth: (s) => `--${two(s.int(1, 12))}${s.pick(zones)}`,
  duration: (s) =>
    s.pick([
      'PT0S',
      'P1Y',
      '-P1D',
      'P1Y2M3DT4H5M6.7S',
      'PT36H',
      'P400D',
      'PT0.000001S',
      'P2147483647Y',
    ]),
};

/**
 * Values are drawn in the zone of a bound: which of two with and without a zone is first may not be
 * known.
 */
function drawCalendar(builtin, facets, source) {
  const bound =
    facets.minInclusive ?? facets.maxInclusive ?? facets.minExclusive ?? facets.maxExclusive;
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const drawn = calendars[builtin](source);
    const text =
      bound === undefined
        ? drawn
        : drawn.slice(0, drawn.length - zoneOf(drawn).length) + zoneOf(bound);
    if (accepts({ variety: 'atomic', builtin, facets }, text)) return text;
  }
  return bound;
}

const uris = [
  '',
  'http://example.org/',
  'http://example.org/a/b.html?x=1&y=%20z#top',
  'urn:isbn:0451450523',
  '../up',
  'a',
  'mailto:a@example.org',
  'http://[::1]:80/',
];

function drawUri(facets, draw) {
  const [min, max] = lengths(facets, 200);
  const fitting = uris.filter((uri) => uri.length >= min && uri.length <= max);
  return draw.small || fitting.length === 0 ? 'u'.repeat(min) : draw.source.pick(fitting);
}

function drawAtomic(builtin, facets, type, draw) {
  const { source } = draw;
  if (isInteger(builtin)) return drawInteger(builtin, facets, source);
  if (calendars[builtin] !== undefined) return drawCalendar(builtin, facets, source);
  switch (builtin) {
    case 'decimal':
      return drawDecimal(facets, source);
    case 'float':
    case 'double':
      return drawFloat(builtin, facets, source);
    case 'boolean':
      return source.pick(['true', 'false']);
    case 'hexBinary':
      return drawBytes(facets, draw).toString('hex').toUpperCase();
    case 'base64Binary':
      return drawBytes(facets, draw).toString('base64');
    case 'anyURI':
      return drawUri(facets, draw);
    case 'language':
      return source.pick(['en', 'de-CH', 'zh-Hans-CN', 'x-klingon']);
    case 'ID':
      return draw.id();
    case 'Name':
      return drawName(facets, draw, [':']);
    case 'NMTOKEN':
      return characters(source, Math.max(1, drawLength(facets, 8, draw)), nameRest);
    case 'NMTOKENS':
    case 'IDREFS':
    case 'ENTITIES':
      return Array.from({ length: Math.max(1, drawLength(facets, 3, draw)) }, () =>
        drawName({}, draw),
      ).join(' ');
    case 'NCName':
    case 'IDREF':
    case 'ENTITY':
      return drawName(facets, draw);
    case 'QName':
    case 'NOTATION':
      return (
        source.pick(['', '{urn:a}', '{urn:b}', '{http://example.org/?a&b}']) + drawName({}, draw)
      );
    case 'guid':
      return source.draw(draw.uuid);
    default:
      return drawText(type, facets, draw);
  }
}
