import { hash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join, posix, relative, resolve } from 'node:path';
import type { DiagnosticCode } from '../diagnostics/diagnostic.ts';
import { reportGithub, reportJson } from '../diagnostics/report.ts';
import { harmless } from '../diagnostics/words.ts';
import {
  contentHash,
  installedRuntime,
  installOfRuntime,
  type Manifest,
  manifestName,
  packageVersion,
  parseManifest,
  pathProblem,
  readEntry,
  readEntryBytes,
  runtimePackage,
  type UsedRuntime,
} from '../write/folder.ts';
import type { GlobalOptions } from './terminal/console.ts';
import { type ExitCode, exitCodes } from './terminal/exit.ts';
import { CliError } from './terminal/failure.ts';
import { dataTerminal, writeData } from './terminal/streams.ts';
import { type Colours, coloursFor, counted } from './terminal/text.ts';
import type { VerifyCommandOptions } from './verify-recording.ts';

/**
 * Runs `asmx-gen verify`: compares folders with their manifests and writes the verdicts to stdout;
 * or, with `--recording`, a live server with a recording.
 *
 * @throws {CliError} if a folder has no usable manifest, or options are missing
 */
export async function runVerify(
  directories: readonly string[],
  options: VerifyCommandOptions,
): Promise<ExitCode> {
  const { recording, url, sbom } = options;
  if (recording !== undefined && sbom === true) {
    throw new CliError('--sbom and --recording exclude each other', 'Leave one of them out.');
  }
  if (recording !== undefined && url !== undefined) {
    const { verifyRecording } = await import('./verify-recording.ts');
    return verifyRecording(directories, { ...options, recording, url });
  }
  if (recording !== undefined) {
    throw new CliError('--recording needs a server', 'Say where it is with --url.');
  }
  if (url !== undefined) {
    throw new CliError('--url is for --recording', 'Name the recording with --recording FILE.');
  }
  const verdicts: (readonly [string, FolderVerdict])[] = [];
  for (const one of directories) verdicts.push([one, await judge(one)]);
  if (sbom === true) {
    await writeData(runtimeBom(verdicts));
    return exitCodes.fine;
  }
  await writeData(render(verdicts, options));
  return verdicts.every(([, verdict]) => isAsGenerated(verdict)) ? exitCodes.fine : exitCodes.no;
}

async function judge(directory: string): Promise<FolderVerdict> {
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (stats === undefined) throw new CliError(`${directory} does not exist`, 'Check the path.');
  if (!stats.isDirectory()) {
    throw new CliError(`${directory} is a file, not a folder`, 'Name the generated folder.');
  }
  const verdict = verifyFolder(directory);
  if (verdict.manifest === undefined) throw withoutManifest(directory, verdict);
  return compareWithRelease(directory, verdict);
}

type Verdicts = readonly (readonly [directory: string, verdict: FolderVerdict])[];

function render(verdicts: Verdicts, options: GlobalOptions): string {
  if (options.reporter === 'json') return verdictsJson(verdicts);
  if (options.reporter === 'github') {
    return verdicts.map(([directory, verdict]) => verdictGithub(directory, verdict)).join('');
  }
  const colours = coloursFor(dataTerminal(), options.color);
  return verdicts
    .map(([directory, verdict]) => verdictText(directory, verdict, colours))
    .join('\n');
}

function withoutManifest(directory: string, { problem }: NoManifest): CliError {
  if (problem !== undefined) {
    const newer = problem.includes('format');
    return new CliError(
      `the manifest ${join(directory, manifestName)} ${problem}`,
      newer
        ? 'Verify it with the version of asmx-gen that wrote it, or a later one.'
        : 'Restore it from version control, or generate the folder again.',
    );
  }
  const near = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(directory, entry.name))
    .filter((path) => statSync(join(path, manifestName), { throwIfNoEntry: false })?.isFile());
  return new CliError(
    `${directory} has no ${manifestName}`,
    near.length > 0
      ? `Did you mean ${near.slice(0, 5).join(' or ')}?`
      : 'Name a folder that asmx-gen generated; copy the manifest along with the rest of it.',
  );
}

