import { posix } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { planRuntimeFiles } from '../../src/files/folder.ts';
import { type RuntimeModule, RuntimeNames } from '../../src/plan/result.ts';
import { planFileNames } from '../../src/plan/settings.ts';

const js = { importExtension: 'js' } as const;

function namesOf(
  entries: Readonly<Partial<Record<RuntimeModule, readonly string[]>>>,
): RuntimeNames {
  const names = new RuntimeNames();
  for (const [entry, list] of Object.entries(entries)) names.note(entry as RuntimeModule, list);
  return names;
}

function pathsOf(names: RuntimeNames): readonly string[] {
  return planRuntimeFiles(names, js, '').map(({ path }) => path);
}

describe('the vendored runtime', () => {
  const client = { runtime: ['Caller', 'createCaller'], codec: ['START', 'XmlReader'] };
  const all = { ...client, documentation: ['Documentation', 'createDocumentation'] };
  const files = planRuntimeFiles(namesOf(all), js, '// header\n\n');
  const paths = files.map((file) => file.path);

  test('is closed: every import leads to a file of it', () => {
    for (const { path, text } of files) {
      for (const match of text.matchAll(/(?:from|import\() ?'([^']+)'/g)) {
        const specifier = match[1] ?? '';
        expect(specifier).toMatch(/^(\.\/|(\.\.\/)+)[\w/-]+\.js$/);
        const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts');
        expect({ path, specifier, holds: paths.includes(target) }).toEqual({
          path,
          specifier,
          holds: true,
        });
      }
    }
  });

  test('begins with the header, and is sorted', () => {
    expect(files.every((file) => file.text.startsWith('// header\n\n'))).toBe(true);
    expect([...paths].sort()).toEqual(paths);
  });

  test('leaves out the help pages where there is no documentation', () => {
    const without = pathsOf(namesOf(client));
    expect(paths).toContain('runtime/docs.ts');
    expect(without).not.toContain('runtime/docs.ts');
    expect(without.length).toBeLessThan(files.length);
  });

  test('exports what is imported, and brings along no more', () => {
    const names = namesOf({ runtime: ['XmlElement', 'isAsmxError', 'AsmxError'] });
    const index = planRuntimeFiles(names, js, '').find(({ path }) => path === 'runtime/index.ts');
    expect(index?.text.split('\n').slice(1)).toEqual([
      "export { AsmxError, isAsmxError } from './operation/descriptor.js';",
      "export type { XmlElement } from './xml/writer.js';",
      '',
    ]);
    expect(pathsOf(names)).not.toContain('runtime/server/dispatch.ts');
    expect(pathsOf(new RuntimeNames())).toEqual([]);
  });

  describe('of a server', () => {
    const server = ['createServer', 'Handler', 'Route', 'Server', 'ServerOptions'];
    const foldersWith = (...protocols: readonly string[]): readonly string[] =>
      pathsOf(namesOf({ runtime: [...server, ...protocols] }));

    test('over SOAP has nothing of HTTP, clients and help pages', () => {
      const found = foldersWith('soap11Server');
      expect(found).toContain('runtime/soap/server.ts');
      const others = /^runtime\/(http|client|pages)\/|\/client\.ts$/;
      expect(found.filter((path) => others.test(path))).toEqual([]);
    });

    test('over HTTP has nothing of SOAP but the faults and headers that any handler may give', () => {
      const found = foldersWith('httpGetServer');
      expect(found).toContain('runtime/http/server.ts');
      expect(found.filter((path) => path.includes('soap'))).toEqual(['runtime/operation/soap.ts']);
    });

    test('over all protocols has each of them', () => {
      const found = foldersWith('soap11Server', 'soap12Server', 'httpGetServer', 'httpPostServer');
      for (const path of ['soap/server', 'http/server']) {
        expect(found).toContain(`runtime/${path}.ts`);
      }
    });
  });

  test('takes the endings the project wants', () => {
    const bare = planRuntimeFiles(namesOf(client), { importExtension: 'none' }, '');
    const index = bare.find((file) => file.path === 'runtime/index.ts');
    expect(index?.text).toContain("from './client/call';");
  });
});

describe('file names of services', () => {
  test('that differ by letter case only, or are devices, are changed', () => {
    expect([...planFileNames(['Note', 'NOTE', 'con', 'Aux.x'])]).toEqual([
      ['Note', 'Note'],
      ['NOTE', 'NOTE_'],
      ['con', '_con'],
      ['Aux.x', '_Aux.x'],
    ]);
  });

  test('hold nothing invisible', () => {
    expect([...planFileNames(['Note', 'No\u200dte', 'a\u200c\u200db']).values()]).toEqual([
      'Note',
      'Note_',
      'ab',
    ]);
  });
});
