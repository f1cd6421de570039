import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { format } from 'prettier';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { planDocumentation } from '../../../src/files/documentation.ts';
import { findForeignStatement } from '../../../src/format/guard.ts';
import { prettierStyle } from '../../../src/format/prettier.ts';
import { serviceDocs } from '../../../src/pages/service.ts';
import type { PlanOptions } from '../../../src/plan/result.ts';
import { literal } from '../../../src/print/encode.ts';
import { loadTemplates } from '../../../src/render/templates.ts';
import type { ServiceDocs } from '../../../src/runtime/docs.ts';
import { expandOutline } from '../../../src/runtime/pages/operation-page.ts';
import { contractOf, documentationPlanOf, modelOf } from '../contract-texts.ts';

const templates = loadTemplates([], createDiagnosticBag());
const path = 'specs/student-information.yaml';
const school = modelOf({ [path]: readFileSync(path, 'utf8') });

function files(options: Partial<PlanOptions> = {}): Readonly<Record<string, string>> {
  const header = { contract: '../../specs/a.yaml', lines: [] };
  const bag = createDiagnosticBag();
  const rendered = planDocumentation(documentationPlanOf(school, options)).map((file) => [
    file.path,
    templates.render(file.template, { ...file.view, header }, bag) ?? '',
  ]);
  expect(bag.diagnostics).toEqual([]);
  return Object.fromEntries(rendered);
}

