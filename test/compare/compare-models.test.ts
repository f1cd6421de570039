import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { compareModels } from '../../src/compare/contract.ts';
import { writeWsdl } from '../../src/convert/wsdl/document.ts';
import { changeKinds } from '../../src/diagnostics/diagnostic.ts';
import { changeLine, compareTexts, modelOf, placed } from './compare.ts';
import { wsdl } from './wsdl-text.ts';

const shop = (services: string, types = ''): string => `asmx: 1
name: Shop
namespace: urn:shop
services:
  Orders:
    operations:
${services.replace(/^/gm, '      ')}
types:
  Item: { fields: { sku: int } }
${types.replace(/^/gm, '  ')}
`;

describe('places', () => {
  test('of something new: what it was added to, and itself', () => {
    const [change] = compareTexts(
      shop('Put:\n  parameters: { item: Item }'),
      shop('Put:\n  parameters: { item: Item, note: string }'),
    ).changes;
    expect(placed(change?.old)).toBe('old 7: Put');
    expect(placed(change?.new)).toBe('new 8: note');
  });

  test('of something gone: itself, and what it was removed from', () => {
    const [change] = compareTexts(
      shop('Put: { parameters: { t: T } }', 'T: { fields: { a: int, b: int? } }'),
      shop('Put: { parameters: { t: T } }', 'T: { fields: { a: int } }'),
    ).changes;
    expect(placed(change?.old)).toBe('old 10: b');
    expect(placed(change?.new)).toBe('new 10: T');
  });

  test('in WSDLs', () => {
    const field = (type: string): string => `\n<x:element name="p" type="x:${type}"/>\n`;
    const [change] = compareTexts(
      wsdl({ input: field('int') }),
      wsdl({ input: field('long') }),
    ).changes;
    expect(placed(change?.old)).toBe('old 5: <x:element name="p" type="x:int"/>');
    expect(placed(change?.new)).toBe('new 5: <x:element name="p" type="x:long"/>');
  });
});

describe('operations', () => {
  test('are named for a type that several share', () => {
    const of = (field: string): string =>
      shop(
        'Put: { parameters: { t: T } }\nGet: { returns: T }\nNothing: {}',
        `T: { fields: { a: ${field} } }`,
      );
    const { changes } = compareTexts(of('int'), of('int?'));
    expect(changes.map((one) => [changeLine(one), one.operations])).toEqual([
      ['field-optional | callers | httpGet+httpPost | T.a', ['Orders.Get']],
      ['field-optional | callers+servers | soap11+soap12 | T.a', ['Orders.Put', 'Orders.Get']],
    ]);
  });

  test('of equal but bare shape are not taken for renamed unless their names are alike', () => {
    const kinds = (old: string, now: string): readonly string[] =>
      compareTexts(shop(`${old}: {}\nStay: {}`), shop(`${now}: {}\nStay: {}`)).changes.map(
        (one) => one.kind,
      );
    expect(kinds('Reset', 'Destroy')).toEqual(['operation-removed', 'operation-added']);
    expect(kinds('GetStudnets', 'GetStudents')).toEqual(['operation-renamed']);
  });

  test('with elements of named types are taken for renamed by what is in these', () => {
    const of = (name: string): string =>
      wsdl({
        schema: `<x:element name="${name}" type="t:${name}"/><x:complexType name="${name}"><x:sequence><x:element name="sku" type="x:int"/></x:sequence></x:complexType>`,
        parts: `<w:part name="parameters" element="t:${name}"/>`,
      }).replaceAll('operation name="Op"', `operation name="${name}"`);
    const changes = compareTexts(of('Buy'), of('Purchase')).changes.map(changeLine);
    expect(changes).toContainEqual('operation-renamed | callers+servers | all | S.Buy');
  });
});

describe('types of attachments', () => {
  const attached = (parts: string, content: string, schema: string): string =>
    wsdl({ schema, parts: `<w:part name="parameters" element="t:Op"/>${parts}` }).replace(
      /<w:input>(<soap:body[^>]*)\/><\/w:input>/,
      `<w:input><m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"><m:part>$1 parts="parameters"/></m:part>${content}</m:multipartRelated></w:input>`,
    );

  test('are used by their operation', () => {
    const note =
      '<x:element name="Note" type="t:Note"/><x:complexType name="Note"><x:sequence/></x:complexType>';
    const old = attached('', '', '');
    const now = attached(
      '<w:part name="note" element="t:Note"/>',
      '<m:part><m:content part="note" type="text/xml"/></m:part>',
      note,
    );
    expect(compareTexts(old, now).changes.map((one) => one.kind)).toEqual(['attachment-added']);
  });
});

