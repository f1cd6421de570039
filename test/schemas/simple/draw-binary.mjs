// Lexical forms of octets.

const bytes = (dice) =>
  Buffer.from(
    Array.from(
      {
        length: dice.weighted([
          [1, 0],
          [2, 1],
          [2, 2],
          [2, 3],
          [2, 4],
          [1, 7],
        ]),
      },
      () => dice.int(0, 255),
    ),
  );

export function drawHex(dice) {
  const text = bytes(dice).toString('hex');
  return dice.weighted([
    [2, text],
    [2, text.toUpperCase()],
    [1, text.replace(/^../, (one) => one.toUpperCase())],
  ]);
}

export function drawBase64(dice) {
  const text = bytes(dice).toString('base64');
  return dice.weighted([
    [4, text],
    [1, text.replace(/(..)(?=.)/g, '$1 ')],
    [1, text.replace(/(....)(?=.)/g, '$1\n')],
    [1, text.replace(/(.)(?=.)/g, '$1 ')],
  ]);
}
