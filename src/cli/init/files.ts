import { existsSync, lstatSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { findConfig, isTextConfig, loadConfig, readConfigText } from '../../config/load.ts';
import { isGlob, pathGlob } from '../../config/reader.ts';
import type { ContractConfig } from '../../config/settings.ts';
import { scalarText } from '../../convert/yaml/text.ts';
import { type DataList, type DataNode, mapEntry, readDataText } from '../../diagnostics/data.ts';
import { createDiagnosticBag, type SourceFile } from '../../diagnostics/diagnostic.ts';
import { namespaces } from '../../model/xml.ts';
import type { Target } from '../../plan/result.ts';
import { kebabName, withoutDevice } from '../../plan/settings.ts';
import { decodeDocument } from '../../read/document-text.ts';
import { isRemote, type LockedCopy, withoutExtension } from '../../read/host.ts';
import { hashOf } from '../../read/import-rules.ts';
import { serviceLocation } from '../../read/upnp.ts';
import {
  parseXmlTree,
  type TreeAttribute,
  type TreeElement,
  treeAttribute,
} from '../../read/xml-tree.ts';
import type { Download } from '../contract/download.ts';
import type { ContractCommandOptions } from '../contract/options.ts';
import { readProjectSettings } from '../contract/project.ts';
import { readTargets } from '../terminal/arguments.ts';
import type { Console } from '../terminal/console.ts';
import { type ExitCode, exitCodes } from '../terminal/exit.ts';
import { pathFromHere, writeTextFile } from '../terminal/files.ts';
import { askTerminal, printMessage } from '../terminal/streams.ts';

/** What is known of a contract, for its entry in the configuration. */
interface KnownContract {
  /** Path of its file from the working directory. */
  readonly input: string;
  readonly name: string;
  /** The address it was fetched from, if its own is another one. */
  readonly baseUrl?: string | undefined;
  /** Set for a plain XML Schema, which no one calls or serves. */
  readonly isSchema?: true | undefined;
}

/**
 * The configuration for a downloaded service, with the targets of `--targets`, or of the answer at
 * the terminal. Empty with `--no-config`.
 */
export function configForService(
  contract: KnownContract,
  options: InitCommandOptions,
): Promise<readonly (PlannedFile | Said)[]> {
  const asks =
    options.targets === undefined && options.quiet !== true && contract.isSchema === undefined;
  return planConfig(contract, options, asks ? askTargets : () => saidTargets(options));
}

/**
 * The configuration for a contract of one's own: a new one, or an entry more of the one that is
 * found from here. Empty with `--no-config`.
 */
export function configForStarter(
  contract: KnownContract,
  options: InitCommandOptions,
): Promise<readonly (PlannedFile | Said)[]> {
  return planConfig(contract, options, () => saidTargets(options));
}

type Targets = ContractConfig['targets'];

async function planConfig(
  { input, name, baseUrl, isSchema }: KnownContract,
  options: InitCommandOptions,
  targetsOf: () => Targets | Promise<Targets>,
): Promise<readonly (PlannedFile | Said)[]> {
  if (!options.config) return [];
  const path = findConfig(process.cwd());
  const folder = path === undefined ? process.cwd() : dirname(path);
  const existing = path === undefined ? undefined : await openExisting(path);
  const fromConfig = relative(folder, resolve(input)).replaceAll('\\', '/');
  const tried = isSchema ? '' : ', or npx asmx-gen serve to try the service';
  const next: Said = { said: `Next: npx asmx-gen generate${tried}` };
  if (existing !== undefined && includes(existing, fromConfig)) {
    return [{ said: `${pathFromHere(existing.path)} includes ${input} already` }, next];
  }
  const output = freeOutput(kebabName(name) || 'service', existing?.outputs ?? []);
  const entry: ConfigEntry = {
    input: fromConfig,
    output,
    targets: await targetsOf(),
    types: options.types,
    baseUrl,
    lenient: options.lenient,
  };
  const eslint = eslintAdvice(folder, output);
  const advice = eslint === undefined ? [] : [{ said: eslint }];
  if (existing !== undefined) return [existing.withEntry(entry), ...advice, next];
  const config = {
    $schema: schemaLocation('asmx-gen.config.schema.json', ''),
    contracts: [entry],
  };
  const data = `${JSON.stringify(config, undefined, 2)}\n`;
  return [{ path: 'asmx-gen.config.json', data }, ...advice, next];
}

/** The value of `--targets`; undefined without it. */
function saidTargets({ targets }: InitCommandOptions): Targets {
  return targets === undefined ? undefined : readTargets(targets);
}

/** `generated/<name>`, or a similar folder that is neither another entry's nor inside it. */
function freeOutput(name: string, outputs: readonly string[]): string {
  const taken = outputs.map((one) => one.replaceAll('\\', '/').replace(/^\.\/|\/+$/g, ''));
  const numbers = [2, 3, 4, 5, 6, 7, 8, 9];
  const names = [`generated/${name}`, ...numbers.map((one) => `generated/${name}-${one}`)];
  const isFree = (one: string): boolean =>
    !taken.some((other) => `${one}/`.toLowerCase().startsWith(`${other}/`.toLowerCase()));
  return [...names, `generated-${name}`].find(isFree) ?? `generated/${name}`;
}

/** Options of `init`. */
export interface InitCommandOptions extends ContractCommandOptions {
  readonly name?: string | undefined;
  /** `false` with `--no-config`. */
  readonly config: boolean;
  readonly targets?: string | undefined;
  readonly types?: 'json' | undefined;
  readonly timeout: number;
  readonly agents?: boolean | undefined;
  readonly update?: boolean | undefined;
}

/** The configuration of a project. */
interface ExistingConfig {
  /** Absolute path. */
  readonly path: string;
  /** Paths and globs of each entry. */
  readonly inputs: readonly (readonly string[])[];
  /** Output folders that its entries name. A parent of folders is none. */
  readonly outputs: readonly string[];
  /** The file with an entry more or, for a module, the lines to paste. */
  withEntry(entry: ConfigEntry): PlannedFile | Said;
}

/** Opens a configuration. Its errors were reported by {@link checkExisting}. */
async function openExisting(path: string): Promise<ExistingConfig> {
  const bag = createDiagnosticBag();
  const text = isTextConfig(path) ? readFileSync(path, 'utf8') : undefined;
  const settings =
    text === undefined
      ? (await loadConfig(path, bag))?.contracts
      : readConfigText({ path, text }, bag);
  const withEntry = (entry: ConfigEntry): PlannedFile | Said => {
    const edited = text === undefined ? undefined : addEntry({ path, text }, entry);
    if (edited === undefined) return pasted(path, entry);
    const shown = pathFromHere(path);
    const target = pathFromHere(realpathSync(path));
    return { path: target, data: edited, grows: true, said: `added ${entry.input} to ${shown}` };
  };
  return {
    path,
    inputs: settings?.map(({ input }) => input) ?? [],
    outputs:
      settings?.flatMap(({ output, folderEach }) => (folderEach ? [] : (output ?? []))) ?? [],
    withEntry,
  };
}

/** The lines to paste into a configuration that cannot be edited. */
function pasted(path: string, entry: ConfigEntry): Said {
  const lines = entryLines(entry).map((line) => `    ${line}`);
  return {
    said: [`Add these lines to 'contracts' in ${pathFromHere(path)}:`, ...lines].join('\n'),
  };
}

/** Whether an entry includes a contract, by its path from the configuration. */
function includes({ inputs }: ExistingConfig, path: string): boolean {
  const matches = (pattern: string): boolean => {
    const plain = pattern.replaceAll('\\', '/').replace(/^\.\//, '');
    return isGlob(plain) ? pathGlob(plain).test(path) : plain === path;
  };
  return inputs.some(
    (list) =>
      list.some((one) => !one.startsWith('!') && matches(one)) &&
      !list.some((one) => one.startsWith('!') && matches(one.slice(1))),
  );
}

/** An entry that `init` writes, in the order of its keys. */
type ConfigEntry = Pick<
  ContractConfig,
  'input' | 'output' | 'targets' | 'types' | 'baseUrl' | 'lenient'
>;

/**
 * Adds an entry at the end of `contracts` in JSON or YAML. Everything else stays as it is written:
 * layout, order and comments. The entry is laid out like the one before it.
 *
 * @returns `undefined` if there is no list of contracts
 */
export function addEntry(file: SourceFile, entry: ConfigEntry): string | undefined {
  const root = readDataText(file, { report: () => undefined });
  const list = root?.kind === 'map' ? mapEntry(root, 'contracts')?.value : undefined;
  if (list?.kind !== 'list') return undefined;
  const { text } = file;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const {
    at,
    until = at,
    added,
  } = text[list.place.start] === '['
    ? inBrackets(file, list, keysOf(entry))
    : inBlock(text, list, keysOf(entry));
  return text.slice(0, at) + added.replaceAll('\n', eol) + text.slice(until);
}

/** An entry as JavaScript, to paste into a module. */
function entryLines(entry: ConfigEntry): readonly string[] {
  const quoted = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(quoted).join(', ')}]`;
    return typeof value === 'boolean' ? String(value) : `'${quotable(String(value))}'`;
  };
  return ['{', ...keysOf(entry).map(([key, value]) => `  ${key}: ${quoted(value)},`), '},'];
}

function quotable(text: string): string {
  return text.replace(/[\\']/g, '\\$&');
}

type Keys = readonly (readonly [key: string, value: unknown])[];

/** A text to insert, or to write in place of what is there up to another offset. */
interface Insertion {
  readonly at: number;
  readonly until?: number;
  readonly added: string;
}

function keysOf(entry: ConfigEntry): Keys {
  return Object.entries(entry).filter(([, value]) => value !== undefined);
}

function inBrackets({ path, text }: SourceFile, list: DataList, keys: Keys): Insertion {
  const isJson = path.endsWith('.json');
  const { start, end } = list.place;
  const last = list.items.at(-1);
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  if (last === undefined) return inEmptyBrackets(text, list, keys, { isJson, unit });
  const rest = text.slice(last.place.end, end - 1);
  const comma = /^(?:\s|#.*\n)*,/.exec(rest)?.[0] ?? '';
  const ownLine = /\n[ \t]*$/.test(text.slice(start + 1, last.place.start));
  const written = text.slice(last.place.start, last.place.end);
  const style = styleOf(written, isJson);
  const margin = marginAt(text, last.place.start);
  // In YAML, lines in brackets must be deeper than the key.
  const isLong = written.includes('\n') && (isJson || ownLine);
  const added = isLong ? severalLines(keys, style, margin, unit) : oneLine(keys, style);
  const before = last.place.end + comma.length;
  const [comment = ''] = /^[ \t]*#.*/.exec(text.slice(before)) ?? [];
  const newLine = `\n${ownLine ? margin : margin + unit}`;
  const gap = ownLine || comment !== '' ? newLine : isJson && style.tight ? '' : ' ';
  if (comma !== '') return { at: before + comment.length, added: `${gap}${added},` };
  if (comment === '') return { at: before, added: `,${gap}${added}` };
  return { at: before, until: before + comment.length, added: `,${comment}${gap}${added}` };
}

function inEmptyBrackets(
  text: string,
  { place: { start, end } }: DataList,
  keys: Keys,
  { isJson, unit }: { readonly isJson: boolean; readonly unit: string },
): Insertion {
  const style = styleOf(text, isJson);
  const inside = text.slice(start + 1, end - 1);
  if (!text.trim().includes('\n')) {
    return { at: start + 1, until: end - 1, added: oneLine(keys, style) };
  }
  const margin = marginAt(text, start);
  const lines = severalLines(keys, style, `${margin}${unit}`, unit);
  const closed = /\n[ \t]*$/.test(inside) ? '' : `\n${margin}`;
  const until = inside.trim() === '' && closed !== '' ? end - 1 : start + 1;
  return { at: start + 1, until, added: `\n${margin}${unit}${lines}${closed}` };
}

/** How a map is written. */
interface Style {
  readonly isJson: boolean;
  /** Whether keys and values have quotes. */
  readonly quoted: boolean;
  /** Whether no space is inside of its braces, and in JSON none after commas and colons. */
  readonly tight: boolean;
}

function styleOf(written: string, isJson: boolean): Style {
  return { isJson, quoted: isJson || /^\{\s*"/.test(written), tight: /^\{\S/.test(written) };
}

/** Whitespace at the beginning of the line of an offset. */
function marginAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function oneLine(keys: Keys, { isJson, quoted, tight }: Style): string {
  const gap = isJson && tight ? '' : ' ';
  const pairs = keys.map(([key, value]) => {
    return `${quoted ? `"${key}"` : key}:${gap}${flowValue(value, quoted, `,${gap}`)}`;
  });
  const list = pairs.join(`,${gap}`);
  return tight ? `{${list}}` : `{ ${list} }`;
}

function severalLines(keys: Keys, { quoted }: Style, margin: string, unit: string): string {
  const lines = keys.map(([key, value]) => {
    return `${margin}${unit}${quoted ? `"${key}"` : key}: ${flowValue(value, quoted, ', ')}`;
  });
  return `{\n${lines.join(',\n')}\n${margin}}`;
}

function flowValue(value: unknown, quoted: boolean, comma: string): string {
  if (Array.isArray(value)) {
    return `[${value.map((one) => flowValue(one, quoted, comma)).join(comma)}]`;
  }
  if (quoted || typeof value === 'boolean') return JSON.stringify(value);
  return scalarText(String(value), 'flow');
}

function inBlock(text: string, list: DataList, keys: Keys): Insertion {
  const dash = list.place.start;
  const margin = text.slice(text.lastIndexOf('\n', dash - 1) + 1, dash);
  const [marker = '- '] = /^-[ ]+/.exec(text.slice(dash)) ?? [];
  const deeper = `${margin}${' '.repeat(marker.length)}`;
  const lines = keys.map(([key, value]) => {
    const isText = !Array.isArray(value) && typeof value !== 'boolean';
    return `${key}: ${isText ? scalarText(String(value), 'block') : flowValue(value, false, ', ')}`;
  });
  const at = endOfLines(text, lastOffset(text, list), margin);
  const open = at === 0 || text[at - 1] === '\n' ? '' : '\n';
  return { at, added: `${open}${margin}${marker}${lines.join(`\n${deeper}`)}\n` };
}

/** The end of the last value in a block, whose own place reaches to the next key. */
function lastOffset(text: string, node: DataNode): number {
  const isBlock = node.kind !== 'scalar' && !/[\]}]/.test(text[node.place.end - 1] ?? '');
  const last =
    node.kind === 'map'
      ? node.entries.at(-1)?.value
      : node.kind === 'list'
        ? node.items.at(-1)
        : undefined;
  return isBlock && last !== undefined ? lastOffset(text, last) : node.place.end;
}

/** The end of an offset's line, and of the comments below it that are as deep as the entries. */
function endOfLines(text: string, offset: number, margin: string): number {
  let at = text[offset - 1] === '\n' ? offset : lineEnd(text, offset);
  for (;;) {
    const [comment] = /^([ \t]*)#.*/.exec(text.slice(at, lineEnd(text, at))) ?? [];
    if (comment === undefined) return at;
    const depth = comment.indexOf('#');
    if (depth === 0 || depth < margin.length) return at;
    at = lineEnd(text, at);
  }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

const question = 'Do you call this service, serve it, or both? [call/serve/both] (call) ';

/** Targets by answer; the default targets for `both`. */
const answers: ReadonlyMap<string, readonly Target[] | undefined> = new Map([
  ['call', ['types', 'client']],
  ['serve', ['types', 'server', 'wsdl', 'docs']],
  ['both', undefined],
]);

/**
 * Asks what a downloaded service is used for, until the answer is one of the words or its
 * beginning: those who only call it need neither its server nor its help pages.
 *
 * @returns undefined for the default targets, also if no one can answer
 */
async function askTargets(): Promise<readonly Target[] | undefined> {
  for (;;) {
    const answer = await askTerminal(question);
    if (answer === undefined) return undefined;
    const given = answer.trim().toLowerCase();
    const word = [...answers.keys()].find((one) => one.startsWith(given));
    if (word !== undefined) return answers.get(word);
    printMessage('Answer call, serve or both.\n');
  }
}

const configNames = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((one) => `eslint.config.${one}`);

/**
 * The line that excludes generated files from ESLint, which would report in each that
 * `eslint-disable` is unused.
 *
 * @param folder Folder of the configuration.
 * @param output Path of the generated folder from there.
 * @returns `undefined` if the project around the folder has no ESLint
 */
function eslintAdvice(folder: string, output: string): string | undefined {
  const config = findUpward(resolve(folder), configNames);
  const values = readProjectSettings(folder)?.manifest?.values ?? {};
  const packages = [values.dependencies, values.devDependencies].filter(
    (one) => typeof one === 'object' && one !== null,
  );
  if (config === undefined && !packages.some((one) => 'eslint' in one)) return undefined;
  return `for ESLint, add to ${config ?? 'eslint.config.js'}: { ignores: ['${output}/**'] },`;
}

/** The first of these names in a folder, or in the next one above up to a `package.json`. */
function findUpward(folder: string, names: readonly string[]): string | undefined {
  const found = names.find((name) => existsSync(join(folder, name)));
  if (found !== undefined) return found;
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return undefined;
  return findUpward(dirname(folder), names);
}

/** A downloaded document, and the path of its copy. */
export interface LaidOut extends PlannedFile {
  readonly url: string;
  /** SHA-256 of the document as downloaded. */
  readonly sha256: string;
  readonly copy: LockedCopy;
}

/**
 * Lays out downloaded documents below `specs/`: the entry as `<name>.wsdl`, `.xsd` or, of a UPnP
 * device, `.xml`, its imports in the folder `<name>`, with their locations changed to those of
 * copies.
 *
 * @param entry URL of the contract among them; none if the contract is a local file
 */
export function layOut(
  { documents, links }: Pick<Download, 'documents' | 'links'>,
  name: string,
  entry: string | undefined,
): readonly LaidOut[] {
  const places = copyPaths(documents, name, entry);
  return [...documents].map(([url, bytes]) => {
    const file = places.get(url) ?? '';
    const data = rewriteLocations(url, bytes, (location) => {
      const target = links.get(url)?.get(location);
      if (target === undefined) return undefined;
      const place = places.get(target) ?? outsideSpecs(target);
      return place === undefined ? target : posix.relative(posix.dirname(file), place);
    });
    const copy: LockedCopy = { file, sha256: hashOf(data), entry: url === entry };
    return { path: `${specsFolder}/${file}`, data, url, sha256: hashOf(bytes), copy };
  });
}

/** Path of a local document, from the folder of contracts; `undefined` for a URL. */
function outsideSpecs(target: string): string | undefined {
  if (isRemote(target)) return undefined;
  return relative(resolve(specsFolder), resolve(target)).replaceAll('\\', '/');
}

/** Paths of the copies of documents, from the folder of contracts. */
export function copyPaths(
  documents: ReadonlyMap<string, Uint8Array>,
  name: string,
  entry: string | undefined,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const taken = new Set<string>();
  for (const [url, bytes] of documents) {
    const extension = extensionOf(bytes);
    if (url === entry) {
      places.set(url, `${name}.${extension}`);
      continue;
    }
    const stem = stemOf(url);
    let free = stem;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem}-${count}`;
    taken.add(free.toLowerCase());
    places.set(url, `${name}/${free}.${extension}`);
  }
  return places;
}

