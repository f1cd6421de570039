import { writeFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { templateOptions } from './template-options.ts';
import { builtInFolder, readTemplateFolder } from './template-source.ts';

/**
 * Build step: compiles the built-in templates into a module beside `templates.js`, so that an installed package neither reads nor
 * compiles them. A CommonJS module, which is loaded at once: `import()` waits for its turn, ten milliseconds of a run. Run as a script
 * from the build folder.
 */
export function precompileTemplates(target: URL): void {
  const sources = readTemplateFolder(builtInFolder());
  const object = (partial: boolean): string =>
    sources
      .filter((source) => source.partial === partial)
      .map(({ name, file }) => {
        const specification = String(Handlebars.precompile(file.text, templateOptions));
        return `  ${JSON.stringify(name)}: ${specification},\n`;
      })
      .join('');
  writeFileSync(
    target,
    `exports.templates = {\n${object(false)}};\nexports.partials = {\n${object(true)}};\n`,
  );
}

precompileTemplates(new URL('./precompiled-templates.cjs', import.meta.url));
