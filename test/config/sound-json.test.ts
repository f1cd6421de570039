import { describe, expect, test } from '@jest/globals';
import { readSoundJson } from '../../src/config/load.ts';
import { readConfig } from '../../src/config/reader.ts';
import { complainAtSpan, readDataText } from '../../src/diagnostics/data.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';

/** The same by way of the YAML parser; `undefined` when it finds something wrong. */
function readAsYaml(text: string): unknown {
  const bag = createDiagnosticBag();
  const root = readDataText({ path: 'x.json', text }, bag);
  const settings = root && readConfig(root, complainAtSpan(bag));
  return bag.diagnostics.length > 0 ? undefined : settings;
}

const everything = {
  $schema: './node_modules/asmx-gen/specs/asmx-gen.config.schema.json',
  contracts: [
    {
      input: ['specs/*.wsdl', 'ein "Wort"\\ mit\nZeilen'],
      output: 'generated',
      targets: ['types', 'handlers'],
      runtime: 'package',
      baseUrl: 'http://localhost:8080',
      namespace: 'urn:ü [] {} , : # & * ! | > % @',
      naming: { 'Get[]': 'get', ['__proto__']: 'x', '2': 'two', '': 'empty', null: 'nothing' },
      types: { dateTime: 'string', decimal: 'string' },
      arrays: 'keep',
      enums: 'const',
      only: ['Get*'],
      templates: 'templates',
      handlers: 'src/handlers',
      importExtension: 'none',
      header: '- yes',
      gitattributes: false,
      format: 'project',
      allowHosts: ['example.org'],
      lenient: true,
      patterns: 'dotnet',
      lint: { ASMX6001: 'off' },
    },
    { input: 'b.yaml' },
  ],
};

describe('a JSON configuration that is sound', () => {
  test.each([
    ['on one line', JSON.stringify(everything)],
    ['indented', `\n${JSON.stringify(everything, null, 2)}\n`],
    [
      'with tabs and line ends of Windows',
      JSON.stringify(everything, null, '\t').replaceAll('\n', '\r\n'),
    ],
  ])('means what it means as YAML: %s', (_, text) => {
    const settings = readSoundJson(text);
    expect(settings).toBeDefined();
    expect(settings).toEqual(readAsYaml(text));
  });
});

describe('is left to the YAML parser', () => {
  const contracts = '"contracts":[{"input":"a.wsdl"}]';
  test.each([
    ['YAML', 'contracts: [{ input: a.wsdl }]'],
    ['YAML between braces', '{ contracts: [{ input: a.wsdl }] }'],
    ['nothing', ''],
    ['malformed JSON', `{${contracts}`],
    ['a comment', `{${contracts}} # so`],
    ['a key that appears twice', `{${contracts},${contracts}}`],
    ['a key that appears twice further in', '{"contracts":[{"input":"a","input":"b"}]}'],
    [
      'keys that JavaScript orders anew',
      '{"contracts":[{"input":"a","naming":{"b":"b","1":"c"}}]}',
    ],
    ['a merge key', '{"contracts":[{"input":"a","naming":{"<<":"b"}}]}'],
    ['an escape no one needs', '{"contracts":[{"input":"\\u0061"}]}'],
    ['an unknown key', `{${contracts},"x":1}`],
    ['a value of the wrong kind', '{"contracts":[{"input":1.50}]}'],
    [
      'two entries with one output',
      '{"contracts":[{"input":"a","output":"o"},{"input":"b","output":"o"}]}',
    ],
    ['no map', '[1]'],
  ])('%s', (_, text) => {
    expect(readSoundJson(text)).toBeUndefined();
  });
});
