import type { Random } from './random.ts';

const names = ['a', 'b', 'item', 'Name', 'x-1', 'année', '名', '_', 'data.x', '𐐀b'];
const prefixes = ['', '', '', 'p', 'q', 'soap'];
const uris = ['urn:a', 'urn:b', 'http://tempuri.org/', 'urn:a&amp;b', ''];
const texts = [
  'text',
  ' ',
  '\n  ',
  '\r\n',
  'a\rb',
  '&lt;&gt;&amp;&quot;&apos;',
  '&#65;&#x1F600;',
  '&#13;',
  '&#x0000000041;',
  '😀é',
  ']]',
  '>',
  '"quoted\'',
  '<![CDATA[<&>]]>',
  '<![CDATA[]]>',
  '<![CDATA[\r\n]]>',
  '<!-- c -->',
  '<!---->',
  '<?pi some data?>',
  '<?pi?>',
];
const values = [
  'v',
  '',
  'a\tb',
  'a\r\nb',
  '&lt;',
  '&#10;',
  '>',
  "it's",
  ' two  spaces ',
  ']]>',
  'ü',
];
const blanks = [' ', '\n', '\t', '\r\n', '  '];

function attributes(random: Random, declared: string[]): string {
  let text = '';
  const used = new Set<string>();
  for (let count = random.integer(4); count > 0; count--) {
    let name: string;
    let value = random.pick(values);
    if (random.chance(0.35)) {
      const prefix = random.pick(['p', 'q', 'soap', '']);
      name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`;
      value = random.pick(prefix === '' ? uris : uris.slice(0, -1));
      declared.push(prefix);
    } else {
      const prefix = random.pick(['', '', '', 'xml', ...declared]);
      name = (prefix === '' ? '' : `${prefix}:`) + random.pick(names);
    }
    // Now and then an attribute is there twice.
    if (used.has(name) && random.chance(0.95)) continue;
    used.add(name);
    const quote = value.includes("'") ? '"' : random.pick(['"', "'"]);
    const around = random.chance(0.1) ? random.pick(blanks) : '';
    text += `${random.pick(blanks)}${name}${around}=${around}${quote}${value}${quote}`;
  }
  return text;
}

function element(random: Random, depth: number, outer: readonly string[]): string {
  const declared = [...outer];
  const inner = attributes(random, declared);
  const prefix = random.pick(prefixes);
  // A prefix that is not declared makes the document malformed, which is worth trying, but not
  // often.
  const usable = prefix === '' || declared.includes(prefix) || random.chance(0.02);
  const name = (usable && prefix !== '' ? `${prefix}:` : '') + random.pick(names);
  const blank = random.chance(0.2) ? random.pick(blanks) : '';
  if (random.chance(0.2)) return `<${name}${inner}${blank}/>`;
  let content = '';
  for (let count = random.integer(depth > 4 ? 2 : 5); count > 0; count--) {
    content += random.chance(0.5) ? random.pick(texts) : element(random, depth + 1, declared);
  }
  return `<${name}${inner}${blank}>${content}</${name}${random.chance(0.1) ? random.pick(blanks) : ''}>`;
}

/** A document that is mostly well-formed. */
export function randomDocument(random: Random): string {
  const declaration = random.pick([
    '',
    '',
    '<?xml version="1.0"?>',
    '<?xml version="1.0" encoding="utf-8"?>',
    "<?xml  version = '1.0' encoding='UTF-8' standalone='yes' ?>",
  ]);
  const before = random.pick(['', '', '\n', '<!-- before -->', '<?pi x?>\r\n']);
  const after = random.pick(['', '', '\n', '<!-- after -->', '<?pi y?>']);
  return declaration + before + element(random, 0, []) + after;
}

const fragments = [
  '<',
  '>',
  '/',
  '&',
  ';',
  '"',
  "'",
  '=',
  ' ',
  '!',
  '-',
  '--',
  '?',
  ']',
  ']]>',
  '[',
  ':',
  'a',
  'x',
  '<a>',
  '</a>',
  '<a/>',
  '<!--',
  '-->',
  '<![CDATA[',
  '<?',
  '?>',
  '&lt;',
  '&#x41;',
  '&#',
  '\u0001',
  '\u00b7',
  '￾',
  '\t',
  '\r',
  '\n',
  'xmlns=""',
  ' xmlns:p=""',
  ' p:x="1"',
];

/** A document with a few places changed: characters dropped, doubled, moved or put in. */
export function mutate(random: Random, text: string): string {
  let result = text;
  for (let count = 1 + random.integer(3); count > 0; count--) {
    const characters = [...result];
    const at = random.integer(characters.length + 1);
    const kind = random.integer(4);
    if (kind === 0) characters.splice(at, 1 + random.integer(3));
    else if (kind === 1) characters.splice(at, 0, random.pick(fragments));
    else if (kind === 2) characters.splice(at, 1, random.pick(fragments));
    else characters.splice(at, 0, ...characters.slice(at, at + random.integer(8)));
    result = characters.join('');
  }
  return result;
}
