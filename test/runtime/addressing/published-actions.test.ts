import { describe, expect, test } from '@jest/globals';
import { createDocumentation } from '../../../src/runtime/docs.ts';
import type { ServerOptions } from '../../../src/runtime/server/options.ts';
import { serverAddressing } from '../../../src/runtime/soap/addressing-server.ts';
import { authCode } from '../docs-sample.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { createServer } from '../wire/serve.ts';

serverAddressing();

/** What is in the port type that SOAP has, and in that of HTTP GET. */
const inOutline = `<wsdl:definitions
 <wsdl:portType name="S"
  <wsdl:operation name="AuthCode"
   <wsdl:input message="tns:In"
   <wsdl:output message="tns:Out"
   <wsdl:fault name="Bad" message="tns:Bad"
  <wsdl:operation name="Other"
   <wsdl:input message="tns:In"
 <wsdl:portType name="G"
  <wsdl:operation name="AuthCode"
   <wsdl:input message="tns:In"
 <wsdl:binding name="GB" type="tns:G"
  <http:binding verb="GET"`;
const original =
  "<definitions><portType name='S'><operation name='Over' ><input name = 'AuthCode' message='a:In' /><output xmlns:w='urn:w' w:Action=\"given\" message='a/b'></output><fault message=\"t:B\" name='Bad'></fault></operation></portType></definitions>";

async function published(options: ServerOptions, docs: object): Promise<string> {
  const documentation = createDocumentation([{ ...authCode, ...docs }]);
  const served = [{ operation: AuthCode, handler: () => undefined }];
  const server = createServer(served, options, async () => ({ documentation }));
  const answer = await server.fetch(new Request('http://h/AuthCodeSending.asmx?wsdl'));
  return (await answer.text()).replaceAll('\r\n', '\n');
}

const actionOf = (action: string): string =>
  ` xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" wsam:Action="${action}"`;
const start = 'http://tempuri.org/AuthCodeSendingSoap/AuthCode';

describe('the WSDL of a server with WS-Addressing', () => {
  test('has the actions of inputs, outputs and faults, as they are sent', async () => {
    const text = await published({ addressing: true }, { wsdl: inOutline });
    expect(text).toContain(
      `<wsdl:input message="tns:In"${actionOf('http://tempuri.org/AuthCode')} />
      <wsdl:output message="tns:Out"${actionOf(`${start}Response`)} />
      <wsdl:fault name="Bad" message="tns:Bad"${actionOf(`${start}/Fault/Bad`)} />`,
    );
    expect(text.match(/wsam:Action/g)).toHaveLength(3);
  });

  test('in the form of the contract, too, where it names none', async () => {
    const documents = [{ query: 'wsdl', text: original }];
    const text = await published({ addressing: true }, { wsdl: undefined, published: documents });
    expect(text).toBe(
      original
        .replace("'a:In' />", `'a:In'${actionOf('http://tempuri.org/AuthCode')} />`)
        .replace("name='Bad'>", `name='Bad'${actionOf(`${start}/Fault/Bad`)}>`),
    );
  });

  test.each([[{}], [{ addressing: false }]])('not with %j', async (options) => {
    expect(await published(options, { wsdl: inOutline })).not.toContain('wsam:Action');
  });
});
