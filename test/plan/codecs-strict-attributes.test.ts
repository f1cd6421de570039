import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueSchema, valueWsdl } from './support/contract.ts';
import { hasXmllint, judge, readStrictly } from './support/strict.ts';

const schema = `
<xs:attribute name="given" type="xs:string" default="d"/>
<xs:attribute name="named" type="xs:QName" fixed="t:x"/>
<xs:complexType name="Value">
  <xs:attribute name="text" type="xs:string" fixed="f" use="required"/>
  <xs:attribute name="number" type="xs:int" fixed="5" use="required"/>
  <xs:attribute name="bytes" type="xs:hexBinary" fixed="0a" use="required"/>
  <xs:attribute ref="t:given" use="required"/>
  <xs:attribute ref="t:named" use="required"/>
  <xs:attribute name="free" type="xs:int" fixed="7"/>
</xs:complexType>`;

const attributes = [
  'text="f"',
  'number="5"',
  'bytes="0A"',
  't:given="g"',
  't:named="t:x"',
] as const;
const document = (given: readonly string[]): string =>
  `<t:Test xmlns:t="urn:test"><t:value ${given.join(' ')}/></t:Test>`;

describe('a required attribute with a value in the contract', () => {
  const codecs = loadCodecs(planText(valueWsdl(schema)));
  const sound = {
    value: {
      text: 'f',
      number: 5,
      bytes: Uint8Array.of(10),
      given: 'g',
      named: '{urn:test}x',
      free: 7,
    },
  };

  test('is read', () => {
    expect(readStrictly(codecs, document(attributes)).value).toEqual(sound);
  });

  test.each(attributes)('is missed by strict readers alone: %s', (one) => {
    const text = document(attributes.filter((other) => other !== one));
    const name = one.replace(/^t:|=.*/g, '');
    const { error } = readStrictly(codecs, text);
    expect(error?.path).toBe(`value.${name}`);
    expect(error?.message).toBe(`value.${name}: Missing required attribute '${name}'.`);
    const value = one.startsWith('t:given') ? { value: { ...sound.value, given: 'd' } } : sound;
    expect(codecs.readBody('readTestRequest', text)).toEqual(value);
  });

  (hasXmllint ? test : test.skip)('xmllint refuses the same', () => {
    const full = valueSchema(schema);
    const cut = attributes.map((one) => document(attributes.filter((other) => other !== one)));
    const verdicts = judge({ 'main.xsd': full }, [document(attributes), ...cut]);
    expect(verdicts).toEqual([true, ...cut.map(() => false)]);
  });
});