/** Maximum number of listed files with other line ends; of more, only the number is shown. */
const namedLineEnds = 5;

/** Writes the verdict on a folder as text. */
function verdictText(directory: string, verdict: FolderVerdict, colours: Colours): string {
  const { manifest, edited, stale, missing, stray, lineEnds } = verdict;
  const inputs = Object.entries(manifest.inputs).map(([path, sha256]) => {
    const hash = sha256 === '' ? 'no document' : `sha256 ${sha256}`;
    return `  contract   ${harmless(path)}  ${colours.dim(hash)}`;
  });
  const line = (word: string, path: string, more = ''): string =>
    `  ${colours.red(word.padEnd(9))}  ${harmless(path)}${more === '' ? '' : ` (${more})`}`;
  const found = [
    ...edited.map(({ path, why }) => line('edited', path, why === 'edited' ? '' : `is ${why}`)),
    ...stale.map(({ path, why }) => line('stale', path, `is ${why}`)),
    ...missing.map((path) => line('missing', path)),
    ...stray.map((path) => line('stray', path)),
  ];
  const head = [
    colours.bold(harmless(directory)),
    `  made by    asmx-gen ${harmless(manifest.tool)}`,
    ...inputs,
    ...(manifest.runtime === undefined
      ? []
      : [`  runtime    ${harmless(manifest.runtime.folder)}, which is shared`]),
    ...(manifest.sharedBy ?? []).map((path) => `  shared by  ${harmless(path)}`),
    ...releaseText(verdict),
  ];
  const blocks = [head, found, lineEndsText(lineEnds), [summaryOf(verdict)]];
  const texts = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'));
  return `${texts.join('\n\n')}\n`;
}

/** The line on the runtime, by which a reviewer need not read it. */
function releaseText({ release }: FolderVerdict): readonly string[] {
  if (release === undefined) return [];
  const { ok, tool, files, why } = release;
  const version = `asmx-gen ${harmless(tool)}`;
  const line = (text: string): readonly string[] => [`  release    the runtime ${text}`];
  if (why !== undefined) return line(`was not compared: ${why}`);
  if (!ok) return line(`is not that of ${version}`);
  return line(`is that of ${version}, byte for byte (${counted(files, 'file')})`);
}

function lineEndsText(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const what = paths.length === 1 ? '1 file has' : `${paths.length} files have`;
  return [
    `  ${what} CR LF line ends, as git writes them on Windows (core.autocrlf); ` +
      'nothing else changed in them',
    ...(paths.length > namedLineEnds ? [] : paths.map((path) => `    ${harmless(path)}`)),
  ];
}

/** Number of files in the manifests of the folder and of its shared runtime. */
function filesOf({ manifest, runtime }: FolderVerdict): number {
  return [manifest, runtime].reduce((sum, one) => sum + Object.keys(one?.files ?? {}).length, 0);
}

function summaryOf(verdict: FolderVerdict): string {
  const { edited, stale, missing, stray } = verdict;
  const files = counted(filesOf(verdict), 'file');
  const parts = [
    edited.length > 0 ? `${edited.length} edited` : '',
    stale.length > 0 ? 'a stale runtime' : '',
    missing.length > 0 ? `${missing.length} missing` : '',
    stray.length > 0 ? `${stray.length} stray` : '',
  ].filter((part) => part !== '');
  return parts.length === 0
    ? `${files}, all as generated`
    : `${parts.join(', ')}, of ${files} generated`;
}

/** Writes the verdict on a folder, or a list of those on several, as one JSON document. */
function verdictsJson(verdicts: readonly (readonly [string, FolderVerdict])[]): string {
  const all = verdicts.map(([directory, verdict]) => verdictData(directory, verdict));
  const [only] = all;
  if (only !== undefined && all.length === 1) return reportJson([], only);
  return reportJson([], { ok: all.every((one) => one.ok), folders: all });
}

