import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { ts } from 'ts-morph';
import { writeOpenApi } from '../src/convert/openapi.ts';
import { findSyntaxProblem } from '../src/format/files.ts';
import { generate } from '../src/generate.ts';
import { lintModel } from '../src/lint/rules.ts';
import type { ServiceModel } from '../src/model/services.ts';
import { describeOperation } from '../src/pages/service.ts';
import { contractMessages } from '../src/plan/messages.ts';
import type { PlanOptions, Target } from '../src/plan/result.ts';
import { namedEntry, stringNode } from '../src/print/encode.ts';
import { evaluate } from '../src/print/evaluate.ts';
import {
  arrayNode,
  arrow,
  call,
  type Expression,
  entry,
  literalNode,
  memberNode,
  named,
  objectNode,
  patternNode,
  textNode,
} from '../src/print/node.ts';
import { runCli } from './cli/in-process.ts';
import { createFolder, packageRoot, type TestFolder } from './cli/run-cli.ts';
import { modelOf } from './plan/contract-texts.ts';
import { declaration, planText, wsdl } from './plan/support/contract.ts';

/** Texts that would end the place they are in, if they stood there as they are. */
const breakOuts: readonly string[] = [
  "'; evil(); '",
  '"; evil(); "',
  '`; evil(); `',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an attacker would write
  '${evil()}',
  '*/ evil(); /*',
  '// */\nevil();',
  "\\'; evil(); //",
  '\\',
  'a\nevil();\r\nevil();',
  '\u2028evil();\u2029',
  '</script><script>evil()</script>',
  ']]><evil/>',
  '--><evil/>',
  '{{evil}}{{{evil}}}',
  '@ts-nocheck @import evil',
  '\u202eevil\u2066',
];

/** Places of a contract and of its settings that hold free text. */
const places = [
  'documentation',
  'namespace',
  'action',
  'address',
  'location',
  'enumeration',
  'default',
  'pattern',
  'path',
  'header',
  'baseUrl',
] as const;
type Place = (typeof places)[number];

function xml(text: string): string {
  return text.replace(/[&<>"'\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A contract with a text in one place, and what is harmless in all others. */
function contract(place: Place, text: string): string {
  const at = (one: Place, harmless: string): string =>
    xml(place === one ? `${harmless}${text}` : harmless);
  const documentation = `<documentation>${at('documentation', 'Words')}</documentation>`;
  const annotation = `<s:annotation><s:documentation>${at('documentation', 'Words')}</s:documentation></s:annotation>`;
  const ns = at('namespace', 'http://example.org/a');
  return `<definitions name="Sample" targetNamespace="${ns}" xmlns:t="${ns}"
    xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
    xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  ${documentation}
  <types><s:schema elementFormDefault="qualified" targetNamespace="${ns}">
    <s:element name="Paint"><s:complexType>${annotation}<s:sequence>
      <s:element name="color" type="t:Color">${annotation}</s:element>
      <s:element name="size" type="s:string" default="${at('default', 'x')}"/>
      <s:element name="code" type="t:Code" minOccurs="0"/>
    </s:sequence></s:complexType></s:element>
    <s:element name="PaintResponse"><s:complexType/></s:element>
    <s:simpleType name="Color">${annotation}<s:restriction base="s:string">
      <s:enumeration value="${at('enumeration', 'red')}">${annotation}</s:enumeration>
      <s:enumeration value="blue"/>
    </s:restriction></s:simpleType>
    <s:simpleType name="Code"><s:restriction base="s:string">
      <s:pattern value="${at('pattern', '[a-z]')}"/>
    </s:restriction></s:simpleType>
  </s:schema></types>
  <message name="PaintIn"><part name="parameters" element="t:Paint"/></message>
  <message name="PaintOut"><part name="parameters" element="t:PaintResponse"/></message>
  <message name="PingIn"><part name="size" type="s:string"/></message>
  <message name="PingOut"/>
  <portType name="SampleSoap"><operation name="Paint">${documentation}
    <input message="t:PaintIn"/><output message="t:PaintOut"/></operation></portType>
  <portType name="SampleHttpGet"><operation name="Ping">${documentation}
    <input message="t:PingIn"/><output message="t:PingOut"/></operation></portType>
  <binding name="SampleSoap" type="t:SampleSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Paint"><soap:operation soapAction="${at('action', 'http://example.org/a/Paint')}"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <binding name="SampleHttpGet" type="t:SampleHttpGet"><http:binding verb="GET"/>
    <operation name="Ping"><http:operation location="${at('location', '/Ping')}"/>
      <input><http:urlEncoded/></input><output/></operation>
  </binding>
  <service name="Sample">${documentation}
    <port name="SampleSoap" binding="t:SampleSoap"><soap:address location="${at('address', 'http://localhost/Sample.asmx')}"/></port>
    <port name="SampleHttpGet" binding="t:SampleHttpGet"><http:address location="${at('address', 'http://localhost/Sample.asmx')}"/></port>
  </service>
</definitions>`;
}

function options(place: Place | undefined, text: string): PlanOptions {
  const at = (one: Place, harmless: string): string =>
    place === one ? `${harmless}${text}` : harmless;
  return {
    targets: ['types', 'client', 'server', 'docs', 'wsdl'],
    runtime: 'package',
    contractPath: at('path', '../sample.wsdl'),
    importExtension: 'js',
    header: at('header', 'Licence'),
    types: {},
    arrays: 'unwrap',
    renames: {},
    only: [],
    baseUrl: at('baseUrl', 'http://localhost'),
  };
}

async function generated(place: Place, text: string) {
  const bytes = new TextEncoder().encode(contract(place, text));
  const host = { readFile: (path: string) => (path === 'sample.wsdl' ? bytes : undefined) };
  return generate({ input: 'sample.wsdl', options: options(place, text) }, host);
}

/**
 * The kinds of a file's statements; no identifier in it may be one that a text would have brought
 * along.
 */
function shape(text: string): readonly string[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2023, true);
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === 'evil') throw new Error('a text became code');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return file.statements.map((statement) => ts.SyntaxKind[statement.kind] ?? '');
}

/** Names and structure of an XML text; fails when it is not well-formed. */
function elements(text: string): string {
  const names: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => names.push(`${tag.local}(${Object.keys(tag.attributes).length})`));
  parser.write(text).close();
  return names.join(' ');
}