/** The extension for a document, by its root element. */
function extensionOf(bytes: Uint8Array): 'xsd' | 'wsdl' | 'xml' {
  const start = Buffer.from(bytes.subarray(0, 10_000)).toString('latin1');
  const [, root] = /<(?:\w+:)?([A-Za-z]\w*)/.exec(start.replace(/<!--[\s\S]*?-->/g, '')) ?? [];
  if (root === 'root' || root === 'scpd') return 'xml';
  return root === 'schema' ? 'xsd' : 'wsdl';
}

/**
 * A file name for a URL, with letters, digits, `_`, `-` and dots, which every file system accepts.
 */
export function stemOf(url: string): string {
  const { pathname, search } = new URL(url);
  const last = pathname.split('/').findLast((one) => one !== '') ?? '';
  const stem = withoutExtension(last);
  const query = search.replace(/^\?(wsdl|singleWsdl)$/i, '');
  const name = `${stem}${query}`.replace(/%[0-9A-F]{2}|[^A-Za-z0-9_.-]+/gi, '-');
  const plain = name.replace(/^[-.]+|[-.]+$/g, '').slice(0, 100);
  if (plain === '') return 'service';
  return withoutDevice(plain);
}

/** A file to write, by its path from the working directory, with `/`. */
export interface PlannedFile {
  readonly path: string;
  readonly data: string | Uint8Array;
  /** Whether the file may be there already and only grows: the lock, a configuration. */
  readonly grows?: boolean | undefined;
  /** The line about it; `wrote <path>` by default. */
  readonly said?: string | undefined;
}

