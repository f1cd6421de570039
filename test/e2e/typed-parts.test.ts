import { afterEach, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

/** Two operations with one action, whose parts name types. */
function contract(style: string, types: string, parts: readonly [string, string]): string {
  const operation = (name: string): string =>
    `<operation name="${name}"><soap:operation soapAction="x"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>`;
  return `<definitions name="Typed" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:t">${types}</xs:schema></types>
<message name="OneIn"><part ${parts[0]}/></message><message name="TwoIn"><part ${parts[1]}/></message>
<message name="Out"><part name="answer" type="xs:string"/></message>
<portType name="P"><operation name="One"><input message="t:OneIn"/><output message="t:Out"/></operation><operation name="Two"><input message="t:TwoIn"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="${style}"/>${operation('One')}${operation('Two')}</binding>
<service name="S"><port name="P" binding="t:B"><soap:address location="http://h/s"/></port></service>
</definitions>`;
}

const complex = (name: string, child: string): string =>
  `<xs:complexType name="${name}"><xs:sequence><xs:element name="${child}" type="xs:int"/></xs:sequence></xs:complexType>`;

let folder: GeneratedFolder | undefined;
afterEach(() => folder?.remove());

describe('two operations with one action and typed parts are told apart', () => {
  test.each([
    [
      'by the first element of the type',
      contract('document', complex('A', 'a') + complex('B', 'b'), [
        'name="p" type="t:A"',
        'name="p" type="t:B"',
      ]),
      ['<a>1</a>', '<b>1</b>'],
    ],
    [
      'by the names of their parts',
      contract('document', '', ['name="a" type="xs:int"', 'name="b" type="xs:int"']),
      ['<a>1</a>', '<b>1</b>'],
    ],
    [
      'by the wrappers of rpc',
      contract('rpc', '', ['name="a" type="xs:int"', 'name="a" type="xs:int"']),
      ['<t:One xmlns:t="urn:t"><a>1</a></t:One>', '<t:Two xmlns:t="urn:t"><a>1</a></t:Two>'],
    ],
  ])('%s', async (_, text, bodies) => {
    folder = await generateText('typed.wsdl', text, ['types', 'server']);
    const said = folder.diagnostics.map(({ message }) => message).join('\n');
    expect(said).not.toContain('the same request element');
    const module = await folder.load();
    const createServer = module.createSServer as (handlers: object) => Server;
    const server = createServer({ one: () => 'first', two: () => 'second' });
    const answers = await Promise.all(
      bodies.map(async (body) => {
        const response = await server.fetch(
          new Request('http://h/s', {
            method: 'POST',
            headers: { 'Content-Type': 'text/xml', SOAPAction: '"x"' },
            body: `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`,
          }),
        );
        return response.text();
      }),
    );
    expect(answers[0]).toContain('first');
    expect(answers[1]).toContain('second');
  });

  test('not if they begin alike, of which there is a warning', async () => {
    const same = contract('document', complex('A', 'a'), [
      'name="p" type="t:A"',
      'name="q" type="t:A"',
    ]);
    folder = await generateText('typed.wsdl', same, ['types']);
    expect(folder.diagnostics.map(({ message }) => message)).toContain(
      "Operations 'One' and 'Two' have the same action and the same request element",
    );
  });
});
