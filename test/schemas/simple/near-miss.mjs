// Texts that are almost another text: most are no values of its type, or others.

const strange = [
  '+',
  '-',
  '0',
  '1',
  '9',
  '.',
  'E',
  'Z',
  ' ',
  ':',
  'x',
  'é',
  '😀',
  '\u00a0',
  '=',
  'T',
  ',',
  '\t',
  '２',
];

/**
 * A text with one character left out, put in, replaced, doubled or swapped, or a digit that is one
 * more or less.
 */
export function perturbed(text, dice) {
  const characters = [...text];
  const at = dice.int(0, Math.max(0, characters.length - 1));
  const change = dice.weighted([
    [4, 'digit'],
    [1, 'drop'],
    [1, 'insert'],
    [1, 'replace'],
    [1, 'double'],
    [1, 'swap'],
    [1, 'case'],
    [1, 'blank'],
  ]);
  switch (change) {
    case 'digit':
      return nextDigit(characters, dice);
    case 'drop':
      characters.splice(at, 1);
      break;
    case 'insert':
      characters.splice(at + dice.int(0, 1), 0, dice.pick(strange));
      break;
    case 'replace':
      characters[at] = dice.pick(strange);
      break;
    case 'double':
      characters.splice(at, 0, characters[at] ?? '');
      break;
    case 'swap':
      [characters[at], characters[at + 1]] = [characters[at + 1] ?? '', characters[at] ?? ''];
      break;
    case 'case':
      return dice.chance(0.5) ? text.toUpperCase() : text.toLowerCase();
    default:
      return dice.pick(['', ' ', `${text} ${text}`]);
  }
  return characters.join('');
}

function nextDigit(characters, dice) {
  const digits = characters.flatMap((one, index) => (/[0-9]/.test(one) ? [index] : []));
  if (digits.length === 0) return characters.slice(1).join('');
  const at = dice.chance(0.5) ? digits.at(-1) : dice.pick(digits);
  characters[at] = String((Number(characters[at]) + dice.pick([1, 9])) % 10);
  return characters.join('');
}

/** A text in other spaces, which types that collapse white space do not tell apart. */
export function blanksAround(text, dice) {
  return dice.weighted([
    [2, ` ${text}`],
    [2, `${text} `],
    [1, `\n\t${text}\r\n`],
    [1, text.replaceAll(' ', '  ')],
  ]);
}
