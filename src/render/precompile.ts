import { writeFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { builtInFolder, readTemplateFolder, templateOptions } from './templates.ts';

/**
 * Build step: compiles the built-in templates to the module `precompiled-templates.js`, so that an
 * installed package neither reads nor compiles them. Run as a script from the build folder.
 */
function precompileTemplates(target: URL): void {
  const sources = readTemplateFolder(builtInFolder());
  const object = (partial: boolean): string =>
    sources
      .filter((source) => source.partial === partial)
      .map(({ name, file }) => {
        const specification = String(Handlebars.precompile(file.text, templateOptions));
        return `    ${JSON.stringify(name)}: ${specification},\n`;
      })
      .join('');
  writeFileSync(
    target,
    `export const precompiled = {\n  templates: {\n${object(false)}  },\n` +
      `  partials: {\n${object(true)}  },\n};\n`,
  );
}

precompileTemplates(new URL('./precompiled-templates.js', import.meta.url));
