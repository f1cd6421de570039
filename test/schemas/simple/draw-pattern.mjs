// A grammar of regular expressions (XML Schema 2, appendix F): a pattern, and texts that it
// matches.

/** Character classes: how each is written, and some of its characters. */
const classes = [
  ['[a-c]', 'abc'],
  ['[A-Z0-9]', 'AMZ059'],
  ['[^a-z]', 'A0_é'],
  ['[a-z-[aeiou]]', 'bcdz'],
  ['[\\d-[5]]', '0149'],
  ['[\\w-[\\d_]]', 'aZé'],
  ['[^\\d\\s]', 'ab-'],
  ['\\d', '0123456789'],
  ['\\D', 'ab-'],
  ['\\w', 'aZ09é'],
  ['\\W', '-.!,'],
  ['\\i', 'a_Z'],
  ['\\c', 'a0-._'],
  ['\\I', '09-'],
  ['\\s', ' '],
  ['\\S', 'a0!'],
  ['.', 'a0!é'],
  ['\\p{L}', 'aZéЖ'],
  ['\\p{Lu}', 'AZЖ'],
  ['\\p{Ll}', 'azé'],
  ['\\p{Nd}', '059'],
  ['\\P{L}', '09-'],
  ['\\p{IsBasicLatin}', 'aZ0!'],
  ['\\P{IsBasicLatin}', 'éЖ中'],
  ['\\p{IsCyrillic}', 'Жя'],
  ['[\\p{L}\\-]', 'a-Z'],
  ['[\\p{Lu}\\p{Nd}]', 'AZ09'],
  ['[\\i-[:]][\\c-[:]]', undefined, ['ab', '_1', 'Z-']],
  ['[+\\-.]', '+-.'],
  ['[&#x20;-~]', 'a ~0'],
  ['[\\^\\]\\[]', '^[]'],
  ['[😀-😂]', undefined, ['😀', '😁', '😂']],
];

const literals = [
  ['a', 'a'],
  ['AB', 'AB'],
  ['\\.', '.'],
  ['-', '-'],
  ['x', 'x'],
  ['\\(', '('],
  ['\\|', '|'],
  ['é', 'é'],
  ['\\\\', '\\'],
  ['\\*', '*'],
  [':', ':'],
  ['$', '$'],
  ['^', '^'],
  ['/', '/'],
];

const quantifiers = [
  ['?', 0, 1],
  ['*', 0, 3],
  ['+', 1, 3],
  ['{2}', 2, 2],
  ['{1,3}', 1, 3],
  ['{0,2}', 0, 2],
  ['{2,}', 2, 4],
  ['{0}', 0, 0],
];

/**
 * Draws `{ source, draw }`: the pattern as XML Schema writes it, and a function that draws a text
 * for it.
 */
export function drawPattern(dice, depth = 2) {
  const branches = Array.from(
    {
      length: dice.weighted([
        [6, 1],
        [2, 2],
        [1, 3],
      ]),
    },
    () => branch(dice, depth),
  );
  return {
    source: branches.map((one) => one.source).join('|'),
    draw: (other) => other.pick(branches).draw(other),
  };
}

function branch(dice, depth) {
  const pieces = Array.from(
    {
      length: dice.weighted([
        [3, 1],
        [4, 2],
        [2, 3],
        [depth === 2 ? 0 : 1, 0],
      ]),
    },
    () => piece(dice, depth),
  );
  return {
    source: pieces.map((one) => one.source).join(''),
    draw: (other) => pieces.map((one) => one.draw(other)).join(''),
  };
}

function piece(dice, depth) {
  const one = atom(dice, depth);
  if (one.single === false || dice.chance(0.5)) return one;
  const [written, least, most] = dice.pick(quantifiers);
  return {
    source: one.source + written,
    draw: (other) => Array.from({ length: other.int(least, most) }, () => one.draw(other)).join(''),
  };
}

function atom(dice, depth) {
  return dice.weighted([
    [3, () => charClass(dice)],
    [2, () => literal(dice)],
    [depth > 0 ? 1 : 0, () => group(dice, depth)],
  ])();
}

function charClass(dice) {
  const [source, characters, words] = dice.pick(classes);
  const known = words ?? [...characters];
  return {
    source,
    draw: (other) => other.pick(known),
    single: words === undefined || source === '[😀-😂]',
  };
}

function literal(dice) {
  const [source, text] = dice.pick(literals);
  return { source, draw: () => text, single: [...text].length === 1 };
}

function group(dice, depth) {
  const inner = drawPattern(dice, depth - 1);
  return { source: `(${inner.source})`, draw: inner.draw };
}
