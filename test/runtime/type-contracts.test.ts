import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { readNestedValue, refuseComment } from '../../src/runtime/server/protocol.ts';
import type { MessageType } from '../../src/runtime/type.ts';
import type { Message } from '../../src/runtime/types/message.ts';
import { writeMessage } from '../../src/runtime/types/object.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';
import { valueWsdl, wsdl } from '../plan/support/contract.ts';
import { type Described, describeContract, readBody } from './type/describe-contract.ts';
import { rpcContract } from './type/rpc-contract.ts';

describe('by position', () => {
  const input = { n: 'xs:int' };

  describe.each(['encoded', 'literal'] as const)('the return value of rpc/%s', (use) => {
    const one = describeContract(rpcContract({ use, input, output: { return: 'xs:string' } }));
    const two = describeContract(
      rpcContract({ use, input, output: { return: 'xs:string', total: 'xs:int' } }),
    );
    const inside = (content: string): string =>
      `<r:RunResponse xmlns:r="urn:rpc">${content}</r:RunResponse>`;
    const read = (described: typeof one, content: string): unknown =>
      readBody(described['Run response'] as never, inside(content));

    test('is the first accessor, whatever its name', () => {
      expect(read(one, '<s-gensym7>x</s-gensym7>')).toBe('x');
      expect(read(two, '<s-gensym7>x</s-gensym7><total>5</total>')).toEqual({
        return: 'x',
        total: 5,
      });
      expect(read(two, '<s-gensym7>x</s-gensym7><other>1</other><total>5</total>')).toEqual({
        return: 'x',
        total: 5,
      });
    });

    test('is the one of its name if there is one', () => {
      expect(read(two, '<extra>y</extra><return>x</return><total>5</total>')).toEqual({
        return: 'x',
        total: 5,
      });
      expect(read(two, '<total>5</total><return>x</return>')).toEqual({ return: 'x', total: 5 });
    });

    test('has its own place in errors', () => {
      const bad = describeContract(
        rpcContract({ use, input, output: { return: 'xs:int', total: 'xs:int' } }),
      );
      expect(() => read(bad, '<s-gensym7>x</s-gensym7><total>5</total>')).toThrow(/^s-gensym7: /);
      expect(() => read(bad, '<s-gensym7>1</s-gensym7><total>x</total>')).toThrow(/^total: /);
    });
  });
});

describe('defaults', () => {
  const types = 'http://microsoft.com/wsdl/types/';
  const microsoft = `<xs:schema targetNamespace="${types}">
  <xs:simpleType name="guid"><xs:restriction base="xs:string"/></xs:simpleType>
  <xs:simpleType name="char"><xs:restriction base="xs:unsignedShort"/></xs:simpleType>
</xs:schema>`;
  const contract = valueWsdl(
    `<xs:simpleType name="Hue"><xs:restriction base="xs:string">
    <xs:enumeration value="Red"/><xs:enumeration value="Blue"/>
  </xs:restriction></xs:simpleType>
  <xs:complexType name="Value"><xs:sequence>
    <xs:element name="hue" type="t:Hue"/><xs:element name="id" type="m:guid"/>
    <xs:element name="letter" type="m:char"/><xs:element name="flags"><xs:simpleType>
      <xs:list itemType="t:Hue"/></xs:simpleType></xs:element>
    <xs:element name="at" type="xs:dateTime"/>
  </xs:sequence>
    <xs:attribute name="aHue" type="t:Hue" use="required"/>
    <xs:attribute name="aId" type="m:guid" use="required"/>
    <xs:attribute name="aLetter" type="m:char" use="required"/>
    <xs:attribute name="aDay" type="xs:date" use="required"/>
    <xs:attribute name="aText" type="xs:string" use="optional"/>
  </xs:complexType>`,
    { schemas: microsoft, attributes: `xmlns:m="${types}"` },
  );
  const empty = '<Test xmlns="urn:test"><value/></Test>';

  test('what is missing of a value type has the value of .NET, as element and as attribute', () => {
    const { 'Test request': request } = describeContract(contract);
    const zeros = '00000000-0000-0000-0000-000000000000';
    expect(readBody(request as never, empty, { defaults: true })).toEqual({
      value: {
        hue: 'Red',
        id: zeros,
        letter: '\0',
        flags: [],
        at: '0001-01-01T00:00:00',
        aHue: 'Red',
        aId: zeros,
        aLetter: '\0',
        aDay: '0001-01-01',
      },
    });
  });

  test('a date that is missing is the same moment as one that came unset', () => {
    const { 'Test request': request } = describeContract(contract, { types: { dateTime: 'Date' } });
    const asSent = empty.replace('<value/>', '<value><at>0001-01-01T00:00:00</at></value>');
    const at = (text: string): unknown =>
      (readBody(request as never, text, { defaults: true }) as { value: { at: Date } }).value.at;
    expect(at(empty)).toEqual(at(asSent));
  });

  test('what is missing is an error with its path where .NET is not followed', () => {
    const { 'Test request': request } = describeContract(contract);
    const without = empty.replace('<value', '<value aHue="Red" aLetter="65" aDay="2020-01-01"');
    expect(() => readBody(request as never, without)).toThrow(
      "value.aId: Missing required attribute 'aId'.",
    );
    const elements = without.replace(
      '<value',
      `<value aId="${'0'.repeat(8)}-0000-0000-0000-000000000000"`,
    );
    expect(() => readBody(request as never, elements)).toThrow(
      "value.hue: Missing required element 'hue'.",
    );
  });
});

