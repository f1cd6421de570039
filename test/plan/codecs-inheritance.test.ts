import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

const shapes = valueWsdl(
  `<xs:complexType name="Value"><xs:sequence><xs:element name="shape" type="t:Shape" maxOccurs="unbounded"/><xs:element name="circle" type="t:Circle" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Shape"><xs:sequence><xs:element name="color" type="xs:string"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:double"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Other"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="o" type="o:Thing"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
  {
    attributes: 'xmlns:o="urn:other"',
    schemas:
      '<xs:schema targetNamespace="urn:other" elementFormDefault="qualified"><xs:import namespace="urn:test"/><xs:complexType name="Thing"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="Far"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="y" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType></xs:schema>',
  },
);

describe('xsi:type', () => {
  const planned = planText(shapes);
  const codecs = loadCodecs(planned);

  test('types that can stand for each other are a union told apart by $type', () => {
    expect(declaration(planned, 'Shape')).toContain(
      `export type Shape = AnyOf<
  ShapeBase & { readonly $type?: 'Shape' | undefined },
  Far | Circle | Other
>;`,
    );
    expect(declaration(planned, 'Circle')).toBe(`/** complexType \`Circle\`. */
export interface Circle extends ShapeBase {
  readonly $type?: 'Circle' | undefined;
  /** Attribute, \`xs:int\`. */
  readonly id?: number | undefined;
  /** \`xs:double\`. */
  readonly radius: number;
}`);
  });

  test('names a type without a namespace where no other is the default one', () => {
    const found = loadCodecs(
      planText(
        valueWsdl(
          '<xs:import/><xs:complexType name="Value"><xs:sequence><xs:element name="shape" type="t:Shape"/></xs:sequence></xs:complexType><xs:complexType name="Shape"><xs:sequence><xs:element name="color" type="xs:string"/></xs:sequence></xs:complexType>',
          {
            schemas:
              '<xs:schema><xs:import namespace="urn:test"/><xs:complexType name="Free"><xs:complexContent><xs:extension base="t:Shape"/></xs:complexContent></xs:complexType></xs:schema>',
          },
        ),
      ),
    );
    const value = { value: { shape: { $type: 'Free', color: 'red' } } };
    const { xml, value: back } = roundTrip(found, value);
    expect(xml).toContain('xmlns="" xsi:type="Free"');
    expect(back).toEqual(value);
  });

  test('of another type than the only one of a place is an error', () => {
    const write = (circle: unknown) =>
      codecs.write('writeTestRequest', { value: { shape: [{ color: 'red' }], circle } });
    const circle = { color: 'c', radius: 2 };
    expect(write(circle)).toContain('<circle><color>c</color><radius>2</radius></circle>');
    for (const $type of ['Shape', 'Far', '', 1, null]) {
      expect(() => write({ $type, ...circle })).toThrow(
        "value.circle.$type: Expected one of 'Circle'.",
      );
    }
  });

  test('a list is no object', () => {
    const write = (value: unknown) => codecs.write('writeTestRequest', { value });
    const circle = { color: 'c', radius: 2 };
    expect(() => write({ shape: [{ color: 'red' }], circle: [circle] })).toThrow(
      'value.circle: Expected an object, got an array.',
    );
    expect(() => write({ shape: [[]] })).toThrow(
      'value.shape[0]: Expected an object, got an array.',
    );
  });

  test('is written and read', () => {
    const value = {
      value: {
        shape: [
          { $type: 'Shape', color: 'red' },
          { $type: 'Circle', color: 'blue', radius: 1.5, id: 4 },
          { $type: 'Far', color: 'green', y: 2 },
          { $type: 'Other', color: 'grey', o: { x: 1 } },
        ],
        circle: { $type: 'Circle', color: 'c', radius: 2 },
      },
    };
    const { xml, value: back } = roundTrip(codecs, value);
    expect(back).toEqual(value);
    expect(xml).toContain(
      '<shape xsi:type="Circle" id="4"><color>blue</color><radius>1.5</radius></shape>',
    );
    expect(xml).toContain(
      '<shape xmlns:q2="urn:other" xsi:type="q2:Far"><color>green</color><y xmlns="urn:other">2</y></shape>',
    );
    expect(xml).toContain('<circle><color>c</color><radius>2</radius></circle>');
  });

  test('of the declared type may be left out, and is read all the same', () => {
    const shape = { color: 'red' };
    const circle = { color: 'blue', radius: 1 };
    const { xml, value } = roundTrip(codecs, { value: { shape: [shape], circle } });
    expect(xml).not.toContain('xsi:type');
    expect(value).toEqual({
      value: { shape: [{ $type: 'Shape', ...shape }], circle: { $type: 'Circle', ...circle } },
    });
  });

  test('unknown types are errors both ways', () => {
    expect(() =>
      codecs.write('writeTestRequest', { value: { shape: [{ $type: 'Square', color: 'x' }] } }),
    ).toThrow("value.shape[0].$type: Expected one of 'Shape', 'Far', 'Circle', 'Other'.");
    const body =
      '<Test xmlns="urn:test"><value><shape xsi:type="Square"><color>x</color></shape></value></Test>';
    expect(() => codecs.readBody('readTestRequest', body)).toThrow(
      "The specified type was not recognized: name='Square', namespace='urn:test', at <shape xmlns='urn:test'>.",
    );
  });

  test('abstract types stand for themselves nowhere', () => {
    const abstract = planText(
      valueWsdl(`<xs:complexType name="Value" abstract="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="One"><xs:complexContent><xs:extension base="t:Value"/></xs:complexContent></xs:complexType>
<xs:complexType name="Two"><xs:complexContent><xs:extension base="t:Value"><xs:choice><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice></xs:extension></xs:complexContent></xs:complexType>`),
    );
    expect(declaration(abstract, 'Value')).toContain(
      'export type Value = AnyOf<never, One | Two>;',
    );
    const loaded = loadCodecs(abstract);
    for (const value of [
      { $type: 'One', a: 1 },
      { $type: 'Two', a: 1, c: 2 },
    ]) {
      expect(roundTrip(loaded, { value }).value).toEqual({ value });
    }
    expect(() =>
      loaded.readBody('readTestRequest', '<Test xmlns="urn:test"><value><a>1</a></value></Test>'),
    ).toThrow("The specified type is abstract: name='Value'");
  });

  test('a base that no element has needs no $type', () => {
    const plain = planText(
      valueWsdl(`<xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
    );
    expect(declaration(plain, 'Value')).toContain(
      'export interface Value extends Base {\n  /** `xs:int`. */\n  readonly b',
    );
    expect(roundTrip(loadCodecs(plain), { value: { a: 1, b: 2 } }).value).toEqual({
      value: { a: 1, b: 2 },
    });
  });
});

