// Jest's transformer of `src/render/precompiled-templates.ts`: gives the templates as the build
// compiled them, so that not every file of tests compiles them again. Where a template was changed
// since then, it leaves them to be compiled from source.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const built = at('dist/render/precompiled-templates.js');
const sources = ['templates', 'templates/partials'].flatMap((folder) =>
  readdirSync(at(folder)).map((name) => at(`${folder}/${name}`)),
);
sources.push(at('src/render/templates.ts'));

function isFresh() {
  const changed = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((path) => changed(path) < changed(built));
}

const code = isFresh() ? readFileSync(built, 'utf8') : 'export const precompiled = undefined;\n';

export default {
  process: () => ({ code: code.replace(/^\/\/# sourceMappingURL=.*$/m, '') }),
  getCacheKey: () => createHash('sha256').update(code).digest('hex'),
};
