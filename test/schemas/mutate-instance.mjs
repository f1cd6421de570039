// Changes a drawn instance in one place, mostly into one that is not valid.

/** A copy with one change. */
export function mutated(root, dice) {
  const copy = structuredClone(root);
  const nodes = [];
  const visit = (node) => {
    nodes.push(node);
    for (const child of node.children) if (typeof child !== 'string') visit(child);
  };
  visit(copy);
  const node = dice.pick(nodes);
  const change = dice.pick(changes);
  change(node, dice);
  return copy;
}

const elementsOf = (node) => node.children.filter((child) => typeof child !== 'string');

const changes = [
  function drop({ children }, dice) {
    if (children.length > 0) children.splice(dice.int(0, children.length - 1), 1);
  },
  function double({ children }, dice) {
    if (children.length === 0) return;
    const at = dice.int(0, children.length - 1);
    children.splice(at, 0, structuredClone(children[at]));
  },
  function swap({ children }, dice) {
    if (children.length < 2) return;
    const at = dice.int(0, children.length - 2);
    [children[at], children[at + 1]] = [children[at + 1], children[at]];
  },
  function rename(node, dice) {
    const [child] = elementsOf(node);
    if (child !== undefined) child.name = dice.pick(['a', 'b', 'zz']);
  },
  function unqualify(node, dice) {
    const inner = elementsOf(node);
    if (inner.length > 0) dice.pick(inner).namespace = dice.pick(['', 'urn:t', 'urn:w']);
  },
  function add(node, dice) {
    const one = { name: dice.pick(['a', 'zz']), namespace: 'urn:t', attributes: [], children: [] };
    node.children.splice(dice.int(0, node.children.length), 0, one);
  },
  function dropAttribute({ attributes }) {
    attributes.pop();
  },
  function addAttribute({ attributes }) {
    if (!attributes.some((one) => one.name === 'zz')) {
      attributes.push({ name: 'zz', namespace: '', value: '1' });
    }
  },
  function spoilText(node) {
    node.children = node.children.map((child) => (typeof child === 'string' ? 'bad%' : child));
  },
  function spoilAttribute({ attributes }) {
    const [one] = attributes;
    if (one !== undefined) one.value = 'bad%';
  },
];
