import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../diagnostics/source-file.ts';
import { type Manifest, manifestName, manifestText } from './manifest.ts';

/**
 * A path that no file can have: a defect of our own, or a name of the contract that file systems
 * refuse.
 */
export function unusablePath(path: string, problem: string): Diagnostic {
  return {
    code: 'ASMX7004',
    severity: 'error',
    message: `the generated file '${path}' ${problem}`,
    help: 'rename what it is named after with `naming` in the configuration',
  };
}

/**
 * A link, or something else that is not a plain file, is in the way. `force` does not remove it.
 */
export function blockedPath(
  directory: string,
  entry: { readonly what: string; readonly by: string },
): Diagnostic {
  return {
    code: 'ASMX7002',
    severity: 'error',
    message: `'${slashes(`${directory}/${entry.by}`)}' is ${entry.what}`,
    help: 'remove it, or choose another output folder',
  };
}

/** The manifest is malformed, so it is unknown which files are ours. */
export function brokenManifest(directory: string, text: string): Diagnostic {
  return {
    code: 'ASMX7002',
    severity: 'error',
    message: 'the manifest is malformed',
    span: firstDifference(`${directory}/${manifestName}`, text, undefined),
    help: 'restore it from version control, or write it anew with --force',
  };
}

/** A file of the manifest has been edited. `expected` is absent for a file to be removed. */
export function editedFile(path: string, text: string, expected: string | undefined): Diagnostic {
  return {
    code: 'ASMX7001',
    severity: 'error',
    message: `'${slashes(path)}' was edited by hand`,
    span: firstDifference(path, text, expected),
    help:
      expected === undefined
        ? 'it is no longer generated: move what you need elsewhere and delete it, ' +
          'or keep it as yours with --force'
        : 'move the change elsewhere, or overwrite it with --force',
  };
}

/** A file that the manifest doesn't list has the path of a generated one. */
export function foreignFile(path: string, text: string, expected: string): Diagnostic {
  return {
    code: 'ASMX7002',
    severity: 'error',
    message: `'${slashes(path)}' was not written by asmx-gen`,
    span: firstDifference(path, text, expected),
    help: 'move it, choose another output folder, or overwrite it with --force',
  };
}

/**
 * No contract of the configuration generates the folder any more. `directory` is its path in
 * messages.
 */
export function abandonedFolder(directory: string, manifest: Manifest): Diagnostic {
  return {
    code: 'ASMX7008',
    severity: 'warning',
    message: `no contract of the configuration makes '${slashes(directory)}' any more`,
    span: contractSpan(directory, manifest),
    help: 'remove it with asmx-gen generate --prune, or add its contract to the configuration',
  };
}

/** The folder has the output of another contract. `directory` is its path in messages. */
export function otherContract(directory: string, manifest: Manifest, contract: string): Diagnostic {
  const { contract: other } = manifest;
  return {
    code: 'ASMX7009',
    severity: 'error',
    message: `'${slashes(directory)}' holds the code of contract '${other}', not of '${contract}'`,
    span: contractSpan(directory, manifest),
    help: 'choose another output folder, or replace what is there with --force',
  };
}

/** A contract would be written into a shared runtime. `directory` is its path in messages. */
export function sharedHere(directory: string, manifest: Manifest): Diagnostic {
  return {
    code: 'ASMX7009',
    severity: 'error',
    message: `'${slashes(directory)}' holds a runtime that contracts share`,
    span: contractSpan(directory, manifest),
    help: 'choose another output folder, or replace what is there with --force',
  };
}

/** A shared runtime would be written over a contract. `directory` is its path in messages. */
export function contractHere(directory: string, manifest: Manifest): Diagnostic {
  return {
    code: 'ASMX7009',
    severity: 'error',
    message: `'${slashes(directory)}' holds the code of contract '${manifest.contract}'`,
    span: contractSpan(directory, manifest),
    help: 'choose another folder for the shared runtime, or replace what is there with --force',
  };
}

/** The position of the contract's name in a manifest. */
function contractSpan(directory: string, manifest: Manifest): Span {
  const file = { path: slashes(`${directory}/${manifestName}`), text: manifestText(manifest) };
  const start = Math.max(0, file.text.indexOf('"contract"'));
  return { file, start, end: file.text.indexOf('\n', start) };
}

/** The first line that differs. */
function firstDifference(path: string, text: string, expected: string | undefined): Span {
  const file: SourceFile = { path: slashes(path), text };
  let start = 0;
  if (expected !== undefined) {
    let at = 0;
    while (at < text.length && text[at] === expected[at]) at++;
    start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  }
  const newline = text.indexOf('\n', start);
  return { file, start, end: newline < 0 ? text.length : newline };
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/');
}