/** The verdict on a folder as data. */
function verdictData(directory: string, verdict: FolderVerdict) {
  const { manifest, release, edited, stale, missing, stray, lineEnds } = verdict;
  return {
    directory,
    ok: isAsGenerated(verdict),
    tool: manifest.tool,
    inputs: manifest.inputs,
    files: filesOf(verdict),
    runtime: manifest.runtime?.folder,
    sharedBy: manifest.sharedBy,
    release,
    edited,
    stale,
    missing,
    stray,
    lineEnds,
  };
}

/** Writes the differences as workflow commands. */
function verdictGithub(directory: string, verdict: FolderVerdict): string {
  const diagnostic = (code: DiagnosticCode, path: string, message: string) => {
    // a shared runtime is beside the folder
    const file = { path: posix.normalize(`${directory.replace(/[\\/]+$/, '')}/${path}`), text: '' };
    return { code, severity: 'error', message, span: { file, start: 0, end: 0 } } as const;
  };
  const { edited, stale, missing, stray } = verdict;
  return reportGithub([
    ...edited.map(({ path, why }) =>
      diagnostic('ASMX7001', path, `'${path}' ${why === 'edited' ? 'was edited' : `is ${why}`}`),
    ),
    ...stale.map(({ path, why }) =>
      diagnostic('ASMX7003', manifestOf(path), `the runtime '${path}' is ${why}`),
    ),
    ...missing.map((path) => diagnostic('ASMX7003', path, `'${path}' is missing`)),
    ...stray.map((path) =>
      diagnostic('ASMX7002', path, `'${path}' is not part of the generated code`),
    ),
  ]);
}

/** The manifest that tells of a runtime: a shared one's, or, for the package, that of the files. */
function manifestOf(runtime: string): string {
  return runtime === runtimePackage ? manifestName : `${runtime}/${manifestName}`;
}

/**
 * A file that is not as written, and the reason: `edited`, or what replaced it, such as `a symbolic
 * link`.
 */
interface EditedFile {
  readonly path: string;
  readonly why: string;
}

/**
 * Differences between a generated folder and its own manifest: paths inside it, sorted, followed by
 * upward paths of a shared runtime that its files import.
 */
export interface FolderVerdict {
  readonly manifest: Manifest;
  /** The manifest of the shared runtime that the files import, if any. */
  readonly runtime?: Manifest | undefined;
  /** Files whose content is not as written. */
  readonly edited: readonly EditedFile[];
  /** The shared runtime that the files import, if it does not match them, and the reason. */
  readonly stale: readonly EditedFile[];
  /** Missing files of the manifest. */
  readonly missing: readonly string[];
  /**
   * Files that the manifest doesn't list. A folder with only such files is listed once, with `/` at
   * the end.
   */
  readonly stray: readonly string[];
  /**
   * Files that differ only by CR LF line ends, as git writes them on Windows. They count as
   * unchanged.
   */
  readonly lineEnds: readonly string[];
  /** The runtime in comparison with the release; absent if there is none in the folder. */
  readonly release?: ReleaseVerdict | undefined;
}

/** Whether a runtime is that of the release that wrote it. */
interface ReleaseVerdict {
  readonly ok: boolean;
  /** Version that wrote it, by the manifest. */
  readonly tool: string;
  /** Number of its files. */
  readonly files: number;
  /** Why it was not compared, if it was not. */
  readonly why?: string | undefined;
}

/** Whether a folder, and the shared runtime its files import, are as generated. */
function isAsGenerated({ edited, stale, missing, stray }: FolderVerdict): boolean {
  return edited.length + stale.length + missing.length + stray.length === 0;
}

/** Why a folder cannot be verified. */
interface NoManifest {
  readonly manifest: undefined;
  /** The problem of the manifest; `undefined` if there is none. */
  readonly problem: string | undefined;
}

/**
 * Compares a folder with its manifest. Follows no links and needs nothing but the folder.
 *
 * @throws the file system's error for a folder that cannot be read
 */
