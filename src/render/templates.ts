import { createRequire } from 'node:module';
import type Handlebars from 'handlebars';
import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../diagnostics/source-file.ts';
import { precompiled } from './precompiled-templates.ts';
import { templateError } from './template-error.ts';
import { templateOptions } from './template-options.ts';
import { builtInFolder, readTemplateFolder, type TemplateSource } from './template-source.ts';

/** Compiled templates of one run. */
export interface Templates {
  /** Whether a user's template replaces a built-in one. Then nothing is known about the text. */
  readonly customised: boolean;
  /** Renders a template; `undefined`, reported, if it fails. */
  render(name: string, view: object, sink: DiagnosticSink): string | undefined;
}

const require = createRequire(import.meta.url);

type Engine = typeof Handlebars;
type Compiled = Handlebars.TemplateDelegate;

/** The templates loaded so far. */
interface Loaded {
  readonly engine: Engine;
  readonly compiled: Map<string, Compiled>;
  /** Their files, if they are compiled here. */
  readonly files: Map<string, SourceFile>;
}

/**
 * Loads the built-in templates, with the user's in place of those of the same name. Built-in ones
 * are compiled in an installed package; only the user's are compiled here, and only then is the
 * compiler loaded.
 */
export function loadTemplates(own: readonly TemplateSource[], sink: DiagnosticSink): Templates {
  const builtIn = precompiled === undefined ? readTemplateFolder(builtInFolder()) : [];
  const engine = createEngine(precompiled !== undefined && own.length === 0);
  const compiled = new Map<string, Compiled>();
  const files = new Map<string, SourceFile>();
  const loaded: Loaded = { engine, compiled, files };
  for (const [name, spec] of Object.entries(precompiled?.partials ?? {})) {
    engine.registerPartial(name, engine.template(spec));
  }
  for (const [name, spec] of Object.entries(precompiled?.templates ?? {})) {
    compiled.set(name, engine.template(spec));
  }
  compileAll(builtIn, loaded, sink, false);
  reportUnknown(own, compiled, sink);
  compileAll(own, loaded, sink, true);
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
  { engine, compiled, files }: Loaded,
  sink: DiagnosticSink,
  own: boolean,
): void {
  for (const { name, partial, file } of sources) {
    files.set(name, file);
    try {
      // finds errors, which `compile` alone would report only on first use
      if (own) engine.precompile(file.text, templateOptions);
      const template = engine.compile(file.text, templateOptions);
      if (partial) engine.registerPartial(name, template);
      else compiled.set(name, template);
    } catch (error) {
      sink.report(templateError(error, file));
    }
  }
}

/**
 * Reports a user's file that replaces no template, because its name is probably misspelt.
 * Additional partials are fine.
 */
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
      help:
        `the templates are ${[...known.keys()].sort().join(', ')}; ` +
        "partials of your own belong in 'partials'",
    });
  }
}

/** The engine, without its compiler if there is nothing to compile. */
function createEngine(runtimeOnly: boolean): Engine {
  const file = runtimeOnly ? 'handlebars/dist/handlebars.runtime.js' : 'handlebars';
  return withSelf(() => require(file) as Engine).create();
}

/**
 * Loads a script that looks for the global object as `self`. Without it, the engine would compile
 * code to find it, which `node --disallow-code-generation-from-strings` forbids.
 */
function withSelf<T>(load: () => T): T {
  if ('self' in globalThis) return load();
  Reflect.set(globalThis, 'self', globalThis);
  try {
    return load();
  } finally {
    Reflect.deleteProperty(globalThis, 'self');
  }
}
