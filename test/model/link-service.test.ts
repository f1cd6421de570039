import { describe, expect, test } from '@jest/globals';
import type { ServiceModel, ServiceOperation } from '../../src/model/services.ts';
import { linkFiles, operationsOf, wsdl } from '../read/contract-text.ts';

function link(body: string): ServiceModel {
  const { model, lines } = linkFiles({ 'a.wsdl': wsdl(body) });
  if (model === undefined) throw new Error(lines.join('\n'));
  return model;
}

function operation(model: ServiceModel, name: string): ServiceOperation {
  const found = operationsOf(model).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

const types = (body: string): string =>
  `<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${body}</xs:schema></types>`;

/**
 * A WSDL as ASMX writes it: one method over four bindings, one only over SOAP, one only over GET.
 */
const asmx = `${types(
  '<xs:element name="Op"><xs:complexType><xs:sequence><xs:element name="code" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element><xs:element name="OpResponse"><xs:complexType/></xs:element><xs:element name="M"><xs:complexType/></xs:element><xs:element name="MResponse"><xs:complexType/></xs:element><xs:element name="string" type="xs:string"/>',
)}
<message name="OpSoapIn"><part name="parameters" element="t:Op"/></message><message name="OpSoapOut"><part name="parameters" element="t:OpResponse"/></message>
<message name="MSoapIn"><part name="parameters" element="t:M"/></message><message name="MSoapOut"><part name="parameters" element="t:MResponse"/></message>
<message name="OpHttpGetIn"><part name="code" type="xs:string"/></message><message name="OpHttpGetOut"><part name="Body" element="t:string"/></message>
<message name="None"/>
<portType name="XSoap"><operation name="Op"><documentation>Does it.</documentation><input message="t:OpSoapIn"/><output message="t:OpSoapOut"/></operation><operation name="Op"><input name="M" message="t:MSoapIn"/><output name="M" message="t:MSoapOut"/></operation></portType>
<portType name="XHttpGet"><operation name="Op"><input message="t:OpHttpGetIn"/><output message="t:OpHttpGetOut"/></operation><operation name="Op"><input name="M" message="t:None"/><output name="M" message="t:None"/></operation><operation name="Only"><input message="t:OpHttpGetIn"/><output message="t:None"/></operation></portType>
<portType name="XHttpPost"><operation name="Op"><input message="t:OpHttpGetIn"/><output message="t:OpHttpGetOut"/></operation></portType>
<binding name="XSoap" type="t:XSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction="urn:t/Op" style="document"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation><operation name="Op"><soap:operation soapAction="urn:t/M" style="document"/><input name="M"><soap:body use="literal"/></input><output name="M"><soap:body use="literal"/></output></operation></binding>
<binding name="XSoap12" type="t:XSoap"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap12:operation soapAction="urn:t/Op" style="document"/><input><soap12:body use="literal"/></input><output><soap12:body use="literal"/></output></operation></binding>
<binding name="XHttpGet" type="t:XHttpGet"><http:binding verb="GET"/><operation name="Op"><http:operation location="/Op"/><input><http:urlEncoded/></input><output><mime:mimeXml part="Body"/></output></operation><operation name="Op"><http:operation location="/M"/><input name="M"><http:urlEncoded/></input><output name="M"/></operation><operation name="Only"><http:operation location="/Only"/><input><http:urlEncoded/></input><output/></operation></binding>
<binding name="XHttpPost" type="t:XHttpPost"><http:binding verb="POST"/><operation name="Op"><http:operation location="/Op"/><input><mime:content type="application/x-www-form-urlencoded"/></input><output><mime:mimeXml part="Body"/></output></operation></binding>
<service name="X"><documentation>All.</documentation><port name="XSoap" binding="t:XSoap"><soap:address location="http://host:81/dir/x.asmx?a=b"/></port><port name="XSoap12" binding="t:XSoap12"><soap12:address location="http://host:81/dir/x.asmx"/></port><port name="XHttpGet" binding="t:XHttpGet"><http:address location="http://host:81/dir/x.asmx"/></port><port name="XHttpPost" binding="t:XHttpPost"><http:address location="http://host:81/dir/x.asmx"/></port></service>`;

describe('a WSDL of ASMX', () => {
  const model = link(asmx);

  test('is one service with one interface', () => {
    expect(model).toMatchObject({ name: 'T', namespace: 'urn:t', baseUrl: 'http://host:81' });
    expect(model.services).toMatchObject([
      { name: 'X', path: '/dir/x.asmx?a=b', namespace: 'urn:t', documentation: 'All.' },
    ]);
    const [service] = model.services;
    expect(
      service?.interfaces.map((one) => [one.name, one.ports.map((port) => port.kind)]),
    ).toEqual([['XSoap', ['soap11', 'soap12', 'httpGet', 'httpPost']]]);
  });

  test('joins the three portTypes by method and message name', () => {
    const summary = operationsOf(model).map((one) => [
      one.name,
      one.messageName,
      (['soap11', 'soap12', 'httpGet', 'httpPost'] as const)
        .filter((kind) => one[kind] !== undefined)
        .join(' '),
    ]);
    expect(summary).toEqual([
      ['Op', 'Op', 'soap11 soap12 httpGet httpPost'],
      ['Op', 'M', 'soap11 httpGet'],
      ['Only', 'Only', 'httpGet'],
    ]);
  });

  test('says how each travels', () => {
    const op = operation(model, 'Op');
    expect(op).toMatchObject({ documentation: 'Does it.', oneWay: false });
    expect(op.soap11).toMatchObject({
      action: 'urn:t/Op',
      style: 'document',
      input: { use: 'literal', rpcWrapper: undefined, headers: [], attachments: [] },
      output: { use: 'literal' },
      faults: [],
    });
    expect(op.soap11?.input.parts[0]?.element?.name.localName).toBe('Op');
    expect(op.httpGet).toMatchObject({
      location: '/Op',
      input: { kind: 'urlEncoded' },
      output: { kind: 'mimeXml', part: 'Body' },
      parameters: [{ name: 'code', type: { builtin: 'string' } }],
      result: { name: 'Body' },
    });
    expect(op.httpPost?.input).toEqual({ kind: 'form' });
    const only = operation(model, 'Only');
    expect(only.httpGet).toMatchObject({ output: { kind: 'none' }, result: undefined });
    expect(operationsOf(model)[1]?.httpGet?.location).toBe('/M');
  });
});

describe('other styles', () => {
  const rpc = (body: string, operationAttributes = ''): string => `
<message name="In"><part name="a" type="xs:int"/><part name="b" type="xs:string"/><part name="h" type="xs:int"/></message><message name="Out"><part name="result" type="xs:int"/><part name="b" type="xs:string"/><part name="a" type="xs:int"/></message>
<portType name="P"><operation name="Op" ${operationAttributes}><input name="OpRequest" message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction=""/><input>${body}</input><output><soap:body use="encoded" namespace="urn:r" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output></operation></binding>
<service name="S"><port name="SPort" binding="t:B"><soap:address location="http://host"/></port></service>`;

  test('rpc has a wrapper and its parts in parameter order', () => {
    const model = link(
      rpc('<soap:body use="literal" namespace="urn:r" parts="b a"/>', 'parameterOrder="b a"'),
    );
    const { soap11, messageName } = operation(model, 'Op');
    expect(messageName).toBe('Op');
    expect(soap11?.style).toBe('rpc');
    expect(soap11?.input).toMatchObject({
      use: 'literal',
      rpcWrapper: { namespace: 'urn:r', localName: 'Op' },
      parts: [{ name: 'b' }, { name: 'a' }],
    });
    expect(soap11?.output).toMatchObject({
      use: 'encoded',
      rpcWrapper: { namespace: 'urn:r', localName: 'OpResponse' },
      parts: [{ name: 'result' }, { name: 'b' }, { name: 'a' }],
    });
    expect(model.services[0]?.path).toBe('/');
  });

  test('an rpc wrapper without a namespace takes the target namespace, an empty one none', () => {
    const input = (body: string) => operation(link(rpc(body)), 'Op').soap11?.input;
    expect(input('<soap:body use="literal"/>')).toMatchObject({
      rpcWrapper: { namespace: 'urn:t', localName: 'Op' },
      assumedNamespace: true,
    });
    expect(input('<soap:body use="literal" namespace=""/>')).toMatchObject({
      rpcWrapper: { namespace: '', localName: 'Op' },
      assumedNamespace: undefined,
    });
  });

  test('headers take their parts out of the body; header faults are kept', () => {
    const model = link(
      rpc(
        '<soap:body use="literal" namespace="urn:r"/><soap:header message="t:In" part="h" use="literal" wsdl:required="true"><soap:headerfault message="t:Out" part="result" use="literal"/></soap:header>',
      ),
    );
    const input = operation(model, 'Op').soap11?.input;
    expect(input?.parts.map((part) => part.name)).toEqual(['a', 'b']);
    expect(input?.headers).toMatchObject([
      { part: { name: 'h' }, use: 'literal', required: true, faults: [{ name: 'result' }] },
    ]);
  });

  test('attachments take their parts out of the body', () => {
    const model = link(
      rpc(
        '<mime:multipartRelated><mime:part><soap:body use="literal" namespace="urn:r"/></mime:part><mime:part><mime:content part="b" type="image/png"/><mime:content part="b" type="image/gif"/></mime:part></mime:multipartRelated>',
      ),
    );
    const input = operation(model, 'Op').soap11?.input;
    expect(input?.parts.map((part) => part.name)).toEqual(['a', 'h']);
    expect(input?.attachments).toMatchObject([
      { part: 'b', types: ['image/png', 'image/gif'], declared: { name: 'b' } },
    ]);
  });

  test('one-way operations have no output', () => {
    const model = link(
      rpc('<soap:body use="literal" namespace="urn:r"/>').replace('<output message="t:Out"/>', ''),
    );
    expect(operation(model, 'Op')).toMatchObject({ oneWay: true, soap11: { output: undefined } });
  });

  test('faults have one part', () => {
    const model = link(
      `<message name="F"><part name="f" type="xs:string"/></message>${rpc('<soap:body use="literal" namespace="urn:r"/>').replace('<output message="t:Out"/>', '<output message="t:Out"/><fault name="Bad" message="t:F"><documentation>No good.</documentation></fault>')}`,
    );
    expect(operation(model, 'Op').soap11?.faults).toMatchObject([
      { name: 'Bad', part: { name: 'f' }, documentation: 'No good.' },
    ]);
  });

  test.each([
    ['<http:urlReplacement/>', { kind: 'urlReplacement' }],
    [
      '<mime:content part="a" type="text/plain"/>',
      { kind: 'mimeContent', part: 'a', type: 'text/plain' },
    ],
    ['<mime:mimeXml/>', { kind: 'mimeXml', part: undefined }],
    ['', { kind: 'urlEncoded' }],
  ])('HTTP GET with input %j', (input, expected) => {
    const model = link(
      `<message name="In"><part name="a" type="xs:int"/></message><message name="Out"/><portType name="P"><operation name="Op"><input message="t:In"/><output message="t:Out"/></operation></portType><binding name="B" type="t:P"><http:binding verb="GET"/><operation name="Op"><http:operation location="Op/(a)"/><input>${input}</input><output/></operation></binding><service name="S"><port name="G" binding="t:B"><http:address location="http://host/x/"/></port></service>`,
    );
    expect(operation(model, 'Op').httpGet).toMatchObject({ location: 'Op/(a)', input: expected });
    expect(model.services[0]?.path).toBe('/x/');
  });
});

describe('interfaces', () => {
  const message = '<message name="M"><part name="a" type="xs:int"/></message>';
  const portType = (name: string, operations: readonly string[]): string =>
    `<portType name="${name}">${operations.map((one) => `<operation name="${one}"><input message="t:M"/></operation>`).join('')}</portType>`;
  const binding = (
    name: string,
    type: string,
    operations: readonly string[],
    more = '',
    version = 'soap',
  ): string =>
    `<binding name="${name}" type="t:${type}"><${version}:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${operations.map((one) => `<operation name="${one}"><${version}:operation soapAction="${one}${more}"/><input><${version}:body use="literal" namespace="urn:t"/></input></operation>`).join('')}</binding>`;
  const service = (...bindings: readonly string[]): string =>
    `<service name="S">${bindings.map((one) => `<port name="${one}Port" binding="t:${one}"/>`).join('')}</service>`;
  const shape = (body: string): unknown =>
    link(message + body).services[0]?.interfaces.map((one) => [
      one.name,
      one.ports.map((port) => port.name),
      one.operations.map((op) => op.name),
    ]);

  test('are one for several ports of one portType on the same wire', () => {
    expect(
      shape(
        portType('P', ['a', 'b']) +
          binding('B', 'P', ['b', 'a']) +
          binding('C', 'P', ['b', 'a']) +
          service('B', 'C'),
      ),
    ).toEqual([['BPort', ['BPort', 'CPort'], ['a', 'b']]]);
  });

  test('are several for one portType on different wires of one kind', () => {
    expect(
      shape(
        portType('P', ['a']) +
          binding('B', 'P', ['a']) +
          binding('C', 'P', ['a'], '2') +
          service('B', 'C'),
      ),
    ).toEqual([
      ['BPort', ['BPort'], ['a']],
      ['CPort', ['CPort'], ['a']],
    ]);
  });

  test('are several for portTypes that differ, one for those that are the same in two versions of SOAP', () => {
    expect(
      shape(
        portType('P', ['a']) +
          portType('Q', ['a', 'b']) +
          portType('R', ['a']) +
          binding('B', 'P', ['a']) +
          binding('C', 'Q', ['a', 'b']) +
          binding('D', 'R', ['a'], '', 'soap12') +
          service('B', 'C', 'D'),
      ),
    ).toEqual([
      ['BPort', ['BPort', 'DPort'], ['a']],
      ['CPort', ['CPort'], ['a', 'b']],
    ]);
  });

  test('leave out operations that no binding lists', () => {
    expect(shape(portType('P', ['a', 'b']) + binding('B', 'P', ['b']) + service('B'))).toEqual([
      ['BPort', ['BPort'], ['b']],
    ]);
  });

  test('a WSDL without services gets one, with a port for each binding', () => {
    const model = link(message + portType('P', ['a']) + binding('B', 'P', ['a']));
    expect(model.services).toMatchObject([
      { name: 'T', path: '/T', ports: [{ name: 'B', kind: 'soap11', address: undefined }] },
    ]);
    expect(model.baseUrl).toBeUndefined();
  });

  test('an operation is known by its name, an overload by that of its message', () => {
    const names = (model: ServiceModel) =>
      operationsOf(model).map((one) => [one.name, one.messageName, one.publicName]);
    const element = (name: string): string => `<xs:element name="${name}" type="xs:int"/>`;
    const types = `<types><xs:schema targetNamespace="urn:t">${element('PayACH')}${element('Pay')}</xs:schema></types>`;
    const sent = (name: string): string =>
      `<message name="${name}"><part name="p" element="t:${name}"/></message>`;
    const input = (name: string): string => `<input name="${name}" message="t:${name}"/>`;
    const model = (operations: string, count: number): ServiceModel =>
      link(
        `${types}${sent('PayACH')}${sent('Pay')}<portType name="P">${operations}</portType>${binding('B', 'P', Array(count).fill('PayAch'))}${service('B')}`,
      );
    const alone = `<operation name="PayAch">${input('PayACH')}</operation>`;
    expect(names(model(alone, 1))).toEqual([['PayAch', 'PayACH', 'PayAch']]);
    const other = `<operation name="PayAch">${input('Pay')}</operation>`;
    expect(names(model(alone + other, 2))).toEqual([
      ['PayAch', 'PayACH', 'PayACH'],
      ['PayAch', 'Pay', 'Pay'],
    ]);
  });

  test('overloads without names go by their messages', () => {
    const model = link(
      `${message}<message name="N"><part name="b" type="xs:int"/></message><portType name="P"><operation name="a"><input message="t:M"/></operation><operation name="a"><input message="t:N"/></operation></portType>${binding('B', 'P', ['a', 'a'])}${service('B')}`,
    );
    expect(
      operationsOf(model).map((one) => [one.messageName, one.soap11?.input.parts[0]?.name]),
    ).toEqual([
      ['a', 'a'],
      ['N', 'b'],
    ]);
  });
});
