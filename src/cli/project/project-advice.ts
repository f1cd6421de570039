import type { ContractSettings } from '../../config/config.ts';
import { shownPath } from '../terminal/shown-path.ts';
import { type ProjectSettings, readProjectSettings } from './project-settings.ts';

/** Settings that must match the project's. */
export type WrittenSettings = Pick<ContractSettings, 'emit' | 'importExtension' | 'runtime'>;

type Extension = ContractSettings['importExtension'];

/** A mismatch, the advice for it, and the value of `importExtension` that fixes it. */
type Case = readonly [applies: boolean, advice: string, needed?: Extension];

/** Advice on the first setting that does not match the project; `undefined` if all match. */
export function adviceFor(written: WrittenSettings, project: ProjectSettings): string | undefined {
  const [, advice] = casesOf(written, project).find(([applies]) => applies) ?? [];
  return advice;
}

/**
 * The value of `importExtension` that the project around a folder needs, where that is not the
 * default.
 */
export function neededExtension(folder: string): Extension | undefined {
  const project = readProjectSettings(folder);
  if (project === undefined) return undefined;
  const written: WrittenSettings = { emit: 'ts', importExtension: 'js', runtime: 'vendor' };
  return casesOf(written, project).find(
    ([applies, , needed]) => applies && needed !== undefined,
  )?.[2];
}

function casesOf(written: WrittenSettings, project: ProjectSettings): readonly Case[] {
  const { compiler, manifest } = project;
  if (manifest === undefined && compiler === undefined) return [];
  if (compiler === undefined) return casesOfNode(written, project);
  return written.emit === 'js'
    ? casesOfJavaScript(written, project)
    : casesOfCompiler(written, project);
}

/** Without a `tsconfig.json`, Node runs the files directly. */
function casesOfNode(written: WrittenSettings, project: ProjectSettings): Case[] {
  const { emit, importExtension } = written;
  if (importExtension === 'none') return [];
  return [
    ofNext(written, project),
    [
      emit !== 'js' && importExtension === 'js',
      'there is no tsconfig.json: for Node to run these files as they are, generate with ' +
        '--import-extension ts or --emit js',
      'ts',
    ],
    [!isModule(project), `for Node to run these files, ${asModule(project)}`],
  ];
}

function casesOfJavaScript(written: WrittenSettings, project: ProjectSettings): Case[] {
  const { values } = options(project);
  const compiles = values.allowJs === true;
  return [
    oldResolution(written.runtime, project),
    withoutEnding(written, project),
    [
      ofNode.test(resolution(project)) && !compiles && !isModule(project),
      `for Node to run these files, ${asModule(project)}`,
    ],
  ];
}

function casesOfCompiler(written: WrittenSettings, project: ProjectSettings): Case[] {
  const { shown, values } = options(project);
  const { importExtension, runtime } = written;
  const isNode = ofNode.test(resolution(project));
  const allowed = values.allowImportingTsExtensions === true;
  const rewritten = values.rewriteRelativeImportExtensions === true;
  const isChecked = values.noEmit === true || values.emitDeclarationOnly === true;
  const isStripped = values.noEmit === true && values.erasableSyntaxOnly === true;
  const ending = isChecked ? 'allowImportingTsExtensions' : 'rewriteRelativeImportExtensions';
  return [
    ofNext(written, project),
    [
      /^es(?:3|5|6|201\d)$/.test(word(values.target)),
      `for these files to compile, set "target": "es2020" or later in ${shown}`,
    ],
    oldResolution(runtime, project),
    [
      importExtension === 'ts' && !allowed && !rewritten,
      `for imports that end in .ts, set "${ending}": true in ${shown}`,
    ],
    [
      isNode && values.verbatimModuleSyntax === true && !isModule(project),
      `for "verbatimModuleSyntax" of ${shown}, ${asModule(project)}`,
    ],
    withoutEnding(written, project),
    [
      importExtension === 'js' && isNode && (allowed || rewritten || isStripped),
      'for Node to run these files as they are, generate with --import-extension ts',
      'ts',
    ],
  ];
}

/** Next.js does not look for a `.ts` file when an import names `.js`. */
function ofNext({ emit, importExtension }: WrittenSettings, { manifest }: ProjectSettings): Case {
  const { dependencies } = manifest?.values ?? {};
  const used = typeof dependencies === 'object' && dependencies !== null && 'next' in dependencies;
  return [
    used && emit !== 'js' && importExtension === 'js',
    'for Next.js to find these files, generate with --import-extension none',
    'none',
  ];
}

/** Module resolutions without support for `exports` of packages. */
function oldResolution(runtime: WrittenSettings['runtime'], project: ProjectSettings): Case {
  const { shown } = options(project);
  return [
    runtime === 'package' && /^(?:node|node10|classic)$/.test(resolution(project)),
    `for asmx-gen/runtime to be found, set "moduleResolution": "bundler" or "nodenext" in ${shown}`,
  ];
}

function withoutEnding({ importExtension }: WrittenSettings, project: ProjectSettings): Case {
  const isNode = ofNode.test(resolution(project));
  return [
    importExtension === 'none' && isNode && isModule(project),
    `for imports without an ending, set "moduleResolution": "bundler" in ` +
      `${options(project).shown}, or generate with --import-extension js`,
  ];
}

/** Values of `module` and `moduleResolution` that resolve like Node. */
const ofNode = /^node(?:16|18|20|next)$/;

/** `moduleResolution`, or the default for `module`; `''` if the version decides. */
function resolution(project: ProjectSettings): string {
  const { values } = options(project);
  const chosen = word(values.moduleResolution);
  const module = word(values.module);
  return chosen === '' && ofNode.test(module) ? module : chosen;
}

function options({ compiler }: ProjectSettings): {
  readonly shown: string;
  readonly values: Readonly<Record<string, unknown>>;
} {
  return { shown: shownPath(compiler?.path ?? ''), values: compiler?.values ?? {} };
}

function isModule({ manifest }: ProjectSettings): boolean {
  return manifest?.values.type === 'module';
}

function asModule({ manifest }: ProjectSettings): string {
  const where = manifest === undefined ? 'a package.json' : shownPath(manifest.path);
  return `set "type": "module" in ${where}`;
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : '';
}
