// The 44 built-in types of XML Schema 1.0 Part 2: which facets restrict them, and texts of each,
// the borders of its lexical space first.

import { drawBase64, drawHex } from './draw-binary.mjs';
import { dates, times } from './draw-dates.mjs';
import { drawDecimal, drawFloat, drawInteger, ranges } from './draw-numbers.mjs';
import { drawName, drawQName, drawString, drawToken, drawUri } from './draw-texts.mjs';

const lengths = ['length', 'minLength', 'maxLength'];
const bounds = ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'];

/** Built-ins by name: `{ name, family, facets, draw }`, `draw` giving a text for dice. */
export const builtins = new Map();

function add(name, family, facets, draw) {
  builtins.set(name, { name, family, facets: ['pattern', 'enumeration', ...facets], draw });
}

add('string', 'text', [...lengths, 'whiteSpace'], drawString);
add('normalizedString', 'text', [...lengths, 'whiteSpace'], drawString);
add('token', 'text', lengths, drawToken);
add('anyURI', 'text', lengths, drawUri);
add('language', 'name', lengths, (dice) =>
  dice.pick(['en', 'de-CH', 'x-klingon', 'i-navajo', 'zh-Hant-TW', 'en-GB-oed', 'a-1']),
);
for (const name of ['Name', 'NCName', 'NMTOKEN', 'ID']) {
  add(name, 'name', lengths, (dice) => drawName(name, dice));
}
for (const name of ['IDREF', 'IDREFS']) add(name, 'reference', lengths, () => 'anchor');
for (const name of ['ENTITY', 'ENTITIES']) {
  add(name, 'reference', lengths, (dice) => drawName('NCName', dice));
}
add('NMTOKENS', 'names', lengths, (dice) =>
  Array.from({ length: dice.int(1, 4) }, () => drawName('NMTOKEN', dice)).join(
    dice.pick([' ', '  ', '\n']),
  ),
);
add('QName', 'qname', [], drawQName);
add('NOTATION', 'qname', [], (dice) => dice.pick(['t:gif', 't:jpeg']));
add('boolean', 'boolean', [], (dice) => dice.pick(['true', 'false', '1', '0']));
add('decimal', 'number', [...bounds, 'totalDigits', 'fractionDigits'], drawDecimal);
for (const name of Object.keys(ranges)) {
  add(name, 'number', [...bounds, 'totalDigits'], (dice) => drawInteger(name, dice));
}
for (const name of ['float', 'double']) add(name, 'float', bounds, (dice) => drawFloat(name, dice));
for (const [name, draw] of Object.entries(dates)) add(name, 'date', bounds, draw);
add('duration', 'duration', bounds, times.duration);
add('hexBinary', 'binary', lengths, drawHex);
add('base64Binary', 'binary', lengths, drawBase64);
