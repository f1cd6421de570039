import { expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { planText, valueWsdl } from './support/contract.ts';

/** An annotation that names the property. */
function named(property: string, namespace = 'https://jakarta.ee/xml/ns/jaxb'): string {
  return `<xs:annotation><xs:appinfo>for others: <o:x xmlns:o="urn:o">text</o:x><j:property xmlns:j="${namespace}" name="${property}"/></xs:appinfo></xs:annotation>`;
}

function element(name: string, property: string, more = ''): string {
  return `<xs:element name="${name}" type="xs:string"${more}>${named(property)}</xs:element>`;
}

function typeOf(content: string): string {
  return valueWsdl(`<xs:complexType name="Value">${content}</xs:complexType>`);
}

test('properties have the names given, messages those of the schema', () => {
  const attribute = `<xs:attribute name="ver" type="xs:int">${named('version', 'http://java.sun.com/xml/ns/jaxb')}</xs:attribute>`;
  const text = typeOf(`<xs:sequence>${element('STDid', 'studentId')}</xs:sequence>${attribute}`);
  const value = { value: { version: 2, studentId: 'a' } };
  const codecs = loadCodecs(planText(text));
  const round = roundTrip(codecs, value);
  expect(round.xml).toContain(' ver="2"><STDid>a</STDid>');
  expect(round.value).toEqual(value);
});

test('a name that is taken, or that every object has, gives way', async () => {
  const text = typeOf(
    `<xs:sequence>${element('a', 'b')}${element('b', 'b')}${element('c', 'toString')}</xs:sequence>`,
  );
  expect(compileFiles(await generateText(text))).toBe('');
  const value = { value: { b: '1', bElement: '2', toStringElement: '3' } };
  const round = roundTrip(loadCodecs(planText(text)), value);
  expect(round.xml).toContain('<a>1</a><b>2</b><c>3</c>');
  expect(round.value).toEqual(value);
});

test('branches of a choice share an element only under one name', async () => {
  const branch = (name: string, other: string): string =>
    `<xs:sequence>${element('id', name)}${element(other, other)}</xs:sequence>`;
  const text = typeOf(`<xs:choice>${branch('first', 'x')}${branch('second', 'y')}</xs:choice>`);
  expect(compileFiles(await generateText(text))).toBe('');
  const codecs = loadCodecs(planText(text));
  for (const value of [{ value: { first: '1', x: '2' } }, { value: { second: '1', y: '2' } }]) {
    const round = roundTrip(codecs, value);
    expect(round.xml).toContain('<id>1</id>');
    expect(round.value).toEqual(value);
  }
});

test('an extension keeps the names of its base', () => {
  const text = valueWsdl(
    `<xs:complexType name="Base"><xs:sequence>${element('a', 'first')}</xs:sequence></xs:complexType>
     <xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Base"><xs:sequence>${element('b', 'second')}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
  );
  const value = { value: { first: '1', second: '2' } };
  const round = roundTrip(loadCodecs(planText(text)), value);
  expect(round.xml).toContain('<a>1</a><b>2</b>');
  expect(round.value).toEqual(value);
});

test('a reference names its property before the declaration does', () => {
  const text = valueWsdl(
    `${element('Note', 'note')}
     <xs:complexType name="Value"><xs:sequence>
       <xs:element ref="t:Note"/>
       <xs:element name="other" type="xs:string"/>
       <xs:element ref="t:Note">${named('remark')}</xs:element>
     </xs:sequence><xs:attribute ref="xml:lang">${named('language')}</xs:attribute></xs:complexType>`,
  );
  const value = { value: { language: 'en', note: '1', other: '2', remark: '3' } };
  const round = roundTrip(loadCodecs(planText(text)), value);
  expect(round.xml).toContain('<Note>1</Note><other>2</other><Note>3</Note>');
  expect(round.value).toEqual(value);
});

test.each(['', 'a b', '1a', '$type', '__proto__', 'a-b', 'x'.repeat(300)])(
  'a name that no property can have is left out with a warning: %s',
  (name) => {
    const planned = planText(typeOf(`<xs:sequence>${element('id', name)}</xs:sequence>`));
    expect(planned.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning ASMX1023',
    ]);
    const value = { value: { id: '1' } };
    expect(roundTrip(loadCodecs(planned), value).value).toEqual(value);
  },
);