/** Lines to say in place of a file to write. */
export interface Said {
  readonly path?: undefined;
  readonly said: string;
}

/** Folder for contracts. */
export const specsFolder = 'specs';

/**
 * Writes all files or, if one of them already exists, none, and lists those that exist.
 *
 * @param remedy What to do about files that exist, if that is not to move them away.
 */
export function writePlanned(
  planned: readonly (PlannedFile | Said)[],
  console: Console,
  remedy?: string | undefined,
): ExitCode {
  const files = planned.filter((one) => one.path !== undefined);
  const blocked = files.flatMap((one) => (one.grows === true ? [] : obstacle(one.path)));
  if (blocked.length > 0) {
    const lines = [...new Set(blocked)].map((one) => `  ${one}`);
    const config = blocked.some((one) => one.startsWith('asmx-gen.config.'));
    console.warn(
      [
        'asmx-gen: nothing was written, because these files exist already:',
        ...lines,
        remedy ??
          (config
            ? 'Move them away, or run with --no-config to leave the configuration as it is.'
            : 'Move them away, or choose another name with --name.'),
      ].join('\n'),
    );
    return exitCodes.no;
  }
  const written: string[] = [];
  try {
    for (const { path, data, grows } of files) {
      writeTextFile(path, data);
      if (grows !== true) written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    throw error;
  }
  for (const { path, said } of planned) console.say(said ?? `wrote ${path}`);
  return exitCodes.fine;
}

/** The reasons why a file cannot be created: itself, or a file in place of its folder. */
function obstacle(path: string): readonly string[] {
  if (isThere(path)) return [path];
  for (let at = dirname(path); at !== '.' && at !== dirname(at); at = dirname(at)) {
    if (isThere(at))
      return statSync(at, { throwIfNoEntry: false })?.isDirectory() === true ? [] : [at];
  }
  return [];
}

/**
 * Whether a file exists. Also true for a broken symbolic link, which writing would follow or
 * replace.
 */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // a file is in place of a folder, and is reported by its own name
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}

