import type { ChildProcess } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createFolder, runCli, startCli, type TestFolder } from './run-cli.ts';

jest.setTimeout(60_000);

const contract = (text: string): string => `asmx: 1
name: Notes
namespace: urn:notes
services:
  NoteService:
    operations:
      Add: { documentation: ${text}, parameters: { text: string } }
`;

/** A running `--watch`, and a way to wait for what it says. */
interface Watch {
  readonly said: (pattern: RegExp) => Promise<string>;
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>;
}

let folder: TestFolder;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = createFolder({ 'package.json': '{}', 'notes.yaml': contract('first') });
});
afterEach(() => {
  child?.kill('SIGKILL');
  folder.remove();
});

function startWatch(...args: string[]): Watch {
  const started = startCli(['generate', '--watch', ...args], { cwd: folder.path });
  child = started;
  let unread = '';
  let look = (): void => {};
  started.stderr?.on('data', (chunk: Buffer) => {
    unread += chunk.toString();
    look();
  });
  return {
    said: (pattern) =>
      new Promise((resolve, reject) => {
        look = () => {
          const found = pattern.exec(unread);
          if (found === null) return;
          unread = unread.slice(found.index + found[0].length);
          resolve(found[0]);
        };
        started.once('exit', () => reject(new Error(`ended after: ${unread}`)));
        look();
      }),
    stop: (signal) =>
      new Promise((resolve) => {
        started.once('exit', resolve);
        started.kill(signal);
      }),
  };
}

const summary = /^\d service.*files: .*\n/m;

describe('generate --watch', () => {
  test('keeps a shared runtime up to date', async () => {
    const entry = { input: 'notes.yaml', output: 'out', runtime: { shared: 'runtime' } };
    folder.write('asmx-gen.config.json', JSON.stringify({ contracts: [entry] }));
    const watch = startWatch();
    await watch.said(/watching 3 files; Ctrl-C ends\n/);
    expect(folder.read('runtime/type.ts')).not.toMatch(/\bdate,/);
    folder.write('notes.yaml', contract('second').replace('text: string', 'text: date'));
    await watch.said(summary);
    expect(folder.read('runtime/type.ts')).toMatch(/\bdate,/);
    expect(await watch.stop('SIGINT')).toBe(130);
  });

  test('generates at once and after every save, and ends with 130 on Ctrl-C', async () => {
    const watch = startWatch('notes.yaml', '-o', 'out');
    expect(await watch.said(summary)).toContain('created');
    await watch.said(/watching 2 files; Ctrl-C ends\n/);
    folder.write('notes.yaml', contract('second'));
    expect(await watch.said(summary)).toContain('updated');
    expect(folder.read('out/server.ts')).toContain('* second');
    // as editors do that write beside and rename
    writeFileSync(join(folder.path, 'notes.yaml~'), contract('third'));
    renameSync(join(folder.path, 'notes.yaml~'), join(folder.path, 'notes.yaml'));
    await watch.said(summary);
    expect(folder.read('out/server.ts')).toContain('* third');
    expect(await watch.stop('SIGINT')).toBe(130);
  });

  test('tells errors and goes on', async () => {
    const watch = startWatch('notes.yaml', '-o', 'out');
    await watch.said(/watching/);
    folder.write('notes.yaml', contract('x').replace('string', 'strin'));
    await watch.said(/notes\.yaml:7:\d+ error ASMX/);
    await watch.said(/nothing written; waiting for a change\n/);
    expect(folder.read('out/server.ts')).toContain('* first');
    folder.write('notes.yaml', contract('mended'));
    await watch.said(summary);
    expect(folder.read('out/server.ts')).toContain('* mended');
    expect(await watch.stop('SIGTERM')).toBe(0);
  });

  test('follows the configuration, imports and templates, also those that appear later', async () => {
    folder.write(
      'asmx-gen.config.json',
      '{"contracts": [{"input": "notes.wsdl", "output": "out", "templates": "own"}]}',
    );
    folder.write('own/index.hbs', '// one\nexport {};\n');
    folder.write(
      'notes.wsdl',
      `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:n" targetNamespace="urn:n" name="Notes">
<types><s:schema><s:import namespace="urn:n" schemaLocation="schemas/notes.xsd"/></s:schema></types>
<message name="AddIn"><part name="parameters" element="t:Add"/></message>
<portType name="N"><operation name="Add"><input message="t:AddIn"/></operation></portType>
<binding name="N" type="t:N"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Add"><soap:operation soapAction="urn:n/Add"/><input><soap:body use="literal"/></input></operation></binding>
<service name="Notes"><port name="N" binding="t:N"><soap:address location="http://localhost/n"/></port></service>
</definitions>`,
    );
    const schema = (name: string): string =>
      `<s:schema xmlns:s="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:n"><s:element name="Add"><s:complexType><s:sequence><s:element name="${name}" type="s:string"/></s:sequence></s:complexType></s:element></s:schema>`;
    const watch = startWatch();
    await watch.said(/waiting for a change\nwatching 4 files/);
    folder.write('schemas/notes.xsd', schema('one'));
    await watch.said(summary);
    expect(folder.read('out/types.ts')).toContain('readonly one: string');
    folder.write('schemas/notes.xsd', schema('two'));
    await watch.said(summary);
    expect(folder.read('out/types.ts')).toContain('readonly two: string');
    folder.write('own/index.hbs', '// two\nexport {};\n');
    await watch.said(summary);
    expect(folder.read('out/index.ts')).toContain('// two');
    folder.write(
      'asmx-gen.config.json',
      '{"contracts": [{"input": "notes.wsdl", "output": "else"}]}',
    );
    await watch.said(summary);
    expect(folder.files()).toContain('else/index.ts');
    expect(await watch.stop('SIGINT')).toBe(130);
  });

  test('refuses what cannot go together, and having nothing to do', async () => {
    const run = (...args: string[]) =>
      runCli(['generate', '--watch', ...args], { cwd: folder.path });
    const check = await run('notes.yaml', '--check');
    expect(check).toMatchObject({ code: 2 });
    expect(check.stderr).toContain('--watch and --check exclude each other');
    expect((await run('notes.yaml', '--targets', 'clint')).code).toBe(2);
    expect((await run()).code).toBe(2);
  });
});
