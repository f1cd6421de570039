// Random damage and oddities in a message: what other stacks write, what contracts allow and don't,
// and what no one should write. The result may be well-formed or not; two ways to read it must
// agree on what it means, or on what is wrong with it.
import { drawn, sample } from './source.mjs';

const texts = [
  '',
  ' ',
  '0',
  '1',
  ' 7 ',
  '-5',
  '+7',
  '007',
  '2147483648',
  '99999999999',
  '1.50',
  'x',
];
const oddTexts = ['INF', 'true', 'a&amp;b', 'a&b', '<![CDATA[1]]>', '1<!-- c -->', ']]>', '1\r\n'];
const between = [
  ' ',
  '\n  ',
  '\r\n',
  '<!-- c -->',
  '<?pi?>',
  'text',
  '&lt;',
  '<x/>',
  '<x y=">">1</x>',
];
const attributes = [
  ' x="1"',
  ' x=">"',
  ' xsi:nil="true"',
  ' xsi:nil="0"',
  ' xsi:type="xsd:string"',
  ' xmlns="urn:other"',
  ' xmlns=""',
  ' xmlns:p="urn:other"',
  ' xmlns:q1="urn:other"',
  ' ',
  ' x',
];

/** Where elements that hold nothing but text start and end. */
function leavesOf(message) {
  const leaf = /<([^\s<>/!?]+)[^<>]*(?:\/>|>[^<]*<\/\1>)/g;
  return [...message.matchAll(leaf)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    text: match[0],
  }));
}

const replace = (message, { from, to }, text) => message.slice(0, from) + text + message.slice(to);

/** One change each; a message they can't be made in stays as it is. */
const changes = {
  insert(message, source) {
    const at = [...message.matchAll(/</g)].map((match) => match.index);
    const from = source.pick(at);
    return replace(message, { from, to: from }, source.pick(between));
  },
  attribute(message, source) {
    const tags = [...message.matchAll(/<[^\s<>/!?]+/g)].slice(2);
    if (tags.length === 0) return message;
    const { index, 0: tag } = source.pick(tags);
    const from = index + tag.length;
    return replace(message, { from, to: from }, source.pick(attributes));
  },
  text(message, source) {
    const leaf = source.pick(leavesOf(message));
    const text = source.chance(0.7) ? source.pick(texts) : source.pick(oddTexts);
    const written = leaf.text.replace(/>[^<]*</, () => `>${text}<`);
    return replace(message, leaf, written);
  },
  empty(message, source) {
    const leaf = source.pick(leavesOf(message));
    return replace(message, leaf, leaf.text.replace(/>.*$/s, source.pick(['/>', ' />'])));
  },
  end(message, source) {
    const leaf = source.pick(leavesOf(message));
    return replace(message, leaf, leaf.text.replace(/>$/, source.pick([' >', '', 'x>', '\n>'])));
  },
  remove: (message, source) => replace(message, source.pick(leavesOf(message)), ''),
  again(message, source) {
    const leaves = leavesOf(message);
    const { from, to } = source.pick(leaves);
    return replace(message, { from: to, to }, message.slice(from, to));
  },
  swap(message, source) {
    const leaves = leavesOf(message);
    const [one, other] = [source.pick(leaves), source.pick(leaves)].sort((a, b) => a.from - b.from);
    if (one.to > other.from) return message;
    return replace(replace(message, other, one.text), one, other.text);
  },
  cut: (message, source) => message.slice(0, source.int(1, message.length)),
};
const kinds = Object.keys(changes);

function change(message, source) {
  let changed = message;
  for (let count = source.int(1, 4); count > 0; count -= 1) {
    const kind = source.chance(0.03) ? 'cut' : source.pick(kinds.slice(0, -1));
    if (leavesOf(changed).length > 0) changed = changes[kind](changed, source);
  }
  return changed;
}

/**
 * A number of messages, each the given one with one to four changes; the same for the same seed.
 */
export function perturb(message, count, seed) {
  return sample(
    drawn((source) => Array.from({ length: count }, () => change(message, source))),
    seed,
  );
}
