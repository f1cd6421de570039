// Texts and names.

const letters = [
  'a',
  'B',
  'z',
  '0',
  '9',
  ' ',
  '-',
  '_',
  '.',
  ':',
  'é',
  'Ж',
  '中',
  '😀',
  '&',
  '<',
  '"',
  "'",
  ']]>',
  '%',
  '\u00a0',
];

/** Any text, spaces of every kind in it. */
export function drawString(dice) {
  return dice.weighted([
    [1, () => ''],
    [
      3,
      () =>
        dice.pick([
          'one',
          'two words',
          'a & b',
          ' both ends ',
          'in  side',
          '😀',
          'x\ty',
          'line\nbreak',
          ' ',
          'c\rr',
        ]),
    ],
    [3, () => Array.from({ length: dice.int(1, 6) }, () => dice.pick(letters)).join('')],
  ])();
}

export const drawToken = (dice) =>
  dice.chance(0.2) ? drawString(dice) : drawString(dice).trim().replace(/\s+/g, ' ');

export function drawUri(dice) {
  return dice.pick([
    'http://example.com/',
    'urn:x:y',
    '',
    'a b',
    '../x?y=1#z',
    'http://[::1]/',
    '%20',
    'mailto:a@b',
    'http://example.com/é',
    '#',
    '%%',
    'http://a/%zz',
    ':',
    '{}',
    'http://host:port/',
    'a:b:c',
  ]);
}

const starts = ['a', 'Z', '_', 'é', 'Ж', '中'];
const more = [...starts, '0', '-', '.', '·'];

export function drawName(type, dice) {
  const first = dice.pick(
    type === 'NMTOKEN' ? [...more, ':'] : type === 'Name' ? [...starts, ':'] : starts,
  );
  const rest = Array.from({ length: dice.int(0, 5) }, () =>
    dice.pick(type === 'NMTOKEN' || type === 'Name' ? [...more, ':'] : more),
  );
  return first + rest.join('');
}

export const drawQName = (dice) =>
  dice.pick(['t:a', 'o:b', 'w:c-d', 'plain', 'xs:int', 't:été', 'o:a.b']);
