import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Deviation } from '../../src/runtime/index.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

const contract = `asmx: 1
name: Register
namespace: urn:register
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Register:
    operations:
      Find:
        parameters: { id: int }
        returns: Entry
      Count:
        parameters: { id: int }
        returns: int
types:
  Entry:
    fields:
      Id: int
      Name: string
      Born: dateTime
      Active: boolean
      Balance: decimal
      Visits: long
      Size: double
      Colour: Colour
      Photo: base64Binary
      Tags: string[]
      Marks: Mark*
      Note: string?
  Mark: { fields: { Subject: string, Points: int } }
  Colour: { values: [red, green] }
`;

interface RawAnswer {
  readonly result: unknown;
  readonly deviations: readonly Deviation[];
}

interface Method {
  (input: { readonly id: number }, options?: object): Promise<unknown>;
  raw(input: { readonly id: number }, options?: object): Promise<RawAnswer>;
}

interface Generated {
  createRegisterClient(options: object): { readonly find: Method; readonly count: Method };
}

const fields = {
  Id: '<Id>7</Id>',
  Name: '<Name>Layla</Name>',
  Born: '<Born>2001-02-03T04:05:06</Born>',
  Active: '<Active>true</Active>',
  Balance: '<Balance>1.50</Balance>',
  Visits: '<Visits>12</Visits>',
  Size: '<Size>1.5</Size>',
  Colour: '<Colour>red</Colour>',
  Photo: '<Photo>AQID</Photo>',
  Tags: '<Tags><string>a</string></Tags>',
  Marks: '<Marks><Subject>Art</Subject><Points>9</Points></Marks>',
};

const sound = {
  Id: 7,
  Name: 'Layla',
  Born: '2001-02-03T04:05:06',
  Active: true,
  Balance: '1.50',
  Visits: 12n,
  Size: 1.5,
  Colour: 'red',
  Photo: new Uint8Array([1, 2, 3]),
  Tags: ['a'],
  Marks: [{ Subject: 'Art', Points: 9 }],
  Note: undefined,
};

/** The answer of one of the bindings; the namespace is declared the same everywhere. */
function answer(binding: string, operation: string, content: string): string {
  const root = operation === 'Find' ? 'Entry' : 'int';
  if (binding.startsWith('http')) return `<${root} xmlns="urn:register">${content}</${root}>`;
  const envelope =
    binding === 'soap11'
      ? 'http://schemas.xmlsoap.org/soap/envelope/'
      : 'http://www.w3.org/2003/05/soap-envelope';
  const result = `<${operation}Result>${content}</${operation}Result>`;
  return `<s:Envelope xmlns:s="${envelope}"><s:Body><${operation}Response xmlns="urn:register">${result}</${operation}Response></s:Body></s:Envelope>`;
}

let folder: GeneratedFolder;
let generated: Generated;

beforeAll(async () => {
  folder = await generateText('register.yaml', contract);
  generated = (await folder.load()) as unknown as Generated;
});

afterAll(() => folder.remove());

/** A client whose server answers with a text. */
function clientOf(text: string, binding: string, options: object = {}) {
  const type = binding === 'soap12' ? 'application/soap+xml' : 'text/xml';
  const fetch = async () =>
    new Response(text, { headers: { 'content-type': `${type}; charset=utf-8` } });
  return generated.createRegisterClient({ baseUrl: 'http://test', binding, fetch, ...options });
}

type Row = readonly [
  what: string,
  changes: Readonly<Record<string, string>>,
  value: Readonly<Record<string, unknown>>,
  deviations: readonly (readonly [path: string, message: string | RegExp])[],
];

