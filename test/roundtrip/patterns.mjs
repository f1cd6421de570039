// Patterns of XML Schema as generators and as matchers, both over one syntax tree.
import { patternTree } from '../../dist/model/xsd/pattern.js';
import { Unsatisfiable } from './source.mjs';

const trees = new Map();

function treeOf(pattern) {
  let tree = trees.get(pattern);
  if (tree === undefined) {
    tree = patternTree(pattern) ?? null;
    trees.set(pattern, tree);
  }
  return tree;
}

const alphabets = new WeakMap();

/** Characters of a class: some of every part of Unicode that XML and most patterns know. */
function alphabet(node) {
  let known = alphabets.get(node);
  if (known !== undefined) return known;
  known = [];
  for (let code = 0x20; code < 0x180; code += 1) {
    if ((code < 0x7f || code > 0xa0) && node.matches(code)) known.push(String.fromCodePoint(code));
  }
  for (const code of [9, 10, 0x3b1, 0x416, 0x5d0, 0x4e2d, 0x1f600]) {
    if (known.length === 0 && node.matches(code)) known.push(String.fromCodePoint(code));
  }
  const plain = known.filter((one) => one < '\x7f');
  alphabets.set(node, plain.length > 0 ? plain : known);
  return alphabets.get(node);
}

function write(node, source, spare, length) {
  switch (node.kind) {
    case 'choice':
      return write(source.pick(node.branches), source, spare, length);
    case 'sequence':
      return node.pieces.map((piece) => write(piece, source, spare, length)).join('');
    case 'repeat': {
      const most = Math.min(node.max, node.min + spare);
      const open = length !== undefined && node.max > length && source.chance(0.5);
      const rounds = open
        ? source.int(Math.max(node.min, length - 4), length)
        : source.int(node.min, most);
      return Array.from({ length: rounds }, () => write(node.node, source, spare, length)).join('');
    }
    default: {
      const known = alphabet(node);
      if (known.length === 0) throw new Unsatisfiable('a class without characters');
      return source.pick(known);
    }
  }
}

/**
 * A text that matches one of the patterns of a step; `spare` bounds open-ended quantifiers,
 * `length` is what the whole should have.
 */
export function drawPattern(step, source, spare, length) {
  const tree = treeOf(source.pick(step));
  if (tree === null) throw new Unsatisfiable(`pattern ${step.join(' or ')} is not understood`);
  return write(tree, source, spare, length);
}

/** Ends that a node can reach from the given starts. */
function advance(node, text, starts) {
  switch (node.kind) {
    case 'choice':
      return new Set(node.branches.flatMap((branch) => [...advance(branch, text, starts)]));
    case 'sequence': {
      let ends = starts;
      for (const piece of node.pieces) ends = advance(piece, text, ends);
      return ends;
    }
    case 'repeat': {
      let ends = starts;
      const reached = new Set(node.min === 0 ? starts : []);
      for (let round = 1; round <= node.max && ends.size > 0 && round < 10_000; round += 1) {
        ends = advance(node.node, text, ends);
        if (round < node.min) continue;
        const fresh = [...ends].filter((end) => !reached.has(end));
        if (fresh.length === 0) break;
        for (const end of fresh) reached.add(end);
      }
      return reached;
    }
    default:
      return new Set(
        [...starts]
          .filter((at) => at < text.length && node.matches(text[at].codePointAt(0)))
          .map((at) => at + 1),
      );
  }
}

/** Whether a text matches one of the patterns of every step. */
export function matchesPatterns(steps, text) {
  const characters = [...text];
  return steps.every((step) =>
    step.some((pattern) => {
      const tree = treeOf(pattern);
      return tree !== null && advance(tree, characters, new Set([0])).has(characters.length);
    }),
  );
}
