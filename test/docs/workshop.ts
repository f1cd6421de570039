import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ensureBuilt } from '../cli/built.ts';

/** A folder that looks to the pages below it like a project with everything installed. */
export interface Workshop {
  readonly path: string;
  /**
   * Makes the folder a page is run in: what `npm init` and `npm pkg set type=module` leave, or a copy
   * of a project that is there.
   */
  folder(name: string, project?: string): string;
  remove(): void;
}

/**
 * Makes a workshop: `node_modules` with this package and those it is developed with, `npx`, which
 * starts the tool as built here, the TypeScript compiler, and nothing else, and `npm`, which finds
 * everything installed.
 */
export function createWorkshop(root: string): Workshop {
  ensureBuilt(root);
  const path = mkdtempSync(join(tmpdir(), 'docs-'));
  const modules = join(path, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  symlinkSync(root, join(modules, 'asmx-gen'));
  const node = JSON.stringify(process.execPath);
  const tool = JSON.stringify(join(root, 'bin/asmx-gen.js'));
  const compiler = JSON.stringify(join(root, 'node_modules/typescript/bin/tsc'));
  const program = (name: string, script: string): void => {
    mkdirSync(join(path, 'bin'), { recursive: true });
    writeFileSync(join(path, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(path, 'bin', name), 0o755);
  };
  program(
    'asmx-gen',
    `case "$1 $*" in *--port*) ;; "serve "*) set -- "$@" --port "$SERVE_PORT";; esac\nexec ${node} ${tool} "$@"`,
  );
  program('tsc', `exec ${node} ${compiler} "$@"`);
  program(
    'npx',
    `case "$1" in asmx-gen|tsc) exec "$@";; *) echo "npx $1: not in this test" >&2; exit 127;; esac`,
  );
  program(
    'npm',
    `case "$1" in install) shift; set -- run prepare "$@";; esac\nexec ${JSON.stringify(findProgram('npm'))} "$@"`,
  );
  return {
    path,
    folder(name, project) {
      const folder = join(path, name);
      mkdirSync(folder, { recursive: true });
      symlinkSync(modules, join(folder, 'node_modules'));
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      if (project !== undefined) copyProject(project, folder);
      return folder;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Copies a project without what its own commands make. */
function copyProject(from: string, to: string): void {
  const made = ['node_modules', ...readFileSync(join(from, '.gitignore'), 'utf8').split('\n')].map(
    (name) => join(from, name.replaceAll('/', '')),
  );
  cpSync(from, to, { recursive: true, filter: (path) => path === from || !made.includes(path) });
}

/** Where a program is that is started by its name. */
function findProgram(name: string): string {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path)) ?? name;
}