describe('files', () => {
  test('docs.ts and a WSDL for each service', () => {
    const names = Object.keys(files());
    expect(names).toHaveLength(15);
    expect(names.slice(0, 2)).toEqual(['docs.ts', 'wsdl/AuthCodeSending.wsdl']);
  });

  test('only what the targets ask for', () => {
    expect(Object.keys(files({ targets: ['docs'] }))).toEqual(['docs.ts']);
    expect(Object.keys(files({ targets: ['wsdl'] }))).toHaveLength(14);
    expect(files({ targets: ['types', 'client'] })).toEqual({});
  });

  test('operations of a large service have files of their own, in their order', () => {
    const names = Array.from({ length: 600 }, (_, index) => `Do${index}`);
    const operations = names.map((name) => `      ${name}: { parameters: { a: int, b: string } }`);
    const text = `asmx: 1\nname: Big\nnamespace: urn:big\nservices:\n  Big:\n    operations:\n${operations.join('\n')}\n`;
    const plan = documentationPlanOf(modelOf({ 'big.yaml': text }), { targets: ['docs'] });
    const texts = new Map(
      planDocumentation(plan).map((one) => [
        one.path,
        templates.render(
          one.template,
          { ...one.view, header: { contract: 'big.yaml', lines: [] } },
          createDiagnosticBag(),
        ) ?? '',
      ]),
    );
    const parts = ['operations1', 'operations2', 'wsdl3', 'wsdl4'];
    expect([...texts.keys()]).toEqual([...parts.map((one) => `docs-${one}.ts`), 'docs.ts']);
    for (const text of texts.values()) expect(text.split('\n').length).toBeLessThan(12_000);
    const described = [...texts.values()].flatMap((one) => [
      ...one.matchAll(/^ {4}name: '(Do\d+)',$/gm),
    ]);
    expect(described.map(([, name]) => name)).toEqual(names);
    expect(texts.get('docs.ts')).toContain(
      "    operations: [...operations1, ...operations2],\n    wsdl: [wsdl3, wsdl4].join(''),\n",
    );
    const pieces = ['docs-wsdl3.ts', 'docs-wsdl4.ts'].map((one) => texts.get(one) ?? '');
    const constants = pieces.map((one) => one.replace(/[\s\S]*?= `/, '`').replace(/;\n$/, ''));
    const outline = runInNewContext(`[${constants.join(',')}].join('')`) as string;
    const [whole] = planDocumentation(plan, false);
    const view = whole?.view as { services: readonly { fields: string }[] };
    const docs = runInNewContext(`({${view.services[0]?.fields})`) as ServiceDocs;
    expect(outline).toBe(docs.wsdl);
    expect(planDocumentation(plan, false).map((one) => one.path)).toEqual(['docs.ts']);
  });

  test('a WSDL file names the base URL of the contract, ends with a line end and can be read', () => {
    const text = files()['wsdl/AboutUs.wsdl'] ?? '';
    expect(text).toContain('location="http://localhost:8080/AboutUs.asmx"');
    expect(text.endsWith('</wsdl:definitions>\n')).toBe(true);
    expect(text).not.toContain('\r');
    expect(contractOf({ 'a.wsdl': text }).definitions[0]?.services[0]?.name).toBe('AboutUs');
  });

  test('operations that are not chosen are not described', () => {
    const plan = documentationPlanOf(school, { only: ['GetExamTable'] });
    const services = plan.services
      .filter((one) => one.name === 'Scheduals')
      .map((one) => ({
        ...one,
        interfaces: one.interfaces.map((part) => ({
          ...part,
          operations: part.operations.filter((each) => each.descriptor === 'GetExamTable'),
        })),
      }));
    const text = JSON.stringify(planDocumentation({ ...plan, services }).map((one) => one.view));
    expect(text).toContain('soapAction=\\"http://tempuri.org/GetExamTable\\"');
    expect(text).not.toContain('soapAction=\\"http://tempuri.org/GetClassSchedulByClassId\\"');
  });

  test('a body that is edited as a whole starts from a valid message', () => {
    const model = modelOf({
      'shop.yaml': `asmx: 1
name: Shop
namespace: urn:shop
services:
  Shop: { operations: { Send: { parameters: { order: Order } }, Pay: { parameters: { id: int } } } }
types:
  Order: { fields: { color: Color, lines: 'Line[]' } }
  Line: { fields: { count: int, gift: boolean } }
  Color: { values: [Red, Blue] }
`,
    });
    const [service] = documentationPlanOf(model).services;
    if (service === undefined) throw new Error('no service');
    const { shapes, operations } = serviceDocs(service, model.elements) as unknown as ServiceDocs;
    const [send, pay] = operations;
    const example = expandOutline(send?.soap?.example ?? '', shapes);
    expect(example).toContain('<color>Red</color>');
    expect(example.match(/<count>\d+<\/count>\n\s+<gift>true<\/gift>/g)).toHaveLength(2);
    expect(example).not.toMatch(/[\u27e6\u27e7]/);
    expect(pay?.soap?.example).toBeUndefined();
  });

  test('a SOAP-encoded body starts from values, types that hold themselves being nil', () => {
    const contract = readFileSync('test/golden/rpc-encoded/contract.wsdl', 'utf8');
    const model = modelOf({ 'a.wsdl': contract });
    const [service] = documentationPlanOf(model).services;
    if (service === undefined) throw new Error('no service');
    const { shapes, operations } = serviceDocs(service, model.elements) as unknown as ServiceDocs;
    const example = expandOutline(operations[0]?.soap?.example ?? '', shapes);
    expect(example).toBe(`<tns:Add>
  <numbers href="#id1" />
  <node href="#id2" />
</tns:Add>
<soapenc:Array id="id1" soapenc:arrayType="xsd:int[2]">
  <Item>19</Item>
  <Item>20</Item>
</soapenc:Array>
<tns:Node id="id2" xsi:type="tns:Node">
  <next xsi:nil="true" />
</tns:Node>`);
  });

  test('docs.ts is formatted as prettier leaves it and imports the runtime alone', async () => {
    const text = files()['docs.ts'] ?? '';
    expect(await format(text, { ...prettierStyle, parser: 'typescript' })).toBe(text);
    const imports = [...text.matchAll(/from '([^']+)'/g)].map((one) => one[1]);
    expect(new Set(imports)).toEqual(new Set(['./runtime/docs.js']));
    const fromPackage = files({ runtime: 'package' })['docs.ts'] ?? '';
    expect(fromPackage).toContain("from 'asmx-gen-runtime/docs';");
  });
});

describe('literals', () => {
  const long = 'x'.repeat(90);

  test.each([
    ['plain values', { a: 'b', c: 1, d: true, e: undefined }],
    ['long text', { description: long, nested: { text: `${long}${long}` } }],
    ['quotes', { a: "it's", b: 'say "it"', c: `both ' and "`, d: 'back\\slash\n\0' }],
    ['arrays', { short: ['a', 'b'], long: [long, long], empty: [], one: [long] }],
    [
      'arrays at the edge',
      { edge: ['a'.repeat(40), 'b'.repeat(41)], over: ['a'.repeat(40), 'b'.repeat(42)] },
    ],
    [
      'short objects',
      {
        one: [{ a: 'b', c: 'd' }],
        two: [
          { a: 'b', c: 'd' },
          { a: 'e', c: 'f' },
        ],
        over: [{ alpha: 'x'.repeat(40), beta: 'y'.repeat(36) }],
        edge: [{ alpha: 'x'.repeat(40), beta: 'y'.repeat(30) }],
      },
    ],
    [
      'single properties',
      { all: [{ a: 'b' }, { c: 'd' }], also: [{ a: 'b', x: undefined }, { c: 'd' }] },
    ],
    ['objects in arrays', { all: [{ a: 'b' }, { a: 'b', c: [{ d: 'e' }] }], none: {} }],
    ['wide characters', { text: '学'.repeat(44), list: ['学'.repeat(20), '学'.repeat(26)] }],
  ] as const)('%s are as prettier leaves them', async (_, value) => {
    const text = `const a: object = ${literal(value, 0, 18, 1)};\n`;
    expect(await format(text, { ...prettierStyle, parser: 'typescript' })).toBe(text);
  });
});

describe('text blocks', () => {
  test.each([
    ['a backtick', 'a`b', '`', '\\`'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what an attacker would write
    ['a hole', '${evil()}', '$${a}', '\\${a}', '\\\\${a}', '$', '{$}'],
    ['backslashes', '\\', 'a\\', '\\\\', '\\u0060', '\\n'],
    ['quotes', "it's", 'say "it"', '\\"'],
    ['line ends and controls', 'a\r\nb\rc\n', '\0\x07\x7f\x85\t', '\u2028\u2029', '\\\u2028'],
    ['formats', '\u202eevil\u2066', '\ufeff', '\u{e0001}'],
    ['lone surrogates', '\ud800', 'a\udc00b', '\udc00\ud800'],
    ['other letters', 'Ж学😀', 'é`学${'],
  ])('hold %s', async (_, ...values) => {
    const block = ['', ...values].join('\n');
    const expression = literal({ block: block }, 0, 18, 1);
    expect(runInNewContext(`(${expression}).block`)).toBe(block);
    const text = `const a: object = ${expression};\n`;
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(findForeignStatement(text)).toBeUndefined();
    expect(await format(text, { ...prettierStyle, parser: 'typescript' })).toBe(text);
  });
});
