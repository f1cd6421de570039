/** An element directly below `wsdl:definitions`, or further in, with its lines. */
interface Block {
  /** Local name. */
  readonly kind: string;
  readonly lines: readonly string[];
}

/**
 * A WSDL without its HTTP GET or POST bindings, and without their port types, messages and ports.
 * ASMX shows it if a binding is off or only for clients on the same machine. Parts that other
 * bindings use stay.
 *
 * @param lines the lines of a WSDL
 * @param verbs `GET`, `POST` or both
 */
export function withoutVerbs(
  lines: readonly string[],
  verbs: readonly string[],
): readonly string[] {
  const blocks = blocksOf(lines, '  ');
  const marks = verbs.map((verb) => `<http:binding verb="${verb}" />`);
  const isDropped = ({ kind, lines }: Block): boolean =>
    kind === 'binding' && lines.some((line) => marks.includes(line.trim()));
  const names = (kind: string, attribute: string, of: (block: Block) => boolean): Set<string> =>
    new Set(
      blocks.filter((one) => one.kind === kind && of(one)).flatMap((one) => values(one, attribute)),
    );
  const bindings = names('binding', 'name', isDropped);
  const portTypes = names('binding', 'type', isDropped);
  for (const name of names('binding', 'type', (one) => !isDropped(one))) portTypes.delete(name);
  const isGone = (block: Block): boolean => portTypes.has(ownName(block));
  const messages = names('portType', 'message', isGone);
  for (const name of names('portType', 'message', (one) => !isGone(one))) messages.delete(name);
  const dropped: Readonly<Record<string, ReadonlySet<string>>> = {
    binding: bindings,
    portType: portTypes,
    message: messages,
  };
  return blocks.flatMap((block) => {
    if (dropped[block.kind]?.has(ownName(block))) return [];
    if (block.kind !== 'service') return block.lines;
    return blocksOf(block.lines, '    ')
      .filter(
        (one) =>
          !(one.kind === 'port' && values(one, 'binding').some((name) => bindings.has(name))),
      )
      .flatMap((one) => one.lines);
  });
}

/** The elements at one indentation. Lines around them are blocks without a kind. */
function blocksOf(lines: readonly string[], margin: string): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const kind = line.startsWith(`${margin}<wsdl:`)
      ? (/^\w+/.exec(line.slice(margin.length + 6))?.[0] ?? '')
      : '';
    const closing = `${margin}</wsdl:${kind}>`;
    const isOpen = kind !== '' && !line.endsWith('/>') && !line.endsWith(`</wsdl:${kind}>`);
    const end = isOpen ? lines.indexOf(closing, at) : at;
    const last = end < 0 ? at : end;
    blocks.push({ kind, lines: lines.slice(at, last + 1) });
    at = last;
  }
  return blocks;
}

function ownName({ lines }: Block): string {
  return / name="([^"]*)"/.exec(lines[0] ?? '')?.[1] ?? '';
}

/**
 * Values of an attribute in a block, without their prefixes: on its first line, or for messages on
 * those of its operations.
 */
function values({ lines }: Block, attribute: string): readonly string[] {
  const searched = attribute === 'message' ? lines : lines.slice(0, 1);
  return searched.flatMap((line) => {
    const value = line.trimStart().startsWith('<wsdl:')
      ? new RegExp(` ${attribute}="(?:[^":]*:)?([^"]*)"`).exec(line)?.[1]
      : undefined;
    return value === undefined ? [] : [value];
  });
}
