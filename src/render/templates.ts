import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type Handlebars from 'handlebars';
import type { Diagnostic, DiagnosticSink, SourceFile, Span } from '../diagnostics/diagnostic.ts';
import type { GenerationPlan } from '../plan/result.ts';
import { precompiled } from './precompiled-templates.ts';

/** A rendered file. */
export interface RenderedFile {
  /** Path inside the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether it was copied unchanged: part of the runtime, which the guard need not check. */
  readonly copied: boolean;
}

/**
 * Renders every file of a plan on demand. If a template fails, that is reported and the file left
 * out.
 */
export function* renderFiles(
  { files, copies }: Pick<GenerationPlan, 'files' | 'copies'>,
  templates: Templates,
  sink: DiagnosticSink,
): Generator<RenderedFile> {
  for (const { path, template, view } of files) {
    const text = templates.render(template, view, sink);
    if (text !== undefined) yield { path, text, copied: false };
  }
  for (const { path, text } of copies) yield { path, text, copied: true };
}

/** Renders the initial handlers files. */
export function renderHandlers(
  { handlers }: GenerationPlan,
  templates: Templates,
  sink: DiagnosticSink,
): readonly RenderedFile[] {
  return handlers.flatMap(({ path, view }) => {
    const text = templates.render('handlers', view, sink);
    return text === undefined ? [] : [{ path, text, copied: false }];
  });
}

/** Files with a template of their own, if the user has one; else `file` prints them. */
export const templateNames: readonly string[] = [
  ...['client', 'descriptions', 'docs', 'doors', 'elements', 'gateway', 'handlers', 'index', 'mcp'],
  ...['operations', 'schemas', 'security', 'server', 'soap', 'testing', 'types', 'wsdl'],
];

/** The text of one template. Partials are in the subfolder `partials`, the others at the top. */
export interface TemplateSource {
  readonly name: string;
  readonly partial: boolean;
  readonly file: SourceFile;
}

/**
 * The folder of the built-in templates, at the same relative path from here in `src` as in `dist`.
 */
export function builtInFolder(): string {
  return fileURLToPath(new URL('../../templates/', import.meta.url));
}

/**
 * Reads the templates of a folder, sorted by name.
 *
 * @throws the file system's error if there is no such folder
 */
export function readTemplateFolder(folder: string): readonly TemplateSource[] {
  return [...readLevel(folder, false), ...readLevel(join(folder, 'partials'), true)];
}

function readLevel(folder: string, partial: boolean): readonly TemplateSource[] {
  if (partial && !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.hbs'))
    .sort()
    .map((file) => {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
      return {
        name: basename(file, '.hbs'),
        partial,
        file: { path: path.replaceAll('\\', '/'), text },
      };
    });
}

/** The options of the template engine that this tool sets. */
interface TemplateOptions {
  readonly strict: true;
  readonly noEscape: true;
  readonly knownHelpersOnly: true;
  readonly preventIndent: true;
  /** Helpers for templates. There are no others: every name, type and text is final in the view. */
  readonly knownHelpers: { readonly each: true; readonly if: true; readonly unless: true };
}

/**
 * How templates are compiled. `strict`: a missing field is an error instead of an empty text.
 * `noEscape`: this is not HTML; text of contracts is already encoded for its context.
 * `knownHelpersOnly`: a misspelt name is not silently taken for a helper. `preventIndent`: a
 * partial has its own indentation.
 */
export const templateOptions: TemplateOptions = {
  strict: true,
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: { each: true, if: true, unless: true },
  preventIndent: true,
};

/** The position in a message of Handlebars: `on line 3`, or `- 3:7` with columns from 0. */
function placeOf(error: Error): { line: number; column: number } | undefined {
  const place = / - (\d+):(\d+)\s*$/.exec(error.message);
  if (place !== null) return { line: Number(place[1]), column: Number(place[2]) };
  const parsed = /on line (\d+)/.exec(error.message);
  if (parsed !== null) return { line: Number(parsed[1]), column: 0 };
  return undefined;
}

/**
 * The message, without the position and the excerpt that a code frame shows better, and the help.
 */
function describe(error: Error): { readonly message: string; readonly help?: string } {
  const [first = '', ...rest] = error.message.split('\n');
  const expecting = rest.find((line) => line.startsWith('Expecting'));
  if (/^Parse error on line/.test(first) && expecting !== undefined) return parseError(expecting);
  const message = first.replace(/ - \d+:\d+\s*$/, '').replace(' in [object Object]', '');
  const missing = /^"(.*)" not defined$/.exec(message)?.[1];
  if (missing === undefined) return { message };
  return {
    message: `the view of this template has no '${missing}' here`,
    help:
      'see what the built-in template uses; ' +
      `a value that may be absent is inside {{#if ${missing}}}`,
  };
}

/** Handlebars reports the tokens of its grammar, which mean nothing to template authors. */
function parseError(expecting: string): { readonly message: string; readonly help: string } {
  const got = /got '(\w+)'/.exec(expecting)?.[1];
  if (got === 'EOF') {
    return {
      message: 'the template ends inside a block',
      help: 'close each {{#each …}}, {{#if …}} and {{#with …}} with its {{/…}}',
    };
  }
  const words: Readonly<Record<string, string>> = {
    OPEN_ENDBLOCK: 'a {{/…}} closes what was not opened',
    INVALID: 'this is not an expression',
    CLOSE: 'an expression is empty or ends too early',
  };
  return {
    message: words[got ?? ''] ?? 'the template cannot be parsed from here on',
    help: 'compare it with the built-in template of this name',
  };
}

/** The line of a file at a position. */
function spanAt(file: SourceFile, line: number, column: number): Span {
  let start = 0;
  for (let count = 1; count < line; count++) {
    const end = file.text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  const newline = file.text.indexOf('\n', start);
  const end = newline < 0 ? file.text.length : newline;
  return { file, start: Math.min(start + column, end), end };
}

/** The diagnostic for a template that cannot be compiled or rendered. */
function templateError(error: unknown, file: SourceFile | undefined): Diagnostic {
  const wrong = error instanceof Error ? error : new Error(String(error));
  const place = placeOf(wrong);
  return {
    code: 'ASMX9001',
    severity: 'error',
    ...describe(wrong),
    ...(file === undefined ? {} : { span: spanAt(file, place?.line ?? 1, place?.column ?? 0) }),
  };
}

/** Compiled templates of one run. */
interface Templates {
  /** Whether a user's template replaces a built-in one. Then nothing is known about the text. */
  readonly customised: boolean;
  /** Renders a kind of file; `undefined`, reported, if that fails. */
  render(kind: string, view: object, sink: DiagnosticSink): string | undefined;
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
  reportUnknown(own, sink);
  compileAll(own, loaded, sink, true);
  return {
    customised: own.length > 0,
    render: (kind, view, told) => {
      const name = compiled.has(kind) ? kind : 'file';
      try {
        return compiled.get(name)?.(view);
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
function reportUnknown(own: readonly TemplateSource[], sink: DiagnosticSink): void {
  const known = [...templateNames, 'file'].sort();
  const list = known.join(', ');
  for (const { name, partial, file } of own) {
    if (partial || known.includes(name)) continue;
    sink.report({
      code: 'ASMX9001',
      severity: 'error',
      message: `there is no built-in template '${name}' that this file could replace`,
      span: { file, start: 0, end: 0 },
      help: `the templates are ${list}; partials of your own belong in 'partials'`,
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