const rows: readonly Row[] = [
  ['a required text that is missing', { Name: '' }, { Name: undefined }, [['Name', /Missing/]]],
  ['a required number that is missing', { Id: '' }, { Id: undefined }, [['Id', /Missing/]]],
  ['a required array that is missing', { Tags: '' }, { Tags: undefined }, [['Tags', /Missing/]]],
  [
    'an unknown value of an enumeration',
    { Colour: '<Colour>mauve</Colour>' },
    { Colour: 'mauve' },
    [['Colour', /'mauve' is not a valid value for Colour/]],
  ],
  [
    'a number that is none',
    { Id: '<Id>seven</Id>' },
    { Id: undefined },
    [['Id', /^'.*' is not an? \w+/s]],
  ],
  [
    'a number without digits',
    { Id: '<Id/>' },
    { Id: undefined },
    [['Id', /^'.*' is not an? \w+/s]],
  ],
  [
    'a number beyond its type',
    { Id: '<Id>3000000000</Id>' },
    { Id: 3e9 },
    [['Id', /^'\d+' is not an? (?:int|long) \(-/]],
  ],
  ['an int with a point', { Id: '<Id>7.0</Id>' }, { Id: 7 }, [['Id', /^'.*' is not an? \w+/s]]],
  ['a long with a point', { Visits: '<Visits>5.0</Visits>' }, { Visits: 5n }, [['Visits', /./]]],
  [
    'a long beyond 64 bits',
    { Visits: '<Visits>99999999999999999999</Visits>' },
    { Visits: 99999999999999999999n },
    [['Visits', /^'\d+' is not an? (?:int|long) \(-/]],
  ],
  [
    'a decimal with a comma',
    { Balance: '<Balance>1,50</Balance>' },
    { Balance: '1,50' },
    [['Balance', /^'.*' is not an? \w+/s]],
  ],
  ['a double with a comma', { Size: '<Size>1,5</Size>' }, { Size: undefined }, [['Size', /./]]],
  [
    "a double in other stacks' words",
    { Size: '<Size>-Infinity</Size>' },
    { Size: Number.NEGATIVE_INFINITY },
    [['Size', /./]],
  ],
  ['True', { Active: '<Active>True</Active>' }, { Active: true }, [['Active', /'True'/]]],
  ['FALSE', { Active: '<Active>FALSE</Active>' }, { Active: false }, [['Active', /'FALSE'/]]],
  ['yes', { Active: '<Active>yes</Active>' }, { Active: undefined }, [['Active', /'yes'/]]],
  [
    'a date that is none',
    { Born: '<Born>03/02/2001</Born>' },
    { Born: '03/02/2001' },
    [['Born', /'03\/02\/2001'/]],
  ],
  ['bytes that are none', { Photo: '<Photo>?</Photo>' }, { Photo: undefined }, [['Photo', /./]]],
  [
    'an item of a list',
    { Marks: `${fields.Marks}<Marks><Points>x</Points></Marks>` },
    { Marks: [...sound.Marks, { Subject: undefined, Points: undefined }] },
    [
      ['Marks[1].Points', /^'.*' is not an? \w+/s],
      ['Marks[1].Subject', /Missing/],
    ],
  ],
  [
    'a reference to a control character',
    { Name: '<Name>a&#x1;b&#2;</Name>' },
    { Name: 'a\u0001b\u0002' },
    [['Name', "'.', hexadecimal value 0x01, is an invalid character."]],
  ],
  [
    'a control character',
    { Name: '<Name>a\u0001b</Name>' },
    { Name: 'a\u0001b' },
    [['Name', "'.', hexadecimal value 0x01, is an invalid character."]],
  ],
  [
    'one in a section',
    { Name: '<Name><![CDATA[\u0002&#x1;]]></Name>' },
    { Name: '\u0002&#x1;' },
    [['Name', "'.', hexadecimal value 0x02, is an invalid character."]],
  ],
  [
    'markup in a text',
    { Name: '<Name>La<b>y</b>la &amp; co</Name>' },
    { Name: 'La<b>y</b>la &amp; co' },
    [['Name', 'An element inside a text value.']],
  ],
  [
    'markup in a number',
    { Id: '<Id><b>7</b></Id>' },
    { Id: undefined },
    [
      ['Id', 'An element inside a text value.'],
      ['Id', /^'.*' is not an? \w+/s],
    ],
  ],
  [
    'an element that no one knows',
    { Note: '<Nothing><Id>1</Id></Nothing>' },
    {},
    [['Nothing', "Element '{urn:register}Nothing' is not expected here."]],
  ],
  [
    'one that comes twice',
    { Note: '<Id>8</Id>' },
    {},
    [['Id', "Element '{urn:register}Id' is not expected here."]],
  ],
];

describe.each(['soap11', 'soap12', 'httpGet', 'httpPost'])(
  'a lenient client over %s',
  (binding) => {
    const path = (inner: string): string =>
      binding.startsWith('http') ? inner : `FindResult.${inner}`;

    test.each(rows)('reads %s', async (_, changes, value, deviations) => {
      const content = Object.values({ ...fields, ...changes }).join('');
      const told: [Deviation, string][] = [];
      const client = clientOf(answer(binding, 'Find', content), binding, {
        lenient: true,
        onDeviation: (one: Deviation, operation: string) => told.push([one, operation]),
      });
      const raw = await client.find.raw({ id: 7 });
      expect(raw.result).toEqual({ ...sound, ...value });
      expect(raw.deviations.map((one) => one.path)).toEqual(deviations.map(([one]) => path(one)));
      for (const [index, [, message]] of deviations.entries()) {
        if (typeof message === 'string') expect(raw.deviations[index]?.message).toBe(message);
        else expect(raw.deviations[index]?.message).toMatch(message);
      }
      expect(told).toEqual(raw.deviations.map((one) => [one, 'Register.Find']));
      expect(await client.find({ id: 7 })).toEqual(raw.result);
    });

    test.each(rows.filter(([what]) => !/no one|twice/.test(what)))(
      'refuses %s by default, with its path',
      async (_, changes, __, [first]) => {
        const content = Object.values({ ...fields, ...changes }).join('');
        await expect(
          clientOf(answer(binding, 'Find', content), binding).find({ id: 7 }),
        ).rejects.toMatchObject({
          name: 'AsmxError',
          code: 'decode',
          path: path(first?.[0] ?? ''),
        });
      },
    );

    test('reads a result that is no number', async () => {
      const text = answer(binding, 'Count', 'many');
      const name = binding.startsWith('http') ? 'int' : 'CountResult';
      const { result, deviations } = await clientOf(text, binding, { lenient: true }).count.raw({
        id: 1,
      });
      expect(result).toBeUndefined();
      expect(deviations).toEqual([{ path: name, message: expect.stringMatching(/is not an? /) }]);
      await expect(clientOf(text, binding).count({ id: 1 })).rejects.toMatchObject({
        code: 'decode',
        path: name,
      });
    });

    test('has nothing to tell of a sound answer', async () => {
      const text = answer(binding, 'Find', Object.values(fields).join(''));
      const { result, deviations } = await clientOf(text, binding, { lenient: true }).find.raw({
        id: 7,
      });
      expect(result).toEqual(sound);
      expect(deviations).toEqual([]);
    });

    test.each([
      ['what is not well-formed', '<Id>7</Name>'],
      ['a control character in a name', '<I\u0001d>7</I\u0001d>'],
      ['a reference to no character', '<Id>7</Id><Name>&#x110000;</Name>'],
      ['an undeclared entity', '<Name>&nbsp;</Name>'],
      ['elements nested too deep', '<a>'.repeat(100_001) + '</a>'.repeat(100_001)],
    ])('refuses %s', async (_, content) => {
      const text = answer(binding, 'Find', content);
      const client = clientOf(text, binding, { lenient: true });
      await expect(client.find({ id: 7 })).rejects.toMatchObject({ code: 'decode' });
    });
  },
);

test('a client that is not lenient tells of what is never an error', async () => {
  const told: Deviation[] = [];
  const content = `${Object.values(fields).join('')}<More/>`;
  const client = clientOf(answer('soap11', 'Find', content), 'soap11', {
    onDeviation: (one: Deviation) => {
      told.push(one);
      throw new Error('is dropped');
    },
  });
  expect(await client.find({ id: 7 })).toEqual(sound);
  expect(told).toEqual([
    { path: 'FindResult.More', message: "Element '{urn:register}More' is not expected here." },
  ]);
});

test('a thousand deviations are kept, and the number of the others', async () => {
  const marks = '<Marks><Subject/><Points>x</Points></Marks>'.repeat(1500);
  const content = Object.values({ ...fields, Marks: marks }).join('');
  const client = clientOf(answer('soap11', 'Find', content), 'soap11', { lenient: true });
  const { deviations } = await client.find.raw({ id: 7 });
  expect(deviations).toHaveLength(1001);
  expect(deviations[999]?.path).toBe('FindResult.Marks[999].Points');
  expect(deviations[1000]).toEqual({ path: '', message: 'There are 500 more deviations.' });
});
