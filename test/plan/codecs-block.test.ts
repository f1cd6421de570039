import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { declaration, planText, valueSchema, valueWsdl, wsdl } from './support/contract.ts';
import { hasXmllint, judge } from './support/strict.ts';

function derived(name: string, method: string, base: string, more = ''): string {
  const a = '<xs:element name="a" type="xs:int" minOccurs="0"/>';
  const own = method === 'extension' ? '<xs:sequence/>' : `<xs:sequence>${a}</xs:sequence>`;
  return `<xs:complexType name="${name}"${more}><xs:complexContent><xs:${method} base="t:${base}">${own}</xs:${method}></xs:complexContent></xs:complexType>`;
}

/** `Round` and `Cube` are between others. `Round` blocks what derives from it, `Cube` does not. */
const types = `<xs:complexType name="Shape"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
${derived('Round', 'extension', 'Shape', ' block="extension"')}
${derived('Circle', 'extension', 'Round')}
${derived('Dot', 'restriction', 'Circle')}
${derived('Ring', 'restriction', 'Round')}
${derived('Solid', 'extension', 'Shape', ' block="restriction"')}
${derived('Cube', 'extension', 'Solid')}
${derived('Dice', 'restriction', 'Cube')}
${derived('Box', 'extension', 'Cube')}`;
const names = ['Shape', 'Round', 'Circle', 'Dot', 'Ring', 'Solid', 'Cube', 'Dice', 'Box'];

const places = [
  'shape:Shape',
  'round:Round',
  'solid:Solid',
  'cube:Cube',
  'wide:Shape" block="restriction',
];
const elements = places.map((one) => one.split(':') as [string, string]);
const schema = `<xs:complexType name="Value"><xs:sequence>${elements
  .map(([name, type]) => `<xs:element name="${name}" minOccurs="0" type="t:${type}"/>`)
  .join('')}</xs:sequence></xs:complexType>${types}`;
const full = valueSchema(schema);

/** A message with one element that names its type. */
function message(place: string, type: string): string {
  return `<Test xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><value><${place} xsi:type="${type}"><a>1</a></${place}></value></Test>`;
}

describe('block of a type between two others', () => {
  const planned = planText(valueWsdl(schema));
  const codecs = loadCodecs(planned);
  /** Types that each place allows, by XML Schema part 1, sections 3.3.4 and 3.4.6. */
  const allowed: Readonly<Record<string, readonly string[]>> = {
    shape: names,
    round: ['Round', 'Ring'],
    solid: ['Solid', 'Cube', 'Box'],
    cube: ['Cube', 'Dice', 'Box'],
    wide: ['Shape', 'Round', 'Circle', 'Solid', 'Cube', 'Box'],
  };
  const cases = Object.keys(allowed).flatMap((place) =>
    names.map((type) => [place, type] as const),
  );

  test.each(Object.entries(allowed))('counts at no other place: %s', (place, good) => {
    for (const type of names) {
      const value = { value: { [place]: { $type: type, a: 1 } } };
      const read = () => codecs.readBody('readTestRequest', message(place, type));
      if (good.includes(type)) {
        expect(roundTrip(codecs, value).value).toEqual(value);
        expect(read()).toEqual(value);
      } else {
        expect(() => codecs.write('writeTestRequest', value)).toThrow('Expected one of');
        expect(read).toThrow('The specified type was not recognized');
      }
    }
  });

  (hasXmllint ? test : test.skip)('agrees with xmllint', () => {
    const documents = cases.map(([place, type]) => message(place, type));
    expect(judge({ 'a.xsd': full }, documents)).toEqual(
      cases.map(([place, type]) => allowed[place]?.includes(type)),
    );
  });

  test('decides which unions a union consists of', () => {
    const text = (name: string): string => declaration(planned, name).replace(/\s+/g, ' ');
    expect(text('Shape')).toContain("'Shape' | undefined }, Round | Solid | Circle | Dice >;");
    expect(text('Round')).toContain("'Round' | undefined }, Ring>;");
    expect(text('Solid')).toContain(
      "'Solid' | undefined }, (CubeBase & { readonly $type?: 'Cube' | undefined }) | Box >;",
    );
    expect(text('Cube')).toContain("'Cube' | undefined }, Dice | Box>;");
  });

  test('leaves code that compiles', async () => {
    const files = await generateText(valueWsdl(schema), {
      targets: ['client', 'server', 'schemas'],
    });
    expect(compileFiles(files)).toBe('');
  });
});

test('block of an element counts where the element is a whole message', async () => {
  const contract = wsdl({
    schema: `<xs:element name="Test" type="t:Shape" block="restriction"/><xs:element name="TestResponse" type="t:Round" block="#all"/>${types}`,
  });
  const planned = planText(contract);
  const codecs = loadCodecs(planned);
  const input = declaration(planned, 'TestInput');
  expect(input).toContain("'Circle'");
  expect(input).not.toContain("'Dot'");
  const dot = { $type: 'Dot', a: 1 };
  expect(() => codecs.write('writeTestRequest', dot)).toThrow('$type: Expected one of');
  const xml = (name: string, type: string): string =>
    `<${name} xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}"/>`;
  expect(codecs.readBody('readTestRequest', xml('Test', 'Circle'))).toEqual({ $type: 'Circle' });
  for (const [name, type] of [
    ['Test', 'Dot'],
    ['TestResponse', 'Ring'],
  ] as const) {
    const read = () =>
      codecs.readBody(name === 'Test' ? 'readTestRequest' : 'readTestResponse', xml(name, type));
    expect(read).toThrow('The specified type was not recognized');
  }
  const files = await generateText(contract, { targets: ['client', 'server', 'schemas'] });
  expect(compileFiles(files)).toBe('');
});
