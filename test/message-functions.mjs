// The functions of messages, which generated code has where client and server use them, by names:
// `readAddRequest` for operation `Add`, and the text of each.

/** Names and expressions of the functions of planned operations. */
export function messageFunctions(operations) {
  const found = new Map();
  const add = (name, expression) => {
    if (expression === undefined) return;
    if (!found.has(name)) found.set(name, expression);
    found.set(expression.flat, expression);
  };
  for (const { base, functions, faults, inputHeaders, outputHeaders } of operations) {
    const { stream, ...others } = functions;
    for (const [key, expression] of Object.entries(others)) {
      const [, verb, noun] = /^([a-z]+)(.*)$/.exec(key);
      add(verb + base + noun, expression);
    }
    add(`read${base}Record`, stream?.readRecord);
    add(`write${base}Record`, stream?.writeRecord);
    for (const { read, write } of [...faults, ...inputHeaders, ...outputHeaders]) {
      add(read.flat, read);
      add(write.flat, write);
    }
  }
  return found;
}

/** The runtime's names that functions use. */
export function runtimeNames(functions) {
  const uses = [...functions.values()].flatMap(({ names }) => names);
  return [...new Set(uses.flatMap(({ from, name }) => (from === 'runtime' ? [name] : [])))];
}

/** An object literal of functions. */
export function functionsObject(functions) {
  const entries = [...functions].map(([name, { flat }]) => `${JSON.stringify(name)}: ${flat},`);
  return `{\n${entries.join('\n')}\n}`;
}

/**
 * A module beside the generated ones, whose default export has the functions of a plan.
 * @param runtime specifier of the runtime's entry for descriptions
 */
export function functionsModule({ operations }, runtime) {
  const functions = messageFunctions(operations);
  return [
    `import { ${runtimeNames(functions).join(', ')} } from '${runtime}';`,
    "import * as $descriptions from './descriptions.js';",
    `export default ${functionsObject(functions)};\n`,
  ].join('\n');
}
