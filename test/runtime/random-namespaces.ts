/** Every number of a seed. */
export function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield Math.floor(state / 65_536);
  }
}

const prefixes = ['', 'a', 'b', 'c'];

/** A document with declarations at any place. */
export function randomNamespaces(
  random: Generator<number>,
  depth = 0,
  scope: readonly string[] = [],
): string {
  const next = (below: number): number => (random.next().value as number) % below;
  const declared = prefixes.filter(() => next(3) === 0);
  const known = [...new Set([...scope, ...declared])];
  const named = (local: string): string => {
    const prefix = known[next(known.length + 1)] ?? '';
    return prefix === '' ? local : `${prefix}:${local}`;
  };
  const name = named('e');
  const attributes = new Set([named('x'), named('y'), 'z'].filter(() => next(2) === 0));
  const declarations = declared.map((prefix) => {
    const uri = prefix === '' && next(3) === 0 ? '' : `urn:${next(3)}`;
    return ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${uri}"`;
  });
  const uris = new Set(declarations.map((one) => one.slice(one.indexOf('"'))));
  // Attributes of two prefixes may have one name.
  const written = uris.size === declarations.length ? [...attributes] : [];
  const values = ['1', '&lt;&amp;', ' a\tb ', "'&quot;", '&#xD;&#10;', '\u00e9\u{1f600}'];
  const texts = ['', 'x', '&gt;&amp;', '&#xD;', '<![CDATA[<&]]>', '<!-- c -->', '"\n\t'];
  const children = Array.from({ length: depth > 4 ? 0 : next(4) }, () =>
    next(2) === 0 ? (texts[next(texts.length)] ?? '') : randomNamespaces(random, depth + 1, known),
  );
  const own = written.map((one) => ` ${one}="${values[next(values.length)] ?? ''}"`);
  return `<${name}${[...declarations, ...own].sort(() => next(3) - 1).join('')}>${children.join('')}</${name}>`;
}