export function verifyFolder(directory: string): FolderVerdict | NoManifest {
  const found = findManifest(directory);
  if (found.manifest === undefined) return found;
  const own = compareWith(directory, found.manifest);
  const { runtime } = found.manifest;
  return runtime === undefined ? own : withRuntime(own, directory, runtime);
}

/**
 * The verdict on a folder, extended by the shared runtime its files import, whose paths lead
 * upward.
 */
function withRuntime(own: FolderVerdict, directory: string, used: UsedRuntime): FolderVerdict {
  const { folder } = used;
  const shared = join(directory, folder);
  const at = (path: string): string => `${folder}/${path}`;
  const { manifest, problem } = { problem: undefined, ...findManifest(shared) };
  if (manifest === undefined) {
    const path = at(manifestName);
    if (problem === undefined) return { ...own, missing: [...own.missing, path] };
    return { ...own, edited: [...own.edited, { path, why: `a manifest that ${problem}` }] };
  }
  const runtime = compareWith(shared, manifest);
  const why = staleness(own.manifest, manifest, {
    needs: used.needs,
    path: relative(shared, directory).replaceAll('\\', '/'),
  });
  return {
    manifest: own.manifest,
    runtime: manifest,
    stale: why === undefined ? [] : [{ path: folder, why }],
    edited: [...own.edited, ...runtime.edited.map((one) => ({ ...one, path: at(one.path) }))],
    missing: [...own.missing, ...runtime.missing.map(at)],
    stray: [...own.stray, ...runtime.stray.map(at)],
    lineEnds: [...own.lineEnds, ...runtime.lineEnds.map(at)],
  };
}

/** Maximum number of names listed in a message. */
const listedNames = 3;

/**
 * Why a shared runtime does not match the files that import it; `undefined` if it does.
 *
 * @param user What the files import, and the path of their folder from the runtime's.
 */
function staleness(
  own: Manifest,
  runtime: Manifest,
  user: { readonly needs: readonly string[]; readonly path: string },
): string | undefined {
  if (runtime.tool !== own.tool) return `made by asmx-gen ${runtime.tool}`;
  if (runtime.sharedBy?.includes(user.path) !== true) return 'not shared with this folder';
  const exported = new Set(runtime.exports ?? user.needs);
  const lacking = user.needs.filter((name) => !exported.has(name));
  if (lacking.length === 0) return undefined;
  const names = lacking.slice(0, listedNames).map((name) => name.replace(/^.* /, ''));
  const more = lacking.length - names.length;
  return `without ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function compareWith(directory: string, manifest: Manifest): FolderVerdict {
  const { files } = manifest;
  const edited = new Map<string, string>();
  const missing: string[] = [];
  const lineEnds: string[] = [];
  let isPackage = false;
  for (const [path, hash] of Object.entries(files)) {
    const entry = readEntry(directory, path);
    if (entry.kind === 'absent') missing.push(path);
    else if (entry.kind === 'blocked') edited.set(entry.by, entry.what);
    else if (contentHash(entry.text) !== hash) edited.set(path, 'edited');
    else if (entry.text.includes('\r\n')) lineEnds.push(path);
    if (entry.kind === 'file') isPackage ||= importsPackage.test(entry.text);
  }
  return {
    manifest,
    stale: isPackage ? stalePackage(directory, manifest) : [],
    edited: [...edited].map(([path, why]) => ({ path, why })).sort(byPath),
    missing: missing.sort(),
    stray: strayFiles(directory, Object.keys(files))
      .filter((path) => !edited.has(path.replace(/\/$/, '')))
      .sort(),
    lineEnds: lineEnds.sort(),
  };
}

/** An import of the package of the runtime, in generated TypeScript or JavaScript. */
const importsPackage = new RegExp(`\\bfrom ['"]${runtimePackage}(?:/[\\w-]+)?['"]`);

/** The package of the runtime, if an installed one is not of the version of the files. */
function stalePackage(directory: string, { tool }: Manifest): readonly EditedFile[] {
  const installed = installedRuntime(directory);
  if (installed === undefined || installed === tool) return [];
  const why = `of version ${installed}, and the files of ${tool}: ${installOfRuntime(tool)}`;
  return [{ path: runtimePackage, why }];
}

function findManifest(directory: string): NoManifest | { readonly manifest: Manifest } {
  const none = (problem: string | undefined): NoManifest => ({ manifest: undefined, problem });
  const entry = readEntry(directory, manifestName);
  if (entry.kind === 'absent') return none(undefined);
  if (entry.kind === 'blocked') return none(`is ${entry.what}`);
  const manifest = parseManifest(entry.text);
  if (manifest === undefined) return none(manifestProblem(entry.text));
  for (const path of Object.keys(manifest.files)) {
    const problem = pathProblem(path);
    if (problem !== undefined) return none(`lists '${path}', which ${problem}`);
  }
  return { manifest };
}

function manifestProblem(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  const format = typeof value === 'object' && value !== null && 'format' in value && value.format;
  return typeof format === 'number' && format > 1
    ? `is of format ${format}, which this version does not know`
    : 'lacks what a manifest says';
}

function strayFiles(directory: string, paths: readonly string[]): readonly string[] {
  const files = new Set([...paths, manifestName]);
  const folders = new Set(
    paths.flatMap((path) => {
      const segments = path.split('/');
      return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
    }),
  );
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!entry.isDirectory()) {
        if (!files.has(path)) found.push(path);
      } else if (folders.has(path)) visit(path);
      else if (holdsAnything(join(directory, path))) found.push(`${path}/`);
    }
  };
  visit('');
  return found;
}

