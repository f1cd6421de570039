import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { writeOpenApi } from '../../../src/convert/openapi.ts';
import { modelOf } from '../contract-texts.ts';
import { wsdl } from '../support/contract.ts';

const root = '<xs:element name="Test"><xs:complexType/></xs:element>';
const answer = (fields: string): string =>
  `<xs:element name="TestResponse"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element>`;

describe.each(['3.1', '3.0'] as const)('OpenAPI %s of bodies', (version) => {
  const documentOf = async (text: string): Promise<string> => {
    const written = writeOpenApi(modelOf({ 'c.wsdl': text }), version);
    const { valid, errors } = await new Validator().validate(JSON.parse(written));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    return written;
  };

  test('has one id for each of the addresses of a service', async () => {
    const text = wsdl({ schema: root + answer('') });
    const other = /<portType[\s\S]*<\/binding>/
      .exec(text)?.[0]
      .replaceAll(/Test(Port|Binding)/g, 'Other$1');
    const port =
      '<port name="OtherPort" binding="t:OtherBinding"><s:address location="http://localhost/other"/></port>';
    const two = text
      .replace('<service', () => `${other}<service`)
      .replace('</service>', `${port}</service>`);
    const { paths } = JSON.parse(await documentOf(two));
    const ids = Object.values<{ post: { operationId: string } }>(paths).map(
      ({ post }) => post.operationId,
    );
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });

  test('leaves out namespaces that are no absolute URI', async () => {
    const text = wsdl({ schema: root + answer('<xs:element name="v" type="xs:int"/>') });
    for (const namespace of ['CompanyName', 'test company', 'urn:a b']) {
      const own = await documentOf(text.replaceAll('urn:test', namespace));
      expect(own).toContain('"name": "Test"');
      expect(own).not.toContain(`"namespace": "${namespace}"`);
    }
    expect(await documentOf(text)).toContain('"namespace": "urn:test"');
  });
});
