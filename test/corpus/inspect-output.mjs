// Looks at generated text: which operations it has, whether anything is untyped, which properties
// are required.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Source without comments and string contents. */
const bare = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|'(?:[^'\\\n]|\\.)*'/gm, (part) =>
    part.startsWith("'") ? "''" : '',
  );

function sources(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** `kind operation` of every descriptor, counted. */
export function generatedOperations(folder) {
  const found = new Map();
  for (const { name, text } of sources(folder)) {
    if (!name.startsWith('operations')) continue;
    const descriptor =
      /\n +service: .*,\n +name: ("[^"]*"|'(?:[^'\\]|\\.)*'),[\s\S]*?\n +bindings: \[([^\]]*)\]/g;
    for (const [, quoted, kinds] of text.matchAll(descriptor)) {
      for (const kind of kinds.matchAll(/'(\w+)'/g)) {
        const key = `${kind[1]} ${quoted.slice(1, -1)}`;
        found.set(key, (found.get(key) ?? 0) + 1);
      }
    }
  }
  return found;
}

/** Places where a declaration says `any`, `unknown`, `object`, `Function` or `{}`. */
export function untyped(folder) {
  return (
    sources(folder)
      .filter(({ name }) => /^(types|client|server|operations)/.test(name))
      // State, identity and session of a server's context are the user's own types; options may be
      // left out; `string & {}` is any string beside the known ones.
      .map(({ name, text }) => ({
        name,
        text: text.replace(/(?:State|\$Identity|\$Session) = unknown|= \{\}|string & \{\}/g, ''),
      }))
      .flatMap(({ name, text }) =>
        bare(text)
          .split('\n')
          .flatMap((line, index) =>
            /(:|\||&|<|=|\[)\s*(any|unknown|object|Function|Object|\{\s*\})\s*([;,)|&>\]]|$)/.test(
              line,
            )
              ? [`${name}:${index + 1}: ${line.trim()}`]
              : [],
          ),
      )
  );
}

/** Properties of every interface: `Interface.property` → whether it is required. */
export function generatedProperties(folder) {
  const found = new Map();
  for (const { name, text } of sources(folder)) {
    if (!name.startsWith('types')) continue;
    let current;
    for (const line of text.split('\n')) {
      const declaration = /^export interface (\w+)(\$Nil\b)?/.exec(line);
      // of a nil element only attributes are left
      if (declaration !== null) current = declaration[2] === undefined ? declaration[1] : undefined;
      if (line === '}') current = undefined;
      const property = /^ {2}readonly (?:'([^']+)'|([\w$]+))(\?)?:/.exec(line);
      if (current !== undefined && property !== null) {
        found.set(`${current}.${property[1] ?? property[2]}`, property[3] === undefined);
      }
    }
  }
  return found;
}