describe('endless', () => {
  const { 'Test request': request } = describeContract(
    valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="next" type="t:Value" minOccurs="0"/>
    <xs:element name="all" type="t:Value" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`),
  );

  interface Value {
    next?: Value | undefined;
    all?: readonly Value[];
  }

  function failureOf(value: Value): EncodeError {
    try {
      writeMessage(request as never, { value });
    } catch (error) {
      if (error instanceof EncodeError) return error;
      throw error;
    }
    throw new Error('nothing was thrown');
  }

  test('a value that contains itself says so, with its path', () => {
    const one: Value = {};
    one.next = one;
    expect(failureOf(one)).toMatchObject({
      message: 'value.next: The value contains itself.',
      path: 'value.next',
    });
    const two: Value = {};
    two.all = [{}, { next: two }];
    expect(failureOf({ next: two })).toMatchObject({ path: 'value.next.all[1].next' });
  });

  test('a value that is nested too deeply says so, with the beginning of its path', () => {
    let deep: Value = {};
    for (let depth = 0; depth < 100_000; depth += 1) deep = { next: deep };
    const { message, path = '' } = failureOf(deep);
    expect(message).toMatch(/^value\.next\.next.*: The value is nested too deeply\.$/);
    expect(path.length).toBeLessThan(200);
  });
});

describe('lenient names', () => {
  /** The answer of an operation whose result has a type. */
  function answerOf(type: string): MessageType<unknown> {
    const described = describeContract(
      wsdl({
        schema: `<xs:element name="Test"><xs:complexType/></xs:element>
    <xs:element name="TestResponse"><xs:complexType><xs:sequence>
      <xs:element name="TestResult" type="t:${type}" minOccurs="0"/></xs:sequence></xs:complexType>
    </xs:element>
    <xs:complexType name="Order"><xs:sequence>
      <xs:element name="Name" type="xs:string"/>
      <xs:element name="Line" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="Codes" type="t:ArrayOfCode" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Marked"><xs:sequence>
      <xs:element name="mark" type="xs:double" minOccurs="0"/>
    </xs:sequence>
      <xs:attribute name="seen" type="xs:boolean" use="required"/>
      <xs:attribute name="note" type="xs:string"/>
      <xs:attribute name="own" type="xs:string" form="qualified"/>
    </xs:complexType>
    <xs:complexType name="ArrayOfCode"><xs:sequence>
      <xs:element name="Code" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>`,
      }),
    );
    return described['Test response'] as MessageType<unknown>;
  }

  const message = answerOf('Order');
  const marked = answerOf('Marked');
  const order = { Name: 'a', Line: [1, 2], Codes: ['x'] };
  const inner = '<Name>a</Name><Line>1</Line><Line>2</Line><Codes><Code>x</Code></Codes>';

  interface Read {
    readonly value: unknown;
    readonly noted: readonly string[];
  }

  function readLenient(content: string, of: MessageType<unknown> = message): Read {
    const deviations = new Deviations(true);
    const value = readBody(of, content, { deviations });
    return { value, noted: deviations.list().map((one) => `${one.path}: ${one.message}`) };
  }

  describe('a lenient reader reads by local name', () => {
    test('children without a namespace', () => {
      const content = `<TestResponse xmlns="urn:test"><TestResult xmlns="">${inner}</TestResult></TestResponse>`;
      const { value, noted } = readLenient(content);
      expect(value).toEqual(order);
      expect(noted).toContain(
        "TestResult: Element '{}TestResult' is read as '{urn:test}TestResult'.",
      );
      expect(noted).toContain("TestResult.Name: Element '{}Name' is read as '{urn:test}Name'.");
      expect(noted).toHaveLength(6);
    });

    test('all in another namespace', () => {
      const content = `<TestResponse xmlns="urn:other"><TestResult>${inner}</TestResult></TestResponse>`;
      expect(readLenient(content).value).toEqual(order);
    });

    test('a wrapper with another name, if it is alone', () => {
      const content = `<Answer xmlns="urn:test"><TestResult>${inner}</TestResult></Answer>`;
      expect(readLenient(content)).toEqual({
        value: order,
        noted: ["Answer: Element '{urn:test}Answer' is read as '{urn:test}TestResponse'."],
      });
      const two = `${content}<More/>`;
      expect(readLenient(two).value).toBeUndefined();
    });

    test('but what is exactly of the contract wins, before and after', () => {
      const own = '<TestResponse xmlns="urn:test"><TestResult>';
      const end = '</TestResult></TestResponse>';
      const other = '<Name xmlns="">b</Name><Line xmlns="">3</Line><Line xmlns="">4</Line>';
      expect(readLenient(own + other + inner + end).value).toEqual(order);
      expect(readLenient(own + inner + other + end).value).toEqual(order);
      const wrapper = `<TestResponse xmlns="urn:other"/>${own}${inner}${end}`;
      expect(readLenient(wrapper)).toMatchObject({ value: order });
    });
  });

  const markedAnswer = (attributes: string, content = ''): string =>
    `<TestResponse xmlns="urn:test"><TestResult ${attributes} xmlns:m="urn:test" xmlns:o="urn:other">${content}</TestResult></TestResponse>`;

  describe('a lenient reader reads attributes by local name', () => {
    const read = (attributes: string): unknown =>
      readLenient(markedAnswer(attributes), marked).value;

    test.each(['m:seen="true" m:note="n" own="x"', 'o:seen="true" o:note="n" o:own="x"'])(
      '%s',
      (attributes) => {
        expect(read(attributes)).toEqual({ seen: true, note: 'n', own: 'x', mark: undefined });
      },
    );

    test('and says so', () => {
      expect(readLenient(markedAnswer('m:seen="true"'), marked).noted).toEqual([
        "TestResult.seen: Attribute '{urn:test}seen' is read as '{}seen'.",
      ]);
    });

    test('but what is exactly of the contract wins', () => {
      const both = { seen: true, note: undefined };
      expect(read('m:seen="false" seen="true"')).toMatchObject(both);
      expect(read('seen="true" m:seen="false"')).toMatchObject(both);
      // those of XML and XML Schema never stand for others
      expect(read('seen="true" xml:note="n" xsi:note="n"')).toMatchObject(both);
      expect(read('Seen="true"')).toMatchObject({ seen: undefined });
    });

    test('which an error names by default', () => {
      expect(() => readBody(marked, markedAnswer('m:seen="true"'))).toThrow(
        "Missing required attribute 'seen'. Found {urn:test}seen instead.",
      );
    });
  });

  describe('a lenient reader reads numbers and booleans as others write them', () => {
    test.each([
      ['inf', Number.POSITIVE_INFINITY],
      ['Inf', Number.POSITIVE_INFINITY],
      ['+Inf', Number.POSITIVE_INFINITY],
      ['+INF', Number.POSITIVE_INFINITY],
      ['INFINITY', Number.POSITIVE_INFINITY],
      ['-inf', Number.NEGATIVE_INFINITY],
      ['-Infinity', Number.NEGATIVE_INFINITY],
      ['nan', Number.NaN],
      ['-nan', Number.NaN],
      ['NAN', Number.NaN],
    ])('%s', (text, mark) => {
      const content = markedAnswer('seen="true"', `<mark> ${text} </mark>`);
      const { value, noted } = readLenient(content, marked);
      expect(value).toMatchObject({ mark });
      expect(noted).toEqual([expect.stringMatching(/^TestResult\.mark: '.+' is not a double\.$/)]);
      expect(() => readBody(marked, content)).toThrow('TestResult.mark');
      const server = (): unknown => readBody(marked, content, { defaults: true });
      if (text === '-Infinity') expect(server()).toMatchObject({ mark });
      else expect(server).toThrow();
    });

    test.each([
      ['yes', true],
      ['No', false],
      ['TRUE', true],
    ])('and booleans: %s', (text, seen) => {
      const content = markedAnswer(`seen="${text}"`);
      const { value, noted } = readLenient(content, marked);
      expect(value).toMatchObject({ seen });
      expect(noted).toEqual([expect.stringContaining(`'${text}' is not a boolean.`)]);
      expect(() => readBody(marked, content)).toThrow('seen');
    });

    test('and no other words', () => {
      const content = markedAnswer('seen="true"', '<mark>infinite</mark>');
      expect(readLenient(content, marked).value).toMatchObject({ mark: undefined });
    });
  });

  test('by default what is missing says which names came', () => {
    const content = `<TestResponse xmlns="urn:test"><TestResult><Name xmlns="urn:other">a</Name></TestResult></TestResponse>`;
    expect(() => readBody(message, content)).toThrow(
      "TestResult.Name: Missing required element 'Name'. Found {urn:other}Name instead.",
    );
  });
});

describe('lexical', () => {
  const simple = (content: string): Described =>
    describeContract(valueWsdl(`<xs:simpleType name="Value">${content}</xs:simpleType>`));
  const body = (text: string): string => `<Test xmlns="urn:test"><value>${text}</value></Test>`;
  const list = (item: string, pattern: string): string =>
    `<xs:restriction><xs:simpleType><xs:list itemType="${item}"/></xs:simpleType>
    <xs:pattern value="${pattern}"/></xs:restriction>`;
  const restriction = (base: string, pattern: string): string =>
    `<xs:restriction base="${base}"><xs:pattern value="${pattern}"/></xs:restriction>`;

  describe('what no canonical form matches keeps its lexical form', () => {
    test.each([
      [list('xs:boolean', '[1]{1} [0]{1}'), '1 0', [true, false]],
      [list('xs:boolean', '1 false'), '1 false', [true, false]],
      [list('xs:int', '\\d{2} \\d{3}'), '01 002', [1, 2]],
      [restriction('xs:float', '\\d{2}E\\-\\d{1}'), '12E-3', 0.012],
      [restriction('xs:float', '\\d{1}E\\-\\d{3}'), '5E-007', 5e-7],
      [restriction('xs:double', '\\d{1}E\\-\\d{3}'), '0E-000', 0],
      [restriction('xs:double', '-\\d\\d\\.\\dE\\d'), '-12.5E1', -125],
    ])('%s', (content, text, value) => {
      const { 'Test request': request } = simple(content);
      expect(readBody(request as never, body(text))).toEqual({ value });
      expect(writeMessage(request as never, { value })).toBe(body(text));
    });

    test('a list of many items is tried in a limited number of forms', () => {
      const { 'Test request': request } = simple(list('xs:float', 'x'));
      expect(() => writeMessage(request as never, { value: Array(500).fill(0.5) })).toThrow(
        'The value does not match the pattern x.',
      );
    });
  });

  test.each(['--04', '--04--', '--04--Z', '--04---05:00', '--04-05:00'])('gMonth %s', (text) => {
    const { 'Test request': request } = simple('<xs:restriction base="xs:gMonth"/>');
    // in the form of XML Schema's first edition, too, which .NET writes; that of the second is written
    const value = text.replace('--04--', '--04');
    expect(readBody(request as never, body(text))).toEqual({ value });
    expect(writeMessage(request as never, { value: text })).toBe(body(value));
    expect(() => readBody(request as never, body('--04-'))).toThrow();
    expect(() => readBody(request as never, body('--13--'))).toThrow();
  });

  describe('bytes in a server', () => {
    const asAsmx = { defaults: true, commentInText: refuseComment, nestedValue: readNestedValue };
    const { 'Test request': request } = simple(
      '<xs:restriction base="xs:base64Binary"><xs:maxLength value="9"/></xs:restriction>',
    );
    const read = (text: string): unknown => readBody(request as never, body(text), asAsmx);

    test('are read past comments', () => {
      expect(read('AQ<!-- c -->I<?p?>D')).toEqual({ value: Uint8Array.of(1, 2, 3) });
    });

    test('have no elements', () => {
      expect(() => read('<b>AQID</b>')).toThrow("'Element' is an invalid XmlNodeType.");
      expect(() => read('AQID<b/>')).toThrow("'Element' is an invalid XmlNodeType.");
    });

    test('are another thing than texts', () => {
      const { 'Test request': texts } = simple('<xs:restriction base="xs:string"/>');
      expect(() => readBody(texts as never, body('a<!-- c -->b'), asAsmx)).toThrow(/comment/);
      expect(readBody(texts as never, body('<b>a</b>'), asAsmx)).toEqual({ value: 'a' });
    });
  });
});

describe('near names', () => {
  const types = `
  <xs:complexType name="Pupil"><xs:sequence>
    <xs:element name="id" type="xs:int"/>
    <xs:element name="name" type="xs:string" minOccurs="0"/>
    <xs:element name="photo" type="xs:base64Binary" minOccurs="0"/>
    <xs:element name="mark" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="friend" type="t:Pupil" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="ArrayOfPupil"><xs:sequence>
    <xs:element name="Pupil" type="t:Pupil" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Either"><xs:choice>
    <xs:element name="card" type="xs:string" minOccurs="0"/>
    <xs:element name="bank" type="xs:string" minOccurs="0"/>
  </xs:choice></xs:complexType>
  <xs:complexType name="Ordered"><xs:sequence>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
    <xs:element name="b" type="xs:int" minOccurs="0"/>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="Open"><xs:sequence>
    <xs:element name="a" type="xs:int" minOccurs="0"/>
    <xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`;

  function contractOf(result: string): Described {
    return describeContract(
      wsdl({
        schema: `<xs:element name="Test"><xs:complexType/></xs:element>
      <xs:element name="TestResponse"><xs:complexType><xs:sequence>
        <xs:element name="TestResult" type="${result}" minOccurs="0"/>
      </xs:sequence></xs:complexType></xs:element>${types}`,
      }),
    );
  }

  const described = {
    list: contractOf('t:ArrayOfPupil'),
    one: contractOf('t:Pupil'),
    text: contractOf('xs:string'),
    either: contractOf('t:Either'),
    ordered: contractOf('t:Ordered'),
    open: contractOf('t:Open'),
  };

  type Kind = keyof typeof described;

  const answer = (content: string): string =>
    `<TestResponse xmlns="urn:test">${content}</TestResponse>`;
  const result = (content: string): string => answer(`<TestResult>${content}</TestResult>`);

  function read(kind: Kind, content: string, lenient?: boolean): unknown {
    const message = described[kind]['Test response'] as MessageType<unknown>;
    const deviations = lenient === undefined ? undefined : new Deviations(lenient);
    return readBody(message, content, { deviations });
  }

  describe('what comes in another namespace is not taken for absent', () => {
    const pupil = (start: string): string => `<Pupil ${start}><id>1</id></Pupil>`;

    test.each([
      // a NuSOAP 0.9.5 server whose WSDL says elementFormDefault="qualified"
      [
        'list',
        answer('<TestResult xmlns=""><Pupil><id>1</id></Pupil></TestResult>'),
        '{}TestResult',
      ],
      ['list', result(pupil('xmlns=""')), '{}Pupil'],
      ['list', result(pupil('xmlns=""').repeat(2)), '{}Pupil'],
      ['list', result(`${pupil('')}<Pupil xmlns="urn:o"/>`), '{urn:o}Pupil'],
      ['one', result('<id>1</id><name xmlns="">n</name>'), '{}name'],
      ['one', result('<id>1</id><photo xmlns="">QQ==</photo>'), '{}photo'],
      ['one', result('<id>1</id><mark>1</mark><mark xmlns="">2</mark>'), '{}mark'],
      ['one', result('<id>1</id><friend xmlns=""><id>1</id></friend>'), '{}friend'],
      ['one', result('<id>1</id><friend><id>2</id><name xmlns="">n</name></friend>'), '{}name'],
      ['text', answer('<TestResult xmlns="">x</TestResult>'), '{}TestResult'],
      [
        'text',
        '<TestResponse xmlns="urn:o"><TestResult>x</TestResult></TestResponse>',
        '{urn:o}TestResponse',
      ],
      ['either', result('<bank xmlns="">x</bank>'), '{}bank'],
      ['ordered', result('<b>1</b><a xmlns="">x</a>'), '{}a'],
    ] as const)('%s: %s', (kind, content, found) => {
      const name = found.slice(found.indexOf('}') + 1);
      for (const lenient of [undefined, false]) {
        expect(() => read(kind, content, lenient)).toThrow(
          `element '${name}'. Found ${found} instead.`,
        );
      }
      expect(() => read(kind, content, true)).not.toThrow();
      // ASMX skips it
      const message = described[kind]['Test response'] as MessageType<unknown>;
      expect(() => readBody(message, content, { defaults: true })).not.toThrow();
    });

    test('the error says where it is', () => {
      const content = result(
        pupil('') + pupil('').replace('</Pupil>', '<name xmlns="">n</name></Pupil>'),
      );
      expect(() => read('list', content)).toThrow(
        "TestResult[1].name: Missing element 'name'. Found {}name instead.",
      );
    });

    test('lenient readers read it, also where order matters', () => {
      expect(read('ordered', result('<a xmlns="">1</a><b>2</b><a>3</a>'), true)).toEqual(
        read('ordered', result('<a>1</a><b>2</b><a>3</a>')),
      );
      expect(read('list', result(pupil('xmlns=""')), true)).toMatchObject([{ id: 1 }]);
    });
  });

  test.each([
    ['one', result('<id>1</id><name xmlns="">n</name><name>m</name>'), { id: 1, name: 'm' }],
    ['one', result('<id>1</id><name>m</name><name xmlns="">n</name>'), { id: 1, name: 'm' }],
    ['one', result('<id>1</id><Name xmlns="">n</Name><other/>'), { id: 1, name: undefined }],
    ['one', result('<id>1</id><name>m</name><name>n</name>'), { id: 1, name: 'm' }],
    ['text', answer(''), undefined],
    ['open', result('<a xmlns="urn:o">1</a>'), { a: undefined }],
  ] as const)('%s: %s has nothing that is lost', (kind, content, value) => {
    if (value === undefined) expect(read(kind, content)).toBeUndefined();
    else expect(read(kind, content)).toMatchObject(value);
  });

  describe('an array whose items all have other names', () => {
    // Axis 1.4, rpc/literal: int[] as the WSDL does not say
    const content = result('<TestResult>1</TestResult><TestResult>2</TestResult>');

    test.each([undefined, false, true])('is not empty (lenient: %s)', (lenient) => {
      expect(() => read('list', content, lenient)).toThrow(
        "TestResult[0]: Missing element 'Pupil'. Found {urn:test}TestResult instead.",
      );
    });

    test('is empty for a server, as for ASMX', () => {
      const message = described.list['Test response'] as MessageType<unknown>;
      expect(readBody(message, content, { defaults: true })).toEqual([]);
    });

    test('may have others beside its own', () => {
      expect(read('list', result('<x/><Pupil><id>1</id></Pupil>'))).toMatchObject([{ id: 1 }]);
    });
  });
});

describe('old instance', () => {
  const { 'Test request': request } = describeContract(
    valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="note" type="xs:string" nillable="true"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="More"><xs:complexContent><xs:extension base="t:Value"><xs:sequence>
    <xs:element name="more" type="xs:int"/>
  </xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
  );

  describe.each(['1999', '2000/10', '2001'])('XML Schema of %s', (year) => {
    const namespaces = `xmlns:i="http://www.w3.org/${year}/XMLSchema-instance" xmlns="urn:test"`;
    const read = (value: string): unknown =>
      readBody(request as Message<unknown>, `<Test ${namespaces}>${value}</Test>`);

    test.each(['i:nil="true"', 'i:null="1"', 'i:null=" true "'])('%s is nil', (nil) => {
      expect(read(`<value><note ${nil}/></value>`)).toEqual({
        value: { $type: 'Value', note: null },
      });
      const not = nil.replace(/1|true/, '0');
      expect(read(`<value><note ${not}>x</note></value>`)).toMatchObject({ value: { note: 'x' } });
    });

    test('says the type', () => {
      const more = '<value i:type="More"><note>x</note><more>1</more></value>';
      expect(read(more)).toEqual({ value: { $type: 'More', note: 'x', more: 1 } });
    });
  });
});

describe('prefixes', () => {
  const partSchema = `<xs:schema targetNamespace="urn:parts" elementFormDefault="qualified">
  <xs:complexType name="Part"><xs:sequence>
    <xs:element name="Code" type="xs:string" nillable="true"/>
    <xs:element name="Sub" type="p:Part" minOccurs="0"/>
  </xs:sequence><xs:attribute name="no" type="xs:int"/></xs:complexType>
</xs:schema>`;
  const part = { no: 1, Code: 'a', Sub: { no: undefined, Code: null, Sub: undefined } };
  const partXml =
    '<Code xmlns="urn:parts">a</Code><Sub xmlns="urn:parts"><Code xsi:nil="true" /></Sub>';

  const single = (input: string, output: string): string =>
    `<xs:element name="Test"><xs:complexType><xs:sequence>${input}</xs:sequence></xs:complexType>
  </xs:element><xs:element name="TestResponse"><xs:complexType><xs:sequence>${output}</xs:sequence>
  </xs:complexType></xs:element>`;

  function both(described: Described, noun: string, value: unknown): string {
    const message = described[`${noun}`];
    if (message === undefined) throw new Error(`no ${noun}`);
    const text = writeMessage(message, value);
    expect(readBody(message, text)).toEqual(value);
    return text;
  }

  describe('what is in a second namespace has no prefix, as by XmlSerializer', () => {
    test('the result and its members', () => {
      const schema = single(
        '<xs:element name="part" type="p:Part"/>',
        '<xs:element name="TestResult" type="p:Part"/>',
      );
      const attributes = 'xmlns:p="urn:parts"';
      const described = describeContract(wsdl({ schema, schemas: partSchema, attributes }));
      expect(both(described, 'Test response', part)).toBe(
        `<TestResponse xmlns="urn:test"><TestResult no="1">${partXml}</TestResult></TestResponse>`,
      );
      expect(both(described, 'Test request', { part })).toBe(
        `<Test xmlns="urn:test"><part no="1">${partXml}</part></Test>`,
      );
    });

    test('unqualified members', () => {
      const schema = single(
        '<xs:element name="part" type="xs:int"/>',
        '<xs:element name="TestResult" type="t:ArrayOfItem"/>',
      );
      const list = `<xs:complexType name="ArrayOfItem"><xs:sequence>
      <xs:element name="item" type="xs:string" nillable="true" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>`;
      const described = describeContract(wsdl({ schema: schema + list, form: '' }));
      expect(both(described, 'Test request', { part: 1 })).toBe(
        '<Test xmlns="urn:test"><part xmlns="">1</part></Test>',
      );
      expect(both(described, 'Test response', ['a', null])).toBe(
        '<TestResponse xmlns="urn:test"><TestResult xmlns=""><item>a</item>' +
          '<item xsi:nil="true" /></TestResult></TestResponse>',
      );
    });

    test('parts of rpc/literal', () => {
      const parts = { use: 'literal', schemas: partSchema, input: { part: 'p:Part' } } as const;
      const described = describeContract(
        rpcContract({ ...parts, output: { RunResult: 'p:Part' } }),
      );
      expect(both(described, 'Run response', part)).toBe(
        `<RunResponse xmlns="urn:rpc"><RunResult xmlns="" no="1">${partXml}</RunResult></RunResponse>`,
      );
    });

    test('but in SOAP encoding the element of the operation has one', () => {
      const contract = rpcContract({
        use: 'encoded',
        input: { s: 'xs:string' },
        output: { RunResult: 'xs:string' },
      });
      expect(both(describeContract(contract), 'Run request', { s: 'x' })).toBe(
        '<q1:Run xmlns:q1="urn:rpc"><s xsi:type="xsd:string">x</s></q1:Run>',
      );
    });
  });
});
