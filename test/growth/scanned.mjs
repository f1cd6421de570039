// Counts what the engine's own methods look at: characters searched, cut out or replaced, items
// copied or gone through. They run no block of code, so that coverage does not show them.

let scanned = 0;

/** What was looked at since the last call. Nothing before `watchBuiltins`. */
export function takeScanned() {
  const taken = scanned;
  scanned = 0;
  return taken;
}

const textLength = (value) => (typeof value === 'string' ? value.length : 0);

/** Costs by method of strings: what it is called on, its result, its first two arguments. */
const stringCosts = {
  indexOf: (text, found, what, from = 0) => (found < 0 ? text.length : found + what.length) - from,
  includes: (text, _, __, from = 0) => text.length - from,
  lastIndexOf: (text, found, _, from = text.length) => Math.min(from, text.length) - found,
  startsWith: (_, __, what) => what.length,
  endsWith: (_, __, what) => what.length,
  trim: (text, result) => text.length - result.length,
  trimStart: (text, result) => text.length - result.length,
  trimEnd: (text, result) => text.length - result.length,
  split: (text, result) => text.length + result.length,
  search: () => 0,
  match: () => 0,
  matchAll: () => 0,
};
for (const name of ['slice', 'substring', 'repeat', 'padStart', 'padEnd', 'concat'])
  stringCosts[name] = (_, result) => result.length;
for (const name of ['replace', 'replaceAll', 'toLowerCase', 'toUpperCase', 'normalize'])
  stringCosts[name] = (text, result) => text.length + result.length;
for (const name of ['isWellFormed', 'localeCompare']) stringCosts[name] = (text) => text.length;

const length = (list) => list.length;
const resultLength = (_, result) => result.length;
const found = (list, result, _, from = 0) => (result < 0 ? list.length : result) - from;

const arrayCosts = {
  indexOf: found,
  lastIndexOf: length,
  includes: length,
  join: (list, result) => list.length + result.length,
  slice: resultLength,
  concat: resultLength,
  flat: resultLength,
  splice: length,
  shift: length,
  unshift: length,
  reverse: length,
  sort: length,
  fill: length,
};

const bytesCosts = {
  indexOf: found,
  lastIndexOf: length,
  includes: length,
  slice: resultLength,
  fill: length,
  set: (_, __, source) => source.length,
  copyWithin: length,
};

/** Replaces methods by such that count. */
function watch(owner, costs) {
  for (const [name, cost] of Object.entries(costs)) {
    const plain = owner[name];
    if (plain === undefined) continue;
    const watched = function (...rest) {
      const result = Reflect.apply(plain, this, rest);
      scanned += Math.max(0, cost(this, result, ...rest)) + 1;
      return result;
    };
    Object.defineProperty(owner, name, { value: watched, configurable: true, writable: true });
  }
}

/**
 * Expressions: from where the search began to the end of what was found, or of the text. What goes
 * back and forth in it is not seen.
 */
function watchExpressions() {
  const { exec } = RegExp.prototype;
  Object.defineProperty(RegExp.prototype, 'exec', {
    value(text) {
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const match = exec.call(this, text);
      if (match !== null) scanned += match.index + match[0].length - from;
      else if (!this.sticky) scanned += Math.max(0, textLength(text) - from);
      return match;
    },
    configurable: true,
    writable: true,
  });
}

/** Copies such as `[...list]` and `new Map(other)`: each item counts one. */
function watchIterators() {
  for (const one of [[], new Map(), new Set()]) {
    const prototype = Object.getPrototypeOf(one[Symbol.iterator]());
    const { next } = prototype;
    prototype.next = function () {
      scanned += 1;
      return next.call(this);
    };
  }
}

/** Starts counting, for good: in a process of its own. */
export function watchBuiltins() {
  const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
  watch(String.prototype, stringCosts);
  watch(Array.prototype, arrayCosts);
  watch(typedArray, bytesCosts);
  watch(Buffer.prototype, {
    indexOf: found,
    toString: resultLength,
    write: textLength,
  });
  watch(Object, { entries: (_, result) => result.length, keys: (_, result) => result.length });
  watch(globalThis, {
    decodeURIComponent: (_, result) => result.length,
    encodeURIComponent: (_, result) => result.length,
  });
  watchExpressions();
  watchIterators();
}