describe('substitution groups', () => {
  test('are unions whose key is the element', () => {
    const planned = planText(
      valueWsdl(`<xs:element name="animal" type="xs:string" abstract="true"/>
<xs:element name="cat" type="xs:string" substitutionGroup="t:animal"/>
<xs:element name="dog" type="t:Dog" substitutionGroup="t:animal"/>
<xs:complexType name="Dog"><xs:sequence><xs:element name="age" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Value"><xs:sequence><xs:element ref="t:animal"/><xs:element name="z" type="xs:int"/></xs:sequence></xs:complexType>`),
    );
    const codecs = loadCodecs(planned);
    expect(declaration(planned, 'AnimalElement')).toContain(`export type AnimalElement =
  | {
      readonly cat: string;
      readonly dog?: undefined;
    }
  | {
      readonly dog: Dog;
      readonly cat?: undefined;
    };`);
    for (const animal of [{ cat: 'tom' }, { dog: { age: 3 } }]) {
      const value = { value: { animal, z: 1 } };
      const { xml, value: back } = roundTrip(codecs, value);
      expect(back).toEqual(value);
      expect(xml).toContain(`<value><${Object.keys(animal)[0]}>`);
    }
    expect(() => codecs.write('writeTestRequest', { value: { animal: {}, z: 1 } })).toThrow(
      "must have one of 'cat', 'dog'",
    );
  });
});