function holdsAnything(directory: string): boolean {
  return readdirSync(directory, { withFileTypes: true }).some(
    (entry) => !entry.isDirectory() || holdsAnything(join(directory, entry.name)),
  );
}

function byPath(a: EditedFile, b: EditedFile): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** A runtime that is there as files, and the manifest that lists them. */
interface VendoredRuntime {
  readonly manifest: Manifest;
  /** Folder of the manifest. */
  readonly directory: string;
  /** What the paths of its files begin with, in that folder: nothing in a shared one. */
  readonly inside: string;
  /** What paths of that folder begin with in the verdict. */
  readonly at: string;
  /** Paths of its files in that folder, sorted. */
  readonly files: readonly string[];
}

/** Files of a shared runtime's folder that are none of the runtime. */
const besideRuntime = new Set(['.gitattributes', 'package.json']);

/** The runtime of a folder, its own or a shared one; `undefined` if its files import none of it. */
function runtimeOf(
  directory: string,
  { manifest, runtime }: FolderVerdict,
): VendoredRuntime | undefined {
  const folder = manifest.runtime?.folder;
  const shared = manifest.sharedBy === undefined ? runtime : manifest;
  const inside = shared === undefined ? 'runtime/' : '';
  const files = Object.keys((shared ?? manifest).files)
    .filter((path) => path.startsWith(inside) && !(inside === '' && besideRuntime.has(path)))
    .sort();
  if (files.length === 0) return undefined;
  return {
    manifest: shared ?? manifest,
    directory: runtime === undefined ? directory : join(directory, folder ?? ''),
    inside,
    at: runtime === undefined ? '' : `${folder}/`,
    files,
  };
}

/**
 * A verdict extended by what the manifest cannot show, because whoever edits a file can edit it,
 * too: whether the runtime is that of the release, which this program writes again.
 */
