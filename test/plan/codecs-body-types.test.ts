import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { planText, wsdl } from './support/contract.ts';

/** Codecs of an operation whose messages each have one part, which names a type. */
function codecsOf(type: string, schema = '') {
  const text = wsdl({
    schema: `<xs:element name="Test"/><xs:element name="TestResponse"/>${schema}`,
  }).replace(/element="t:Test(Response)?"/g, `type="${type}"`);
  return loadCodecs(planText(text));
}

const order =
  '<xs:complexType name="Order"><xs:sequence><xs:element name="id" type="xs:int"/><xs:element name="note" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType>';

describe('document messages whose part names a type (WSDL 1.1 section 3.5)', () => {
  const codecs = codecsOf('t:Order', order);
  const value = { id: 7, note: 'n' };
  const content = '<id xmlns="urn:test">7</id><note xmlns="urn:test">n</note>';

  test.each(['Request', 'Response'])('%s: the Body is of that type', (message) => {
    expect(codecs.write(`writeTest${message}`, value)).toBe(content);
    expect(codecs.readBody(`readTest${message}`, content)).toEqual(value);
    expect(codecs.readBody(`readTest${message}`, '<id xmlns="urn:test">7</id>')).toEqual({ id: 7 });
  });

  test.each(['Request', 'Response'])(
    '%s: an element around it that is named after the part is read too',
    (message) => {
      for (const tag of ['<parameters>', '<parameters xmlns="urn:test">']) {
        const body = `\n${tag}${content}</parameters><more/>`;
        expect(codecs.readBody(`readTest${message}`, body)).toEqual(value);
      }
      const wrong = `<parameters>${content.replace('7', 'x')}</parameters>`;
      expect(() => codecs.readBody(`readTest${message}`, wrong)).toThrow("id: 'x' is not an int");
      expect(() => codecs.readBody(`readTest${message}`, content.replace('7', 'x'))).toThrow(
        "id: 'x' is not an int",
      );
    },
  );

  test('an element of the type is never taken for the part', () => {
    const own = codecsOf('t:Order', order.replaceAll('name="note"', 'name="parameters"'));
    const body = '<parameters xmlns="urn:test">n</parameters><id xmlns="urn:test">7</id>';
    expect(own.readBody('readTestRequest', body)).toEqual({ id: 7, parameters: 'n' });
  });

  test.each([
    [
      'attributes, which a Body cannot have',
      't:Tagged',
      { id: 1, x: 2 },
      '<parameters x="2"><id xmlns="urn:test">1</id></parameters>',
    ],
    ['text, which a Body cannot hold', 'xs:int', 5, '<parameters>5</parameters>'],
  ])('a type with %s is in an element named after the part', (_, type, result, xml) => {
    const tagged = codecsOf(
      type,
      '<xs:complexType name="Tagged"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence><xs:attribute name="x" type="xs:int"/></xs:complexType>',
    );
    expect(tagged.write('writeTestResponse', result)).toBe(xml);
    expect(tagged.readBody('readTestResponse', xml)).toEqual(result);
    const input = { parameters: result };
    expect(tagged.write('writeTestRequest', input)).toBe(xml);
    expect(tagged.readBody('readTestRequest', xml)).toEqual(input);
  });
});
