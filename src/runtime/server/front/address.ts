/** An IP address as eight groups of 16 bits. One of IPv4 is `::ffff:a.b.c.d`. */
export type Address = readonly number[];

const groupCount = 8;
const groupBits = 16;
const bitsBeforeV4 = 96;

/** Reads an IP address, with or without a zone; `undefined` if the text is none. */
export function readAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%', 1);
  if (!plain.includes(':')) {
    const v4 = readV4(plain);
    return v4 && [0, 0, 0, 0, 0, 0xffff, ...v4];
  }
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail = []] = halves.map(readGroups);
  if (head === undefined || tail === undefined) return undefined;
  const missing = groupCount - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** The groups of one side of `::`; the last may be an address of IPv4. */
function readGroups(text: string): readonly number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [at, part] of parts.entries()) {
    const v4 = at === parts.length - 1 && part.includes('.') ? readV4(part) : undefined;
    if (v4 !== undefined) groups.push(...v4);
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function readV4(text: string): readonly [number, number] | undefined {
  const bytes = text.split('.').map((one) => (/^\d{1,3}$/.test(one) ? Number(one) : 256));
  const [a = 256, b = 256, c = 256, d = 256] = bytes;
  if (bytes.length !== 4 || bytes.some((one) => one > 255)) return undefined;
  return [a * 256 + b, c * 256 + d];
}

/** Tells whether an address is among some. */
export type AddressTest = (address: Address) => boolean;

/**
 * A test for an address or a range in CIDR notation, such as `10.0.0.0/8` (RFC 4632, section 3.1).
 *
 * @throws TypeError the text is neither
 */
export function addressTest(text: string): AddressTest {
  const [plain = '', length, ...more] = text.split('/');
  const base = readAddress(plain);
  const most = plain.includes(':') ? groupCount * groupBits : 32;
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= most);
  if (base === undefined || !isLength || more.length > 0) {
    throw new TypeError(
      `trustProxy: '${text}' is no IP address and no range of them, such as '10.0.0.0/8'.`,
    );
  }
  const bits = Number(length ?? most) + (plain.includes(':') ? 0 : bitsBeforeV4);
  return (address) =>
    base.every((group, at) => {
      const unused = Math.min(groupBits, Math.max(0, (at + 1) * groupBits - bits));
      return group >> unused === (address[at] ?? -1) >> unused;
    });
}
