import { expect, test } from '@jest/globals';
import { planText } from './support/contract.ts';
import { renderText } from './support/render.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

const contract = `<definitions name="Files" targetNamespace="urn:files" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:files">
  <message name="File"><part name="file" type="xs:base64Binary"/></message>
  <portType name="Port"><operation name="Copy"><input message="t:File"/><output message="t:File"/></operation></portType>
  <binding name="Binding" type="t:Port">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Copy"><soap:operation soapAction=""/>
      <input><mime:multipartRelated>
        <mime:part><soap:body parts="" use="literal"/></mime:part>
        <mime:part><mime:content part="file" type="image/png"/></mime:part>
      </mime:multipartRelated></input>
      <output><mime:multipartRelated>
        <mime:part><soap:body parts="" use="literal"/></mime:part>
        <mime:part><mime:content part="file" type="image/png"/></mime:part>
      </mime:multipartRelated></output></operation>
  </binding>
  <service name="Files"><port name="Port" binding="t:Binding"><soap:address location="http://localhost/files"/></port></service>
</definitions>`;

test('schemas of messages that are all attachments check the attachments alone', () => {
  const { plan } = planText(contract, { targets: ['schemas'] });
  const code = plan === undefined ? '' : renderText('schemas', plan);
  // The writers of empty Bodies take no value.
  expect(code).not.toMatch(/write(Request|Response)|\(value\) =>/);
  const { CopyInputSchema: input, CopyOutputSchema: output } = loadSchemas(contract);
  const file = new Uint8Array([1]);
  for (const schema of [input, output] as AnySchema[]) {
    const { validate } = schema['~standard'];
    expect(validate({ file })).toEqual({ value: { file } });
    expect(validate({})).toMatchObject({ issues: [{ path: ['file'] }] });
  }
});

test('the request whose input is all attachments has the type of the input', () => {
  const { plan } = planText(contract, { targets: ['client', 'server'] });
  const code = plan === undefined ? '' : renderText('descriptions', plan);
  expect(code).toContain('copyRequestMessage: MessageType<CopyInput>');
  expect(code).not.toContain('NoInput');
});