describe('help', () => {
  test('suggests the new name of a field', () => {
    const of = (name: string): string => shop(`Put: { parameters: { ${name}: int, z: Item } }`);
    const help = (old: string, now: string): string | undefined =>
      compareTexts(of(old), of(now)).changes.find((one) => one.kind === 'field-removed')?.help;
    expect(help('note_type', 'noteType')).toBe("Perhaps renamed to 'noteType'");
    expect(help('ClassID', 'classId')).toBe(
      "Perhaps renamed to 'classId', which differs by letter case only",
    );
  });
});

describe('the version step', () => {
  const step = (old: string, now: string): readonly string[] => {
    const { step: all, callersStep, serversStep } = compareTexts(old, now);
    return [all, callersStep, serversStep];
  };
  const base = shop('Put: { parameters: { item: Item } }');

  test('is major where something breaks, for those whom it breaks', () => {
    const more = shop('Put: { parameters: { item: Item } }\nGet: {}');
    expect(step(base, more)).toEqual(['major', 'minor', 'major']);
    expect(step(more, base)).toEqual(['major', 'major', 'minor']);
  });

  test('is minor for compatible changes, patch for texts, none for nothing', () => {
    const optional = shop('Put: { parameters: { item: Item, note: string? } }');
    const text = shop('Put: { documentation: Puts., parameters: { item: Item } }');
    expect(step(base, optional)).toEqual(['minor', 'minor', 'minor']);
    expect(step(base, text)).toEqual(['patch', 'patch', 'patch']);
    expect(step(base, base)).toEqual(['none', 'none', 'none']);
  });
});

describe('notations', () => {
  const everything = readFileSync(
    new URL('../fixtures/yaml/everything.yaml', import.meta.url),
    'utf8',
  );
  const school = readFileSync(
    new URL('../../specs/student-information.yaml', import.meta.url),
    'utf8',
  );

  test.each([
    ['the school service', school],
    ['every part of the notation', everything],
  ])('YAML and the WSDLs made of it do not differ: %s', (_what, text) => {
    const whole = modelOf(text, 'a.yaml');
    expect(whole.services.length).toBeGreaterThan(1);
    for (const service of whole.services) {
      const document = writeWsdl(service.definitions, service.name);
      const alone = { ...whole, services: [service] };
      const found = compareModels(alone, modelOf(document, 'b.wsdl')).changes;
      expect(
        found.map((one) => one.message).filter((one) => !one.includes('no operation uses')),
      ).toEqual([]);
    }
  });
});

describe('size', () => {
  test('types in circles end', () => {
    const types = (last: string): string =>
      `A: { fields: { b: B?, all: "A*" } }\nB: { fields: { c: C? } }\nC: { fields: { a: A?, x: ${last} } }`;
    const of = (last: string): string => shop('Put: { parameters: { a: A } }', types(last));
    expect(compareTexts(of('int'), of('short')).changes.map(changeLine)).toEqual([
      'type-changed | callers | soap11+soap12 | C.x',
    ]);
  });

  test('every type is compared once however often it is used', () => {
    const names = Array.from({ length: 100 }, (_, index) => `T${index}`);
    const fields = names.map((name) => `${name.toLowerCase()}: ${name}?`).join(', ');
    const types = (x: string): string =>
      names.map((name) => `${name}: { fields: { ${fields}, x: ${x} } }`).join('\n');
    const of = (x: string): string => shop('Put: { parameters: { t: T0 } }', types(x));
    expect(compareTexts(of('int'), of('long')).changes).toHaveLength(100);
  });
});

test('the reference page lists every kind of change', () => {
  const page = readFileSync(new URL('../../docs/reference/diff.md', import.meta.url), 'utf8');
  const rows = Object.entries(changeKinds).map(([kind, text]) => `| \`${kind}\` | ${text} |`);
  expect(page).toContain(`| kind | meaning |\n|---|---|\n${rows.join('\n')}\n\n`);
});