/** What texts are; most files are the same for every hostile text. */
const known = new Map<string, unknown>();

async function shapes(
  files: readonly { path: string; text: string }[],
): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const { path, text } of files) {
    const code = path.endsWith('.ts');
    if (code && !known.has(text)) expect(await findSyntaxProblem(text)).toBeUndefined();
    if (!known.has(text)) known.set(text, code ? shape(text) : elements(text));
    found[path] = known.get(text);
  }
  return found;
}

const harmless = await shapes((await generated('documentation', '')).files);

test('the harmless contract generates every file', () => {
  expect(Object.keys(harmless)).toEqual(
    expect.arrayContaining([
      'types.ts',
      'descriptions.ts',
      'client.ts',
      'server.ts',
      'docs.ts',
      'wsdl/Sample.wsdl',
    ]),
  );
});

// what a pattern is made of decides how it is checked: there only the identifiers tell
describe.each(places)('hostile text as %s', (place) => {
  test.each(breakOuts)('%j adds no node to the syntax tree', async (text) => {
    const { files, diagnostics } = await generated(place, text);
    const failed = diagnostics.some((one) => one.severity === 'error');
    if (failed) expect(files).toEqual([]);
    else expect(await shapes(files)).toEqual(place === 'pattern' ? expect.anything() : harmless);
    expect(diagnostics.map((one) => one.code)).not.toContain('ASMX9002');
  });
});

