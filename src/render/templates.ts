import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Handlebars from 'handlebars';
import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../diagnostics/source-file.ts';
import { templateError } from './template-error.ts';
import { templateOptions } from './template-options.ts';
import { builtInFolder, readTemplateFolder, type TemplateSource } from './template-source.ts';

/** Compiled templates of one run. */
export interface Templates {
  /** Whether one of the user's own stands in for a built-in template: then nothing is known of the text. */
  readonly customised: boolean;
  /** Renders a template; `undefined` after reporting what is wrong with it. */
  render(name: string, view: object, sink: DiagnosticSink): string | undefined;
}

const require = createRequire(import.meta.url);

type Engine = typeof Handlebars;
type Compiled = Handlebars.TemplateDelegate;

/** Specifications that the build step made of the built-in templates, by name. */
interface Precompiled {
  readonly templates: Readonly<Record<string, TemplateSpecification>>;
  readonly partials: Readonly<Record<string, TemplateSpecification>>;
}

/**
 * Loads the built-in templates, those of the user taking the place of the ones of the same name. Built-in ones come compiled in an
 * installed package; only the user's are compiled here, and only then is the compiler loaded.
 */
export function loadTemplates(own: readonly TemplateSource[], sink: DiagnosticSink): Templates {
  const precompiled = loadPrecompiled();
  const builtIn = precompiled === undefined ? readTemplateFolder(builtInFolder()) : [];
  const engine = loadEngine(precompiled !== undefined && own.length === 0);
  const compiled = new Map<string, Compiled>();
  const files = new Map<string, SourceFile>();
  for (const [name, spec] of Object.entries(precompiled?.partials ?? {})) {
    engine.registerPartial(name, engine.template(spec));
  }
  for (const [name, spec] of Object.entries(precompiled?.templates ?? {})) {
    compiled.set(name, engine.template(spec));
  }
  compileAll(builtIn, engine, compiled, files, sink);
  reportUnknown(own, compiled, sink);
  compileAll(own, engine, compiled, files, sink);
  return {
    customised: own.length > 0,
    render: (name, view, told) => {
      try {
        const template = compiled.get(name);
        if (template === undefined) throw new Error(`there is no template '${name}'`);
        return template(view);
      } catch (error) {
        told.report(templateError(error, files.get(name)));
        return undefined;
      }
    },
  };
}

function compileAll(
  sources: readonly TemplateSource[],
  engine: Engine,
  compiled: Map<string, Compiled>,
  files: Map<string, SourceFile>,
  sink: DiagnosticSink,
): void {
  for (const { name, partial, file } of sources) {
    files.set(name, file);
    try {
      // compiled at once, which `compile` by itself would leave to the first use
      engine.precompile(file.text, templateOptions);
      const template = engine.compile(file.text, templateOptions);
      if (partial) engine.registerPartial(name, template);
      else compiled.set(name, template);
    } catch (error) {
      sink.report(templateError(error, file));
    }
  }
}

/** A file of the user's that stands in for nothing is a misspelt name. Partials of their own are fine. */
function reportUnknown(
  own: readonly TemplateSource[],
  known: ReadonlyMap<string, unknown>,
  sink: DiagnosticSink,
): void {
  for (const { name, partial, file } of own) {
    if (partial || known.has(name)) continue;
    sink.report({
      code: 'ASMX9001',
      severity: 'error',
      message: `there is no built-in template '${name}' that this file could replace`,
      span: { file, start: 0, end: 0 },
      help: `the templates are ${[...known.keys()].sort().join(', ')}; partials of your own belong in 'partials'`,
    });
  }
}

/** The engine: without its compiler where nothing is to be compiled, and then the one file that holds all of it. */
function loadEngine(runtimeOnly: boolean): Engine {
  const file = runtimeOnly ? 'handlebars/dist/handlebars.runtime.js' : 'handlebars';
  return (require(file) as Engine).create();
}

/** What the build step left beside this file; `undefined` when running from source, or when a template was changed since. */
function loadPrecompiled(): Precompiled | undefined {
  const path = fileURLToPath(new URL('./precompiled-templates.cjs', import.meta.url));
  const built = statSync(path, { throwIfNoEntry: false });
  if (built === undefined || isOutdated(built.mtimeMs)) return undefined;
  return require(path) as Precompiled;
}

/** In a checkout of this tool templates change between builds; in a released package they cannot. */
function isOutdated(built: number): boolean {
  if (!existsSync(new URL('../../src/render/', import.meta.url))) return false;
  return [builtInFolder(), join(builtInFolder(), 'partials')].some((folder) =>
    readdirSync(folder).some((name) => statSync(join(folder, name)).mtimeMs > built),
  );
}
