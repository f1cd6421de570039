// Messages and values with one thing wrong, the same in each run.

let state = 12345;
const random = (count) => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state % count;
};

/** A message with one thing wrong. */
export function damage(text) {
  const start = text.indexOf('Body>') + 5;
  const end = text.lastIndexOf('</soap:Body');
  if (end <= start) return text;
  const inside = text.slice(start, end);
  const tags = [...inside.matchAll(/<[^>]+>/g)];
  const leaves = [...inside.matchAll(/<([\w:.-]+)(?: [^>]*)?>[^<]*<\/\1>/g)];
  if (tags.length === 0 || leaves.length === 0) return text;
  const leaf = leaves[random(leaves.length)];
  const from = start + leaf.index;
  const to = from + leaf[0].length;
  const wrong = ['zzz', ' 1 ', '-', '2024-13-01', ''][random(5)];
  switch (random(5)) {
    case 0:
      return text.slice(0, from) + text.slice(to);
    case 1:
      return text.slice(0, to) + leaf[0] + text.slice(to);
    case 2: {
      const at = start + tags[random(tags.length)].index;
      return `${text.slice(0, at)}<unknown a="1">x</unknown>${text.slice(at)}`;
    }
    case 3:
      return text.slice(0, from) + leaf[0].replace(/>[^<]*</, `>${wrong}<`) + text.slice(to);
    default: {
      const other = leaves[random(leaves.length)];
      return text.slice(0, from) + other[0] + text.slice(to);
    }
  }
}

/** A form with one thing wrong. */
export function damageForm(text) {
  const pairs = text.split('&');
  const at = random(pairs.length);
  const [name] = pairs[at].split('=');
  const wrong = ['zzz', '+1+', '-', '', '1', 'true', '99999999999999999999'][random(7)];
  switch (random(3)) {
    case 0:
      return pairs.toSpliced(at, 1).join('&');
    case 1:
      return [...pairs, `${name}=${wrong}`].join('&');
    default:
      return pairs.with(at, `${name}=${wrong}`).join('&');
  }
}

/** A value with one thing wrong in it. */
export function spoil(value, depth = 0) {
  if (isWhole(value) || depth > 12) return [undefined, null, 'x', 5, {}, []][random(6)];
  if (Array.isArray(value)) {
    if (value.length === 0) return [1];
    const at = random(value.length);
    return value.map((one, index) => (index === at ? spoil(one, depth + 1) : one));
  }
  const keys = Object.keys(value);
  if (keys.length === 0) return 'x';
  const key = keys[random(keys.length)];
  return { ...value, [key]: random(3) === 0 ? undefined : spoil(value[key], depth + 1) };
}

/** Whether a value is spoiled as a whole. */
function isWhole(value) {
  if (typeof value !== 'object' || value === null) return true;
  return ArrayBuffer.isView(value) || value instanceof Date;
}