describe('generate', () => {
  const contract = `asmx: 1
name: Notes
namespace: http://example.org/notes
services:
  NoteService:
    operations:
      AddNote: { bindings: [soap11], parameters: { text: string, tags: 'string[]' }, returns: int }
`;

  const options: PlanOptions = {
    targets: ['types', 'client', 'server', 'wsdl', 'docs'],
    runtime: 'vendor',
    contractPath: '../notes.yaml',
    importExtension: 'js',
    types: {},
    arrays: 'unwrap',
    renames: {},
    only: [],
  };

  /** A host of files in memory. */
  function hostOf(files: Readonly<Record<string, string>>) {
    const encoder = new TextEncoder();
    return {
      readFile: (path: string) => {
        const text = files[path];
        return text === undefined ? undefined : encoder.encode(text);
      },
    };
  }

  function run(text: string, changes: Partial<PlanOptions> = {}) {
    const request = { input: 'notes.yaml', options: { ...options, ...changes } };
    return generate(request, hostOf({ 'notes.yaml': text }));
  }

  describe('generate', () => {
    test('gives every file of the targets, the runtime after them', async () => {
      const { files, diagnostics } = await run(contract);
      expect(diagnostics).toEqual([]);
      const own = files.map((file) => file.path).filter((path) => !path.startsWith('runtime/'));
      expect(own.sort()).toEqual([
        'client.ts',
        'descriptions.ts',
        'docs.ts',
        'index.ts',
        'operations.ts',
        'server.ts',
        'types.ts',
        'wsdl/NoteService.wsdl',
      ]);
      expect(files.some((file) => file.path === 'runtime/docs.ts')).toBe(true);
    });

    test.each([
      [['types'], ['index.ts', 'types.ts']],
      [['client'], ['client.ts', 'descriptions.ts', 'index.ts', 'operations.ts', 'types.ts']],
      [['server'], ['descriptions.ts', 'index.ts', 'operations.ts', 'server.ts', 'types.ts']],
      [['wsdl'], ['wsdl/NoteService.wsdl']],
    ] as const)('of %j gives just what these need', async (targets, expected) => {
      const { files } = await run(contract, { targets, runtime: 'package' });
      expect(files.map((file) => file.path).sort()).toEqual(expected);
    });

    test('says in every TypeScript file where it comes from', async () => {
      const { files } = await run(contract, { header: 'Licence: MIT' });
      const start =
        '/* eslint-disable */\n// Code generated by asmx-gen. DO NOT EDIT.\n// @generated\n';
      const licence = '// Copyright (c) 2026 the asmx-gen authors. SPDX-License-Identifier: MIT\n';
      for (const { path, text } of files) {
        if (!path.endsWith('.ts')) continue;
        const own = path.startsWith('runtime/') ? licence : '';
        const head = `${start}${own}// Contract: ../notes.yaml\n// Licence: MIT\n`;
        expect({ path, head: text.slice(0, head.length) }).toEqual({ path, head });
      }
    });

    test('names the licence in each runtime file once, and adds its text', async () => {
      const licence = readFileSync(join(packageRoot, 'LICENSE'), 'utf8');
      const line = '// Copyright (c) 2026 the asmx-gen authors. SPDX-License-Identifier: MIT\n';
      expect(licence).toContain('\nCopyright (c) 2026 the asmx-gen authors\n');
      const header = 'Copyright ACME\nSPDX-License-Identifier: LicenseRef-ACME';
      for (const more of [{}, { emit: 'js', targets: ['client'] }] as const) {
        const { files } = await run(contract, { header, ...more });
        expect(files.find(({ path }) => path === 'runtime/LICENSE')?.text).toBe(licence);
        for (const { path, text } of files) {
          if (!/\.[jt]s$/.test(path)) continue;
          const own = /^[\s\S]*?\n\n/.exec(text)?.[0] ?? '';
          const lines = own.match(/.*SPDX-License-Identifier.*\n/g);
          const expected = path.startsWith('runtime/')
            ? line
            : '// SPDX-License-Identifier: LicenseRef-ACME\n';
          expect({ path, lines }).toEqual({ path, lines: [expected] });
          expect(own).toContain('// Copyright ACME\n');
        }
      }
      const { files } = await run(contract, { runtime: 'package' });
      expect(files.filter(({ path }) => path.endsWith('LICENSE'))).toEqual([]);
    });

    test('gives no file when the contract has an error, and every error', async () => {
      const { files, diagnostics } = await run(
        contract.replace('int }', 'intt }').replace('string,', 'strin,'),
      );
      expect(files).toEqual([]);
      expect(diagnostics.length).toBe(2);
      expect(diagnostics.every((one) => one.span?.file.path === 'notes.yaml')).toBe(true);
    });

    test('reports a contract that is not there', async () => {
      const { files, diagnostics } = await generate({ input: 'x.yaml', options }, hostOf({}));
      expect(files).toEqual([]);
      expect(diagnostics.map((one) => one.code)).toEqual(['ASMX1001']);
    });

    test('brings along what targets need', async () => {
      const paths = async (target: Target): Promise<readonly string[]> => {
        const { files } = await run(contract, { targets: [target] });
        return files.map((file) => file.path).filter((path) => !path.startsWith('runtime/'));
      };
      const all = [
        'types.ts',
        'descriptions.ts',
        'operations.ts',
        'client.ts',
        'server.ts',
        'docs.ts',
      ];
      expect(await paths('soap')).toEqual([...all, 'soap.ts', 'index.ts']);
      expect(await paths('handlers')).toEqual(
        [...all, 'index.ts'].filter((path) => !/client|docs/.test(path)),
      );
    });

    test('reports a template folder that is not there', async () => {
      const request = { input: 'notes.yaml', options, templates: '/nowhere/templates' };
      const { diagnostics } = await generate(request, hostOf({ 'notes.yaml': contract }));
      expect(diagnostics.map((one) => one.code)).toEqual(['ASMX5002']);
    });

    test('uses the templates of the user, and still refuses what is never generated', async () => {
      const folder = createFolder({
        'good/index.hbs': '{{> header}}\nexport const mine = 1;\n',
        'bad/index.hbs': 'evil();\n',
      });
      const host = hostOf({ 'notes.yaml': contract });
      const using = (name: string) =>
        generate({ input: 'notes.yaml', options, templates: `${folder.path}/${name}` }, host);
      const good = await using('good');
      expect(good.files.find((file) => file.path === 'index.ts')?.text).toContain('mine = 1;');
      const bad = await using('bad');
      folder.remove();
      expect(bad.files).toEqual([]);
      expect(bad.diagnostics.map((one) => one.code)).toEqual(['ASMX9002']);
    });

    test('tells what it read and how long its stages took', async () => {
      const { inputs, timings } = await run(contract);
      expect(inputs).toEqual([
        { path: 'notes.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ]);
      expect(Object.keys(timings)).toEqual(['read', 'link', 'plan', 'render', 'format']);
      const windows = await run(contract.replaceAll('\n', '\r\n'));
      expect(windows.inputs).toEqual(inputs);
    });
  });

  describe('the same contract gives the same bytes', () => {
    test('twice', async () => {
      expect((await run(contract)).files).toEqual((await run(contract)).files);
    });

    test('with other line ends', async () => {
      expect((await run(contract.replaceAll('\n', '\r\n'))).files).toEqual(
        (await run(contract)).files,
      );
    });

    test('from another directory, in another time zone and language', async () => {
      const folder = createFolder({ 'specs/notes.yaml': contract, 'elsewhere/x': '' });
      const out = (name: string) => `${folder.path}/generated/${name}`;
      const here = await runCli(['generate', 'specs/notes.yaml', '-o', 'generated/a'], {
        cwd: folder.path,
        env: { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      });
      const there = await runCli(['generate', `${folder.path}/specs/notes.yaml`, '-o', out('b')], {
        cwd: `${folder.path}/elsewhere`,
        env: { TZ: 'America/Caracas', LANG: 'C', LC_ALL: 'C' },
      });
      expect([here.code, there.code]).toEqual([0, 0]);
      const tree = (name: string) =>
        folder
          .files()
          .filter((path) => path.startsWith(`generated/${name}/`))
          .map((path) => [path.slice(`generated/${name}/`.length), folder.read(path)]);
      expect(tree('a').length).toBeGreaterThan(10);
      expect(tree('a')).toEqual(tree('b'));
      folder.remove();
    }, 120_000);
  });
});

describe('evaluate', () => {
  const names = new Map<string, unknown>([['twice', (one: number) => one * 2]]);
  const evaluated = (given: Expression): unknown => evaluate(given, ({ name }) => names.get(name));

  test('gives what an expression stands for', () => {
    const given = objectNode([
      namedEntry('a b', stringNode('it\'s "x"')),
      entry('list', arrayNode([-1.5, true, literalNode(12n, '12n'), literalNode(null, 'null')])),
      entry('pattern', patternNode('/^(?:a\\/b)$/u')),
      entry('called', call(named('runtime', 'twice'), 21)),
      entry('known', { ...named('typesValue', 'Colour'), value: ['red'] }),
    ]);
    expect(evaluated(given)).toEqual({
      'a b': 'it\'s "x"',
      list: [-1.5, true, 12n, null],
      pattern: /^(?:a\/b)$/u,
      called: 42,
      known: ['red'],
    });
  });

  test('gives functions, which are evaluated when they are called', () => {
    const make = evaluated(arrow('(v)', objectNode([entry('one', memberNode('v', 1))])));
    expect((make as (v: unknown) => unknown)(['a', 'b'])).toEqual({ one: 'b' });
    const outer = arrow('(o: T)', arrow('()', arrayNode([memberNode('o', 'x'), 'o'])));
    const given = { x: 5 };
    const inner = (evaluated(outer) as (o: unknown) => () => unknown)(given);
    expect(inner()).toEqual([5, given]);
    names.set('late', () => 'found');
    expect((evaluated(arrow('()', call(named('runtime', 'late')))) as () => unknown)()).toBe(
      'found',
    );
  });

  test('knows nothing of other texts', () => {
    expect(() => evaluated(textNode('process.exit()'))).toThrow(
      "'process.exit()' cannot be evaluated",
    );
    expect(() => evaluated(objectNode([textNode('...a')]))).toThrow("'...a' cannot be evaluated");
  });
});

describe('one meaning', () => {
  jest.setTimeout(60_000);

  /**
   * Elements and attributes whose names clash, with the property of each and its name on the wire.
   */
  const names = [
    ['codeAttribute', 'code'],
    ['größeAttribute', 'größe'],
    ['code', 'code'],
    ['größe', 'größe'],
    ['codeAfterGröße', 'code'],
  ] as const;
  const properties = names.map(([property]) => property).sort();

  const content = `<xs:complexType><xs:sequence>
  <xs:element name="code" type="xs:int"/><xs:element name="größe" type="xs:int"/><xs:element name="code" type="xs:int"/>
</xs:sequence><xs:attribute name="code" type="xs:string"/><xs:attribute name="größe" type="xs:string"/></xs:complexType>`;

  /** The element has another name than the operation: its content are the parameters all the same. */
  const contract = wsdl({
    schema: `<xs:element name="Question">${content}</xs:element><xs:element name="Answer">${content}</xs:element>`,
    operations: { Ask: { input: 'Question', output: 'Answer' } },
  });

  let folder: TestFolder;
  let model: ServiceModel;

  beforeAll(() => {
    folder = createFolder();
    folder.write('c.wsdl', contract);
    model = modelOf({ 'c.wsdl': contract });
  });

  afterAll(() => folder.remove());

  function firstOperation() {
    const operation = model.services[0]?.interfaces[0]?.operations[0];
    if (operation === undefined) throw new Error('no operation');
    return operation;
  }

  test.each([['AskInput'], ['AskOutput']])('the generated %s', (name) => {
    const text = declaration(planText(contract), name);
    const found = [...text.matchAll(/readonly '?([^\s:'?]+)'?\??:/g)].map((match) => match[1]);
    expect(found.sort()).toEqual(properties);
  });

  test('inspect', async () => {
    const { stdout } = await runCli(['inspect', 'c.wsdl', 'Ask', '--json'], { cwd: folder.path });
    const { input, output } = JSON.parse(stdout);
    for (const side of [input, output]) {
      const found = side.properties.map((one: { name: string; wireName: string }) => [
        one.name,
        one.wireName,
      ]);
      expect(found).toEqual(names);
    }
  });

  test('call', async () => {
    const values = properties.map((property, at) => `${property}=${at + 1}`);
    const { code, stdout } = await runCli(['call', 'c.wsdl', 'Ask', ...values, '--dry-run'], {
      cwd: folder.path,
    });
    expect(code).toBe(0);
    const value = (property: string): number => properties.indexOf(property as 'code') + 1;
    expect(stdout).toContain(
      `<Question xmlns="urn:test" code="${value('codeAttribute')}" größe="${value('größeAttribute')}"><code>${value('code')}</code><größe>${value('größe')}</größe><code>${value('codeAfterGröße')}</code></Question>`,
    );
  });

  test('OpenAPI', () => {
    const { components } = JSON.parse(writeOpenApi(model));
    for (const element of ['Question', 'Answer']) {
      const schema = components.schemas[element];
      expect(Object.keys(schema.properties).sort()).toEqual(properties);
      for (const [property, wireName] of names) {
        expect(schema.properties[property].xml.name).toBe(wireName);
      }
    }
  });

  test('the test form of the help page', () => {
    const operation = firstOperation();
    const messages = contractMessages(model).of(operation);
    const { docs } = describeOperation(operation, messages, 'urn:test');
    const found = (docs.parameters as readonly { name: string }[]).map((one) => one.name);
    expect(found.sort()).toEqual(properties);
  });

  test('lint, which speaks of names on the wire', () => {
    const found: string[] = [];
    lintModel(model, { report: ({ code, message }) => found.push(`${code} ${message}`) });
    const odd = "ASMX6007 'größe' in Ask holds ö (U+00F6), ß (U+00DF)";
    expect(found).toEqual([odd]);
  });
});
