// Jest's transformer of TypeScript: swc, and the objects of the language as constants of each
// module. In the sandbox of Jest each look at a global asks an interceptor, which takes a hundred
// times as long as one at a constant.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import swcJest from '@swc/jest';

/** Those that no test replaces. */
const globals = [
  ...['Array', 'BigInt', 'Boolean', 'DataView', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object'],
  ...['Promise', 'Proxy', 'RangeError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol'],
  ...['SyntaxError', 'TypeError', 'Uint8Array', 'WeakMap', 'WeakSet', 'isNaN', 'parseInt'],
];

const swc = swcJest.createTransformer({
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'es6' },
});

/** Whether a module has a name of its own, or seems to: then it stays as it is. */
function isDeclared(code, name) {
  const declared = `\\b(?:class|const|function\\*?|let|var) (?:[{[][^=]*\\b)?${name}\\b`;
  return new RegExp(`${declared}|^import [^;]*\\b${name}\\b[^;]* from `, 'm').test(code);
}

function withConstants({ code, ...result }) {
  const used = globals.filter(
    (name) => new RegExp(`(?<![\\w$.])${name}\\b`).test(code) && !isDeclared(code, name),
  );
  if (used.length === 0) return { ...result, code };
  // on the first line, so that all lines stay where they are
  return { ...result, code: `const { ${used.join(', ')} } = globalThis; ${code}` };
}

const own = readFileSync(fileURLToPath(import.meta.url));

export default {
  canInstrument: swc.canInstrument,
  process: (...args) => withConstants(swc.process(...args)),
  processAsync: async (...args) => withConstants(await swc.processAsync(...args)),
  getCacheKey: (...args) =>
    createHash('sha256')
      .update(swc.getCacheKey(...args))
      .update(own)
      .digest('hex'),
};