describe('block', () => {
  const types = `<xs:complexType name="Shape"><xs:sequence><xs:element name="color" type="xs:string"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Red"><xs:complexContent><xs:restriction base="t:Shape"><xs:sequence><xs:element name="color" type="xs:string" fixed="red"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>`;
  const value = (elements: string): string =>
    `<xs:complexType name="Value"><xs:sequence>${elements}</xs:sequence></xs:complexType>`;
  const body = (name: string, type: string, content: string): string =>
    `<Test xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><value><${name} xsi:type="${type}">${content}</${name}></value></Test>`;

  test('of a type keeps others out of its union, and out of messages', () => {
    const planned = planText(
      valueWsdl(
        value('<xs:element name="shape" type="t:Shape"/>') +
          types.replace('name="Shape"', 'name="Shape" block="restriction"'),
      ),
    );
    const codecs = loadCodecs(planned);
    expect(declaration(planned, 'Shape')).toContain(
      "export type Shape = AnyOf<ShapeBase & { readonly $type?: 'Shape' | undefined }, Circle>;",
    );
    const circle = { value: { shape: { $type: 'Circle', color: 'blue', radius: 1 } } };
    expect(roundTrip(codecs, circle).value).toEqual(circle);
    expect(() =>
      codecs.readBody('readTestRequest', body('shape', 'Red', '<color>red</color>')),
    ).toThrow('The specified type was not recognized');
  });

  test('of all leaves no union', () => {
    const planned = planText(
      valueWsdl(
        value(
          '<xs:element name="shape" type="t:Shape"/><xs:element name="circle" type="t:Circle"/>',
        ) + types.replace('name="Shape"', 'name="Shape" block="#all"'),
      ),
    );
    expect(declaration(planned, 'Shape')).toContain('export interface Shape {');
    expect(declaration(planned, 'Circle')).toContain('export interface Circle extends Shape {');
    const same = { value: { shape: { color: 'a' }, circle: { color: 'b', radius: 1 } } };
    expect(roundTrip(loadCodecs(planned), same).value).toEqual(same);
  });

  test('of an element is about that place alone', () => {
    const planned = planText(
      valueWsdl(
        value(
          '<xs:element name="any" type="t:Shape" minOccurs="0"/><xs:element name="plain" type="t:Shape" block="#all" minOccurs="0"/><xs:element name="wide" type="t:Shape" block="restriction" minOccurs="0" maxOccurs="unbounded"/>',
        ) + types,
      ),
    );
    const codecs = loadCodecs(planned);
    const text = declaration(planned, 'Value');
    expect(text).toContain('readonly any?: Shape | undefined;');
    expect(text).toMatch(
      /plain\?:\s+\|? ?\(?ShapeBase & \{ readonly \$type\?: 'Shape' \| undefined \}\)?/,
    );
    const circle = { $type: 'Circle', color: 'blue', radius: 1 };
    const shape = { $type: 'Shape', color: 'a' };
    const good = { value: { any: circle, plain: shape, wide: [circle, shape] } };
    expect(roundTrip(codecs, good).value).toEqual(good);
    expect(() => codecs.write('writeTestRequest', { value: { plain: circle } })).toThrow(
      "value.plain.$type: Expected one of 'Shape'.",
    );
    const red = { $type: 'Red', color: 'red' };
    expect(() => codecs.write('writeTestRequest', { value: { wide: [red] } })).toThrow(
      "value.wide[0].$type: Expected one of 'Shape', 'Circle'.",
    );
    expect(() =>
      codecs.readBody('readTestRequest', body('plain', 'Circle', '<color/><radius>1</radius>')),
    ).toThrow('value.plain: The specified type was not recognized');
    expect(() =>
      codecs.readBody('readTestRequest', body('wide', 'Red', '<color>red</color>')),
    ).toThrow('value.wide[0]: The specified type was not recognized');
  });

  test('of elements that repeat, may be nil or are optional compiles', async () => {
    const text = valueWsdl(
      value(
        `<xs:element name="one" type="t:Shape" block="#all" minOccurs="0"/>
        <xs:element name="many" type="t:Shape" block="#all" maxOccurs="unbounded"/>
        <xs:element name="nil" type="t:Shape" block="#all" nillable="true"/>
        <xs:element name="few" type="t:Few"/>
        <xs:element name="wide" type="t:Shape" block="restriction" maxOccurs="3"/>`,
      ) +
        '<xs:complexType name="Few"><xs:sequence><xs:element name="item" type="t:Shape" block="#all" nillable="true" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>' +
        types,
    );
    const plain = "(ShapeBase & { readonly $type?: 'Shape' | undefined })";
    const found = declaration(planText(text), 'Value').replace(/\s+/g, ' ');
    expect(found).toContain(`readonly one?: ${plain} | undefined;`);
    expect(found).toContain(`readonly many: readonly ${plain}[];`);
    expect(found).toContain(`readonly nil: ${plain} | null;`);
    const files = await generateText(text, { targets: ['client', 'server', 'schemas'] });
    expect(compileFiles(files)).toBe('');
  });
});

test('an attribute that an extension declares again is that of the base', () => {
  const planned = planText(
    valueWsdl(`<xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Base">
  <xs:attribute name="name" type="xs:string" use="required"/><xs:attribute name="size" type="xs:int"/>
</xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="Base"><xs:attribute name="name" type="xs:string"/></xs:complexType>`),
  );
  expect(planned.diagnostics.map(({ message }) => message)).toEqual([
    "Attribute 'name' is declared in the base 'Base', too",
  ]);
  expect(declaration(planned, 'Value')).not.toContain('name');
  const codecs = loadCodecs(planned);
  const value = { name: 'a', size: 1 };
  const xml = codecs.write('writeTestRequest', { value });
  expect(xml).toBe('<Test xmlns="urn:test"><value name="a" size="1" /></Test>');
  expect(codecs.readBody('readTestRequest', xml)).toEqual({ value });
});
