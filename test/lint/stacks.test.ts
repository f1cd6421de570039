import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readStacks } from '../../src/cli/stacks.ts';
import { type Stack, type StackFact, stackChoices } from '../../src/diagnostics/stacks.ts';
import { contractTraits, lintForStacks } from '../../src/lint/stacks.ts';
import { modelOf } from '../compare/compare.ts';
import { type WsdlParts, wsdl } from '../compare/wsdl-text.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const schema = JSON.parse(read('specs/stack.schema.json'));
const traitsIn = (name: string): readonly string[] =>
  schema.definitions[name].oneOf.map((one: { readonly const: string }) => one.const);
const stacks = readStacks();

describe('specs/stacks', () => {
  const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
  const names = readdirSync(new URL('specs/stacks/', root));

  test.each(names)('%s fits its schema, and has its name', (name) => {
    const stack = parse(read(`specs/stacks/${name}`)) as Stack;
    validate(stack);
    expect(validate.errors ?? []).toEqual([]);
    expect(`${stack.stack}.yaml`).toBe(name);
    expect(stackChoices).toContain(stack.stack);
  });

  test('are those that the program reads', () => {
    expect(stacks.map(({ stack }) => `${stack}.yaml`)).toEqual([...names].sort());
  });

  test('say nothing twice', () => {
    for (const { stack, facts } of stacks) {
      const keys = facts.flatMap((one) =>
        one.trait.map((trait) =>
          [trait, one.readers, one.role, one.when, one.effect, one.text].join('|'),
        ),
      );
      expect({ stack, twice: keys.filter((key, at) => keys.indexOf(key) < at) }).toEqual({
        stack,
        twice: [],
      });
    }
  });

  test('use every trait, and the program finds those of contracts', () => {
    expect(Object.keys(contractTraits)).toEqual(traitsIn('contractTrait'));
    const used = new Set(stacks.flatMap(({ facts }) => facts.flatMap(({ trait }) => trait)));
    const all = ['contractTrait', 'changeTrait', 'messageTrait'].flatMap(traitsIn);
    expect(all.filter((trait) => !used.has(trait))).toEqual([]);
  });

  test('name cases and files that exist', () => {
    for (const { stack, facts } of stacks) {
      const shown = facts.map((fact) => fact.shown);
      const own = `test/stacks/${stack}: `;
      const named = shown.flatMap((one) => (one.startsWith(own) ? [one.slice(own.length)] : []));
      const cases = existsSync(new URL(`test/stacks/${stack}/cases.yaml`, root))
        ? Object.keys(parse(read(`test/stacks/${stack}/cases.yaml`)))
        : [];
      expect({ stack, cases: named.sort() }).toEqual({ stack, cases: cases.sort() });
      for (const one of shown) {
        if (/^(findings|test)\//.test(one) && !one.startsWith(own)) read(one);
      }
    }
  });
});

/** The places that have a trait: `S.Op 'a'`. */
function placesOf(trait: string, text: string, when?: StackFact['when']): readonly string[] {
  const fact: StackFact = { trait: [trait], when, effect: 'error', text: '', shown: '' };
  const about = { title: '', language: '', version: '', date: '' };
  const stack: Stack = { ...about, stack: 'wcf', role: ['caller'], facts: [fact] };
  const name = text.startsWith('<') ? 'x.wsdl' : 'x.yaml';
  return lintForStacks(modelOf(text, name), [stack]).flatMap(({ places }) =>
    places.map(({ of, what }) => (what === undefined ? of : `${of} ${what}`)),
  );
}

const yaml = (operations: string, types = '', more = ''): string =>
  `asmx: 1\nname: S\nnamespace: http://t/\n${more}services:\n  S:\n    operations:\n      ${operations}\n${types}`;

describe('traits of contracts', () => {
  const el = (name: string, type: string, attributes = ''): string =>
    `<x:element name="${name}" type="${type}" ${attributes}/>`;
  const input = (content: string): string => wsdl({ input: content });
  const output = (content: string): string => wsdl({ output: content });
  const plain = input(el('p', 'x:boolean'));
  const encoded: WsdlParts = {
    style: 'rpc',
    use: 'encoded',
    parts: '<w:part name="p" type="x:string"/>',
  };
  const derived = `<x:complexType name="T"><x:sequence>${el('a', 'x:int')}</x:sequence></x:complexType>
    <x:complexType name="U"><x:complexContent><x:extension base="t:T"/></x:complexContent></x:complexType>`;
  const header = '<s12:header message="t:H" part="h" use="literal"/>';
  const only12 = wsdl({
    schema: '<x:element name="H" type="x:boolean"/>',
    messages: '<w:message name="H"><w:part name="h" element="t:H"/></w:message>',
    ports: '<w:port name="S12" binding="t:B12"><s12:address location="http://h/s.asmx"/></w:port>',
  })
    .replace('<w:definitions', '$& xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/"')
    .replace(/<w:binding name="B".*?<\/w:binding>/s, (binding) => {
      const other = binding.replaceAll('soap:', 's12:').replace('name="B"', 'name="B12"');
      return binding + other.replace('</w:input>', `${header}$&`);
    });
  const money =
    'types:\n  M: { text: decimal, attributes: { c: string } }\n  P: { fields: { a: M } }\n';

  type Row = readonly [trait: string, yes: string, places: readonly string[], no: string];
  const rows: readonly Row[] = [
    ['one-way', yaml('O: { oneWay: true }'), ['S.O'], yaml('O:')],
    ['void', yaml('O:'), ['S.O'], yaml('O: { returns: int }')],
    ['void', yaml('O:'), ['S.O'], yaml('O: { oneWay: true }')],
    ['no parameters', yaml('O:'), ['S.O'], yaml('O: { parameters: { a: int } }')],
    ['declared fault', yaml('O: { faults: { F: string } }'), ['S.O'], yaml('O:')],
    ['encoded', wsdl(encoded), ['S.Op'], plain],
    ['encoded text', wsdl(encoded), ["S.Op 'p'"], input(el('p', 'x:string'))],
    ['headers', yaml('O: { headers: { H: string } }'), ['S.O'], yaml('O:')],
    ['headers', only12, ['S.Op'], only12.replace(header, '')],
    ['boolean', only12, ["S.Op 'H'"], only12.replace(header, '')],
    ['SOAP 1.2', yaml('O:'), ['S'], yaml('O:', '', 'bindings: [soap11]\n')],
    ['two versions of SOAP', yaml('O:'), ['S'], yaml('O:', '', 'bindings: [soap12]\n')],
    [
      'HTTP GET and POST',
      yaml('O:', '', 'bindings: [soap11, httpGet]\n'),
      ['S'],
      yaml('O:', '', 'bindings: [soap11]\n'),
    ],
    ['namespace is a URN', yaml('O:').replace('http://t/', 'urn:t'), ['S'], yaml('O:')],
    ['text', input(el('p', 'x:string')), ["S.Op 'p'"], input(el('p', 'x:anyURI'))],
    ['boolean', plain, ["S.Op 'p'"], input(el('p', 'x:int'))],
    ['number', input(el('p', 'x:short')), ["S.Op 'p'"], plain],
    ['long', input(el('p', 'x:long')), ["S.Op 'p'"], input(el('p', 'x:int'))],
    ['decimal', input(el('p', 'x:decimal')), ["S.Op 'p'"], input(el('p', 'x:double'))],
    ['float', input(el('p', 'x:float')), ["S.Op 'p'"], input(el('p', 'x:decimal'))],
    ['dateTime', input(el('p', 'x:dateTime')), ["S.Op 'p'"], input(el('p', 'x:date'))],
    ['date', input(el('p', 'x:date')), ["S.Op 'p'"], input(el('p', 'x:dateTime'))],
    ['time', input(el('p', 'x:time')), ["S.Op 'p'"], input(el('p', 'x:date'))],
    ['bytes', input(el('p', 'x:hexBinary')), ["S.Op 'p'"], input(el('p', 'x:string'))],
    [
      'enumeration',
      yaml('O: { parameters: { a: E } }', 'types:\n  E: { values: [A, B] }\n'),
      ["S.O 'a'"],
      yaml('O: { parameters: { a: string } }'),
    ],
    [
      'nillable number',
      input(el('p', 'x:int', 'nillable="true"')),
      ["S.Op 'p'"],
      input(el('p', 'x:string', 'nillable="true"')),
    ],
    ['nillable value', input(el('p', 'x:date', 'nillable="true"')), ["S.Op 'p'"], plain],
    [
      'optional number',
      input(el('p', 'x:int', 'minOccurs="0"')),
      ["S.Op 'p'"],
      input(el('p', 'x:int')),
    ],
    ['list', input(el('p', 'x:int', 'maxOccurs="2"')), ["S.Op 'p'"], plain],
    [
      'list in a list',
      yaml("O: { parameters: { a: 'P[]' } }", "types:\n  P: { fields: { tag: 'string[]' } }\n"),
      ["S.O 'string'"],
      yaml("O: { parameters: { a: 'int[]', b: 'string[]' } }"),
    ],
    [
      'large answer',
      output(el('p', 'x:base64Binary')),
      ["S.Op 'p'"],
      input(el('p', 'x:base64Binary')),
    ],
    [
      'attribute',
      yaml('O: { returns: P }', 'types:\n  P: { fields: { b: int }, attributes: { a: int } }\n'),
      ['S.O @a'],
      yaml('O: { returns: P }', 'types:\n  P: { fields: { b: int } }\n'),
    ],
    [
      'boolean attribute',
      yaml('O: { returns: P }', 'types:\n  P: { attributes: { a: boolean, b: int } }\n'),
      ['S.O @a'],
      yaml('O: { returns: boolean }'),
    ],
    ['text with attributes', yaml('O: { returns: P }', money), ['S.O'], yaml('O:')],
    [
      'unqualified elements',
      input(el('p', 'x:int', 'form="unqualified"')),
      ["S.Op 'p'"],
      input(el('p', 'x:int')),
    ],
    ['any elements', input(`${el('p', 'x:int')}<x:any/>`), ['S.Op'], input('<x:any/>')],
    [
      'derived types',
      wsdl({ schema: derived, output: el('p', 't:T') }),
      ['S.Op'],
      wsdl({ schema: derived, output: el('p', 't:U') }),
    ],
  ];

  test.each(rows)('%s', (trait, yes, places, no) => {
    expect(placesOf(trait, yes)).toEqual(places);
    expect(placesOf(trait, no)).toEqual([]);
  });

  test('have cases', () => {
    const own = ['fault named like its message', 'imports', 'DataSet'];
    expect([...new Set([...rows.map(([trait]) => trait), ...own])].sort()).toEqual(
      Object.keys(contractTraits).sort(),
    );
  });

  test('concern who sends, or who reads', () => {
    expect(placesOf('boolean', plain, 'sends')).toEqual(["S.Op 'p'"]);
    expect(placesOf('boolean', plain, 'reads')).toEqual([]);
    expect(placesOf('one-way', yaml('O: { oneWay: true }'), 'reads')).toEqual(['S.O']);
  });

  test('of types that contain themselves, and of many in each other', () => {
    const many = Array.from(
      { length: 5_000 },
      (_, at) => `  T${at}: { fields: { a: T${at + 1}? } }`,
    );
    const types = `types:\n${many.join('\n')}\n  T5000: { fields: { a: T0?, b: date } }\n`;
    expect(placesOf('date', yaml('O: { returns: T0 }', types))).toEqual(["S.O 'b'"]);
  });
});