async function compareWithRelease(
  directory: string,
  verdict: FolderVerdict,
): Promise<FolderVerdict> {
  const runtime = runtimeOf(directory, verdict);
  if (runtime === undefined) return verdict;
  const { manifest, inside, at, files } = runtime;
  const { tool } = manifest;
  const { why, expected } = await releasedRuntime(manifest);
  if (expected === undefined) {
    return { ...verdict, release: { ok: false, tool, files: files.length, why } };
  }
  const listed = new Set([...files, ...[...expected.keys()].map((path) => inside + path)]);
  const known = new Set([...verdict.edited.map(({ path }) => path), ...verdict.missing]);
  const foreign = [...listed]
    .filter((path) => manifest.files[path] !== expected.get(path.slice(inside.length)))
    .map((path) => at + path)
    .filter((path) => !known.has(path))
    .map((path) => ({ path, why: `not that of asmx-gen ${tool}` }));
  const edited = [...verdict.edited, ...foreign].sort(byPath);
  const differing = [...edited.map(({ path }) => path), ...verdict.missing, ...verdict.stray];
  const ok = !differing.some((path) => path.startsWith(at + inside));
  return { ...verdict, edited, release: { ok, tool, files: files.length } };
}

/** What the runtime's files must be: hashes by path inside its folder; or why that is unknown. */
async function releasedRuntime({ tool, exports, runtimeText }: Manifest): Promise<{
  readonly why?: string;
  readonly expected?: ReadonlyMap<string, string>;
}> {
  if (tool !== packageVersion()) return { why: `that takes asmx-gen ${harmless(tool)}` };
  if (exports === undefined || runtimeText === undefined) {
    return { why: 'its manifest does not say how it was written' };
  }
  if (runtimeText.format === 'project')
    return { why: "its layout is that of a project's prettier" };
  // loaded on demand, because nothing else here needs the generator
  const { generateSharedRuntime } = await import('../generate.ts');
  const files = await generateSharedRuntime(exports, runtimeText, {});
  return { expected: new Map(files.map(({ path, text }) => [path, contentHash(text)])) };
}

/**
 * The vendored runtimes of folders as a bill of materials: CycloneDX 1.6 in JSON. It has neither
 * time nor serial number, which are optional, so that the same folders give the same bytes.
 *
 * @throws {CliError} for a folder without a runtime, or one that is not as generated
 */
function runtimeBom(verdicts: Verdicts): string {
  const components = new Map<string, object>();
  for (const [directory, verdict] of verdicts) {
    const runtime = runtimeOf(directory, verdict);
    if (runtime === undefined) {
      throw new CliError(
        `${directory} has no vendored runtime`,
        'If its code imports asmx-gen-runtime, npm sbom lists that package.',
      );
    }
    if (!isAsGenerated(verdict)) {
      throw new CliError(
        `${directory} is not as generated, so its runtime is not that of a release`,
        `asmx-gen verify ${directory} lists what differs.`,
      );
    }
    const folder = join(runtime.directory, runtime.inside);
    components.set(resolve(folder), runtimeComponent(runtime, folder, verdict.release?.why));
  }
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      tools: { components: [{ type: 'application', name: 'asmx-gen', version: packageVersion() }] },
    },
    components: [...components.values()],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** @param uncompared why the files were not compared with the release; `undefined` if they were */
function runtimeComponent(
  runtime: VendoredRuntime,
  folder: string,
  uncompared: string | undefined,
): object {
  const { manifest, directory, inside, files } = runtime;
  return {
    type: 'library',
    'bom-ref': posix.normalize(folder.replaceAll('\\', '/')).replace(/\/$/, ''),
    name: 'asmx-gen runtime',
    version: manifest.tool,
    description: 'What code generated by asmx-gen imports, copied beside it.',
    licenses: [{ license: { id: 'MIT' } }],
    purl: `pkg:npm/asmx-gen@${encodeURIComponent(manifest.tool)}#src/runtime`,
    properties: [
      {
        name: 'asmx-gen:release',
        value: uncompared === undefined ? 'byte for byte' : `not compared: ${uncompared}`,
      },
    ],
    components: files.map((path) => ({
      type: 'file',
      name: path.slice(inside.length),
      hashes: [
        {
          alg: 'SHA-256',
          content: hash('sha256', readEntryBytes(directory, path) ?? '', 'hex'),
        },
      ],
    })),
  };
}