/** Location of a JSON schema: in the package if it is installed here, otherwise published. */
export function schemaLocation(name: string, from: string): string {
  const installed = 'node_modules/asmx-gen/specs';
  if (!existsSync(join(installed, name))) return `https://unpkg.com/asmx-gen/specs/${name}`;
  return `${from === '' ? './' : '../'.repeat(from.split('/').length)}${installed}/${name}`;
}

/**
 * A document with imports changed to local copies. If nothing changes, it keeps its bytes;
 * otherwise it is in UTF-8.
 *
 * @param source path or URL of the document
 * @param place what to write in place of a location; `undefined` to keep it
 */
export function rewriteLocations(
  source: string,
  bytes: Uint8Array,
  place: (location: string) => string | undefined,
): Uint8Array {
  const { text } = decodeDocument(bytes);
  const root = parseXmlTree({ path: source, text }, createDiagnosticBag());
  if (root === undefined) return bytes;
  let rewritten = '';
  let at = 0;
  for (const { start, end, value } of edits(root, place)) {
    rewritten += text.slice(at, start) + value;
    at = end;
  }
  if (at === 0) return bytes;
  const whole = rewritten + text.slice(at);
  const declared = whole.replace(
    /^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/,
    (_all, before: string, quote: string) => `${before}${quote}utf-8${quote}`,
  );
  return new TextEncoder().encode(declared);
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

function edits(
  root: TreeElement,
  place: (location: string) => string | undefined,
): readonly Edit[] {
  const found: Edit[] = [];
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    waiting.push(...element.children);
    const attribute = locationIn(element);
    if (attribute === undefined || attribute.value.trim() === '') continue;
    const value = place(attribute.value.trim());
    if (value === undefined || value === attribute.value) continue;
    const escaped = value
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;');
    found.push({
      start: attribute.valueOffset,
      end: attribute.valueEnd,
      value: escaped.replaceAll("'", '&apos;'),
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

function locationIn(element: TreeElement): TreeAttribute | undefined {
  const { namespace, local } = element;
  if (namespace === namespaces.wsdl && local === 'import')
    return treeAttribute(element, 'location');
  const follows = local === 'import' || local === 'include' || local === 'redefine';
  if (namespace === namespaces.xsd && follows) return treeAttribute(element, 'schemaLocation');
  return serviceLocation(element);
}
