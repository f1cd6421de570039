import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { complainAtKeyPath, complainAtSpan } from '../diagnostics/data-node.ts';
import { readDataText } from '../diagnostics/data-text.ts';
import { dataFromValue } from '../diagnostics/data-value.ts';
import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import type { SourceFile } from '../diagnostics/source-file.ts';
import type { ContractSettings } from './config.ts';
import { foreignOwner } from './file-owner.ts';
import { configNames } from './find-config.ts';
import { findJsonComment } from './json-comment.ts';
import { readConfig } from './read-config.ts';
import { readSoundJson } from './sound-json.ts';

/** A configuration without errors. */
export interface LoadedConfig {
  /** Absolute path of the file. */
  readonly path: string;
  /** Its folder, to which its paths are relative. */
  readonly directory: string;
  readonly contracts: readonly ContractSettings[];
}

/**
 * Reads and checks a configuration file. Problems are reported with positions in JSON and YAML,
 * with key paths in modules; then the result is `undefined`. Modules are imported again when the
 * file has changed.
 *
 * @param path - path of the file, relative to `cwd` or absolute
 * @param cwd - folder that paths in messages are relative to
 */
export async function loadConfig(
  path: string,
  sink: DiagnosticSink,
  cwd: string = process.cwd(),
): Promise<LoadedConfig | undefined> {
  const absolute = resolve(cwd, path);
  const shown = showPath(absolute, cwd);
  let failed = false;
  const watched: DiagnosticSink = {
    report(diagnostic) {
      failed ||= diagnostic.severity === 'error';
      sink.report(asConfigError(diagnostic));
    },
  };
  const settings = isTextConfig(absolute)
    ? readText(absolute, shown, watched)
    : await readModule(absolute, shown, watched, cwd);
  if (failed || settings === undefined) return undefined;
  return { path: absolute, directory: dirname(absolute), contracts: settings };
}

function readText(
  path: string,
  shown: string,
  sink: DiagnosticSink,
): readonly ContractSettings[] | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    cannotLoad(sink, shown, describeReadError(error));
    return undefined;
  }
  return readConfigText({ path: shown, text }, sink);
}

/** Whether a configuration is JSON or YAML, and not a module. */
export function isTextConfig(path: string): boolean {
  return ['.json', '.yaml', '.yml'].includes(extname(path));
}

/** Checks a configuration in JSON or YAML. `undefined`, reported, if it is malformed. */
export function readConfigText(
  file: SourceFile,
  sink: DiagnosticSink,
): readonly ContractSettings[] | undefined {
  const sound = readSoundJson(file.text);
  if (sound !== undefined) return sound;
  const comment = file.path.endsWith('.json') ? findJsonComment(file) : undefined;
  if (comment !== undefined) {
    const message = 'JSON has no comments';
    const help = 'remove it, or name the file asmx-gen.config.yaml and begin comments with #';
    sink.report({ code: 'ASMX5001', severity: 'error', message, span: comment, help });
    return undefined;
  }
  const root = readDataText(file, sink);
  return root && readConfig(root, complainAtSpan(sink));
}

async function readModule(
  path: string,
  shown: string,
  sink: DiagnosticSink,
  cwd: string,
): Promise<readonly ContractSettings[] | undefined> {
  const extension = extname(path);
  if (!['.mjs', '.js', '.ts', '.mts', '.cjs'].includes(extension)) {
    const help = `name it ${configNames.join(', ')}`;
    cannotLoad(sink, shown, 'its kind is not known', { help });
    return undefined;
  }
  const owner = foreignOwner(path);
  if (owner !== undefined) {
    const message = `it is code of another user (number ${owner}), and would run as yours`;
    const help = 'read it; then change its owner with chown, or write it as asmx-gen.config.json';
    cannotLoad(sink, shown, message, { help });
    return undefined;
  }
  if (extension.endsWith('ts') && !stripsTypes()) {
    const message = `Node ${process.versions.node} cannot load TypeScript`;
    const help = 'rename it to asmx-gen.config.mjs, or run Node 22.18 or later';
    cannotLoad(sink, shown, message, { help });
    return undefined;
  }
  let loaded: { readonly default?: unknown };
  try {
    const version = statSync(path).mtimeMs;
    loaded = await import(`${pathToFileURL(path).href}?${version}`);
  } catch (error) {
    if (systemReason(error) !== undefined) cannotLoad(sink, shown, describeReadError(error));
    else await cannotImport(error, path, sink, cwd);
    return undefined;
  }
  const value = await loaded.default;
  if (value === undefined) {
    const help = 'write export default defineConfig({ … })';
    cannotLoad(sink, shown, 'it has no default export', { help });
    return undefined;
  }
  return readConfig(dataFromValue(value), complainAtKeyPath(sink, shown));
}

/** Reports a module that throws or is malformed, with the position if it is known. */
async function cannotImport(
  error: unknown,
  path: string,
  sink: DiagnosticSink,
  cwd: string,
): Promise<void> {
  const { locateModuleError } = await import('./module-error.ts');
  const show = (one: string): string => showPath(one, cwd);
  const facts = { ...factsOf(error), isSyntax: error instanceof SyntaxError };
  const { message, span } = locateModuleError(facts, path, show);
  const why = (message.split('\n')[0] ?? '').replace(/ imported from .*|\.$/, '');
  cannotLoad(sink, show(path), why, { span });
}

/** Whether this Node runs TypeScript by itself. */
function stripsTypes(): boolean {
  return Object.entries(process.features).some(
    ([name, on]) => name === 'typescript' && Boolean(on),
  );
}

/** Malformed YAML or JSON is a configuration error here. */
function asConfigError(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.code.startsWith('ASMX5')) return diagnostic;
  const repeated = diagnostic.code === 'ASMX2002';
  return { ...diagnostic, code: repeated ? 'ASMX5002' : 'ASMX5001' };
}

function cannotLoad(
  sink: DiagnosticSink,
  shown: string,
  why: string,
  more: Pick<Diagnostic, 'help' | 'span'> = {},
): void {
  const message = `${shown} cannot be loaded: ${why}`;
  sink.report({ code: 'ASMX5001', severity: 'error', message, ...more });
}

function describeReadError(error: unknown): string {
  return systemReason(error) ?? (factsOf(error).message.split('\n')[0] ?? '').replace(/\.$/, '');
}

/** The error of the file system or the decoder. */
function systemReason(error: unknown): string | undefined {
  const { code } = factsOf(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8';
  return undefined;
}

/** Properties of a thrown value, which may be anything. */
function factsOf(error: unknown): { code: unknown; message: string; stack: string } {
  if (typeof error !== 'object' || error === null) {
    return { code: undefined, message: String(error), stack: '' };
  }
  return {
    code: 'code' in error ? error.code : undefined,
    message: 'message' in error ? String(error.message) : 'it throws',
    stack: 'stack' in error ? String(error.stack) : '',
  };
}

function showPath(path: string, cwd: string): string {
  const near = relative(cwd, path).replaceAll('\\', '/');
  return near === '' || near.startsWith('../../') ? path : near;
}
