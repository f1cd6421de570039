import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  complainAtKeyPath,
  complainAtSpan,
  type DataNode,
  dataFromValue,
  mapEntry,
  readDataText,
} from '../diagnostics/data.ts';
import type { Diagnostic, DiagnosticSink, SourceFile, Span } from '../diagnostics/diagnostic.ts';
import { readConfig } from './reader.ts';
import type { ContractSettings } from './settings.ts';

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

/** Names of the configuration file, in search order. */
export const configNames: readonly string[] = ['mjs', 'js', 'ts', 'json', 'yaml', 'yml'].map(
  (extension) => `asmx-gen.config.${extension}`,
);

/**
 * Searches for a configuration in a folder and upward, up to the first folder with a `package.json`
 * or the root.
 *
 * @returns the absolute path, or `undefined` if there is none
 */
export function findConfig(directory: string): string | undefined {
  for (let at = resolve(directory); ; at = dirname(at)) {
    const found = configNames.map((name) => join(at, name)).find(isFile);
    if (found !== undefined) return found;
    if (existsSync(join(at, 'package.json')) || dirname(at) === at) return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * The number of the user whom a file belongs to, if that is neither root nor the one who runs this
 * process (or ran `sudo`); `undefined` otherwise, and where files have no such owner.
 */
function foreignOwner(path: string): number | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  const { SUDO_UID } = process.env;
  const trusted = new Set([0, user, user === 0 ? Number(SUDO_UID ?? 0) : user]);
  // the creator of a link chose what runs
  return [lstatSync, statSync]
    .map((stat) => stat(path, { throwIfNoEntry: false })?.uid ?? user)
    .find((owner) => !trusted.has(owner));
}

/** A string, or the beginning of a comment after a space or a character of JSON's own. */
const stringOrComment = /"(?:[^"\\\n]|\\.)*"|(?<=^|[\s,{}[\]"])(?:\/\/|\/\*)/g;

/**
 * Finds the first comment of JavaScript in JSON, up to the end of its line. YAML, which includes
 * JSON, would read it as a part of the next key.
 */
function findJsonComment(file: SourceFile): Span | undefined {
  for (const { 0: found, index } of file.text.matchAll(stringOrComment)) {
    if (found.startsWith('"')) continue;
    const end = file.text.indexOf('\n', index);
    const line = file.text.slice(index, end < 0 ? undefined : end);
    return { file, start: index, end: index + line.trimEnd().length };
  }
  return undefined;
}

/** A string of JSON, or spaces outside of one. */
const stringOrBlanks = /"(?:[^"\\]|\\.)*"|\s+/g;

/**
 * Reads a valid configuration in JSON without the YAML parser, which takes as long to load as a run
 * that changes nothing. `undefined` for all others: YAML, invalid configurations, and JSON that
 * {@link JSON.parse} may read differently from YAML, such as duplicate keys. Messages need
 * positions, which only the YAML parser provides.
 */
export function readSoundJson(text: string): readonly ContractSettings[] | undefined {
  if (!/^\s*\{/.test(text) || text.includes('"<<"')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isDeep(value, deepest)) return undefined;
  const compact = text.replace(stringOrBlanks, (one) => (one.startsWith('"') ? one : ''));
  if (JSON.stringify(value) !== compact) return undefined;
  let sound = true;
  const settings = readConfig(dataFromValue(value), () => {
    sound = false;
  });
  return sound ? settings : undefined;
}

/** No configuration is nested as deep. The YAML parser says where one is nested too deep. */
const deepest = 50;

function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeep(one, levels - 1));
}

/**
 * Finds the position of a setting in a configuration that has been read.
 *
 * @param path Path of the file.
 * @param shown The path in messages.
 * @param keys Keys and indexes that lead to it. A text at the end is also searched for among the
 *   values of a list.
 * @returns `undefined` for a module, which has no positions, and for a file that has changed
 */
export function locateSetting(
  path: string,
  shown: string,
  keys: readonly (string | number)[],
): Span | undefined {
  if (!/\.(?:json|ya?ml)$/.test(path)) return undefined;
  const text = new TextDecoder().decode(readFileSync(path));
  let node: DataNode | undefined = readDataText({ path: shown, text }, { report: () => undefined });
  let place = node?.place;
  for (const key of keys) {
    const step: { readonly place: Span; readonly value: DataNode } | undefined = stepTo(node, key);
    node = step?.value;
    place = step?.place;
  }
  return place;
}

function stepTo(
  node: DataNode | undefined,
  key: string | number,
): { readonly place: Span; readonly value: DataNode } | undefined {
  if (node?.kind === 'map') return mapEntry(node, String(key));
  const items = node?.kind === 'list' ? node.items : [node];
  const item =
    typeof key === 'number'
      ? items[key]
      : items.find((one) => one?.kind === 'scalar' && one.text === key);
  return item && { place: item.place, value: item };
}
