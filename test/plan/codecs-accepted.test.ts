import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';

const field = (name: string, type: string): string =>
  `<xs:element name="${name}" minOccurs="0" type="${type}"/>`;
const contract = valueWsdl(
  `<xs:simpleType name="Day"><xs:union memberTypes="xs:dateTime xs:date"/></xs:simpleType>
  <xs:complexType name="Value"><xs:sequence>${[
    field('when', 'xs:dateTime'),
    field('day', 't:Day'),
    field('bytes', 'xs:base64Binary'),
    field('rate', 'xs:double'),
    field('share', 'xs:float'),
  ].join('')}</xs:sequence></xs:complexType>`,
);

/** What a server reads between the tags of a child, or a client without defaults. */
function readAs(child: string, text: string, options = {}, defaults = true): unknown {
  const codecs = loadCodecs(planText(contract, options));
  const body = `<Test xmlns="urn:test"><value><${child}>${text}</${child}></value></Test>`;
  const read = codecs.readBody('readTestRequest', body, { defaults });
  return (read as { value: Record<string, unknown> }).value[child];
}

describe('texts that .NET reads, although XML Schema refuses them', () => {
  test.each([
    ['when', '2024-02-29', '2024-02-29T00:00:00'],
    ['when', ' 2024-02-29Z ', '2024-02-29T00:00:00Z'],
    ['when', '2024-02-29+02:00', '2024-02-29T00:00:00+02:00'],
    ['bytes', 'AQI', Uint8Array.of(1, 2)],
    ['bytes', 'A Q', Uint8Array.of(1)],
    ['bytes', 'AR==', Uint8Array.of(1)],
    ['rate', 'Infinity', Number.POSITIVE_INFINITY],
    ['share', ' -Infinity ', Number.NEGATIVE_INFINITY],
  ])('%s %p', (child, text, value) => {
    expect(readAs(child, text)).toEqual(value);
    expect(() => readAs(child, text, {}, false)).toThrow();
  });

  test('a date is midnight as a Date, too', () => {
    const options = { types: { dateTime: 'Date' } };
    expect(readAs('when', '2024-02-29Z', options)).toEqual(new Date('2024-02-29T00:00:00Z'));
  });

  test('a union has the member whose form the text has', () => {
    expect(readAs('day', '2024-02-29')).toBe('2024-02-29');
  });

  test.each([
    ['when', '2023-02-29'],
    ['when', '29.2.2024'],
    ['bytes', 'A'],
    ['bytes', 'A==='],
    ['bytes', 'AQ!'],
    ['rate', 'infinity'],
  ])('%s %p is refused', (child, text) => {
    expect(() => readAs(child, text)).toThrow();
  });
});
