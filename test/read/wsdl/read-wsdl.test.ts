import { describe, expect, test } from '@jest/globals';
import { linkFiles, onePort, operationsOf, quotedLineOf, wsdl } from '../contract-text.ts';

const types =
  '<types><xs:schema targetNamespace="urn:t"><xs:element name="Op"><xs:complexType/></xs:element><xs:element name="R"><xs:complexType/></xs:element></xs:schema></types>';
const messages =
  '<message name="In"><part name="p" element="t:Op"/></message><message name="Out"><part name="p" element="t:R"/></message>';

/** A sound WSDL in which something is replaced, its port on line 6. */
function changed(from: string, to: string): string {
  const text = wsdl(`${types}\n${messages}\n${onePort}`);
  if (!text.includes(from)) throw new Error(`no ${from}`);
  return text.replace(from, to);
}

describe('readWsdl', () => {
  test('says nothing about a sound document', () => {
    const { lines, contract } = linkFiles({ 'a.wsdl': changed('<message', '<message') });
    expect(lines).toEqual([]);
    expect(contract?.definitions[0]?.defects).toEqual([]);
  });

  test('keeps documentation everywhere', () => {
    const text = wsdl(`<documentation> Whole </documentation>${types}\n${messages}\n${onePort}`)
      .replace(
        '<operation name="Op"><input m',
        '<operation name="Op"><documentation>Op.</documentation><input m',
      )
      .replace(
        '<part name="p" element="t:Op"/>',
        '<part name="p" element="t:Op"><documentation>Part.</documentation></part>',
      );
    const { model } = linkFiles({ 'a.wsdl': text });
    expect(model?.documentation).toBe('Whole');
    expect(operationsOf(model)[0]?.documentation).toBe('Op.');
    expect(operationsOf(model)[0]?.soap11?.input.parts[0]?.documentation).toBe('Part.');
  });

  test.each([
    [
      'an operation in which the server speaks first',
      '<input message="t:In"/><output message="t:Out"/>',
      '<output message="t:Out"/><input message="t:In"/>',
      `warning ASMX1024 «<operation name="Op">» Operation 'Op' is left out: it is a solicit-response, in which the server speaks first`,
      0,
    ],
    [
      'a notification',
      '<input message="t:In"/><output message="t:Out"/>',
      '<output message="t:Out"/>',
      `warning ASMX1024 «<operation name="Op">» Operation 'Op' is left out: it is a notification, in which the server speaks first`,
      0,
    ],
    [
      'another transport',
      'transport="http://schemas.xmlsoap.org/soap/http"',
      'transport="urn:jms"',
      `warning ASMX1024 «<binding name="B" type="t:P">» Binding 'B' is left out: its transport 'urn:jms' is not HTTP`,
      0,
    ],
    [
      'another binding',
      '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>',
      '<corba:binding xmlns:corba="urn:corba"/>',
      `warning ASMX1024 «<binding name="B" type="t:P">» Binding 'B' is left out: it has no SOAP or HTTP binding element`,
      0,
    ],
    [
      'a missing action',
      ' soapAction="urn:t/Op"',
      '',
      `warning ASMX3006 «<operation name="Op">» Binding 'B' gives no 'soapAction' for 1 of its operations`,
      1,
    ],
    [
      'an order of parts that do not exist',
      '<operation name="Op"><input m',
      '<operation name="Op" parameterOrder="p x"><input m',
      `warning ASMX3006 «<operation name="Op" parameterOrder="p x">» 'parameterOrder' of operation 'Op' lists 'x', which its messages do not have`,
      1,
    ],
    [
      'an extension that is required',
      '<soap:body use="literal"/></input>',
      '<soap:body use="literal"/><x:y xmlns:x="urn:x" wsdl:required="true"/></input>',
      `warning ASMX1024 «<x:y xmlns:x="urn:x" wsdl:required="true"/>» Extension 'y' of namespace 'urn:x' says it is required, but is not known`,
      1,
    ],
    [
      'an unknown style',
      'soapAction="urn:t/Op"',
      'soapAction="urn:t/Op" style="literal"',
      `warning ASMX1023 «literal» Attribute 'style' cannot be 'literal': it is taken for 'document'`,
      1,
    ],
    [
      'a name that no message carries',
      '<port name="SPort"',
      '<port name="localhost:80 80"',
      `warning ASMX3001 «localhost:80 80» 'localhost:80 80' is not an NCName`,
      1,
    ],
    [
      'a part that does not exist',
      '<soap:body use="literal"/></input>',
      '<soap:body use="literal" parts="parameters"/></input>',
      `warning ASMX3002 «<soap:body use="literal" parts="parameters"/>» Message 'In' has no part 'parameters', which is ignored`,
      1,
    ],
    [
      'a header without message',
      '<soap:body use="literal"/></input>',
      '<soap:header part="p" use="literal"/></input>',
      `warning ASMX1023 «<soap:header part="p" use="literal"/>» Element 'header' needs attribute 'message': that of the operation is meant`,
      1,
    ],
    [
      'a part of any content',
      '<part name="p" element="t:R"/>',
      '<part name="p"/>',
      `warning ASMX1023 «<part name="p"/>» Part 'p' has neither 'element' nor 'type': it is taken for any content`,
      1,
    ],
    [
      'a type given as an element',
      '<part name="p" element="t:R"/>',
      '<part name="p" element="xs:int"/>',
      `warning ASMX3004 «xs:int» Part 'p' refers to type 'int' with 'element'`,
      1,
    ],
    [
      'a name without the prefix of the target namespace',
      '<input message="t:In"/>',
      '<input message="In"/>',
      `warning ASMX3006 «In» 'In' is a name of WSDL's own namespace; that of the document is meant`,
      1,
    ],
    [
      'a fault that only the binding has',
      '</output></operation></binding>',
      '</output><fault name="F"><soap:fault name="F" use="literal"/></fault></operation></binding>',
      `warning ASMX3002 «<fault name="F">» Fault 'F' of operation 'Op' in binding 'B' is not in the portType`,
      1,
    ],
  ])('warns of %s', (_what, from, to, line, operations) => {
    const { diagnostics, model } = linkFiles({ 'a.wsdl': changed(from, to) });
    const lines = diagnostics.map(quotedLineOf);
    expect(lines.filter((one) => one.startsWith('error'))).toEqual([]);
    expect(lines).toContain(line);
    expect(operationsOf(model)).toHaveLength(operations);
  });

  test('extensions that are not required go by without a word', () => {
    const text = changed(
      '<portType name="P">',
      '<p:Policy xmlns:p="urn:p"><p:x wsdl:required="false"/></p:Policy><portType name="P">',
    );
    expect(linkFiles({ 'a.wsdl': text }).lines).toEqual([]);
  });

  test('reads simple types with attributes as what they mean', () => {
    const { model, diagnostics } = linkFiles({
      'a.wsdl': changed(
        '<xs:element name="R">',
        '<xs:simpleType name="Id"><xs:extension base="xs:string"><xs:attribute name="source"/></xs:extension></xs:simpleType><xs:element name="R">',
      ),
    });
    expect(diagnostics.map(quotedLineOf)).toEqual([
      `warning ASMX1022 «<xs:simpleType name="Id">» A simple type cannot have an extension: it is read as 'simpleContent' of a complex type`,
    ]);
    expect(model?.types).toMatchObject([{ kind: 'complex', simpleContent: { builtin: 'string' } }]);
  });

  test('keeps what an operation writes to the response', () => {
    const text = changed(
      '<operation name="Op"><input m',
      '<operation name="Op" xmlns:c="urn:asmx-gen:contract:1" c:written="json"><input m',
    );
    expect(operationsOf(linkFiles({ 'a.wsdl': text }).model)[0]?.written).toBe('json');
  });
});

describe('legal but surprising', () => {
  test('rpc without a namespace, parts by element, and messages no server can tell apart', () => {
    const text = wsdl(`${types}
${messages}
<portType name="P"><operation name="Op"><input message="t:In"/></operation>
<operation name="Op2"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation><operation name="Op2"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
<binding name="C" type="t:P"><soap12:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op2"><soap12:operation soapAction=""/><input><soap12:body use="literal"/></input></operation></binding>
<service name="S"><port name="C" binding="t:C"/></service><service name="S2"><port name="B" binding="t:B"/></service>`);
    expect(linkFiles({ 'a.wsdl': text }).diagnostics.map(quotedLineOf)).toEqual([
      `warning ASMX3006 «<operation name="Op2">» Operation 'Op2': 'soap:body' of an rpc operation names no namespace`,
      `warning ASMX3006 «<operation name="Op2">» Operation 'Op2': a part of an rpc message refers to an element`,
      `warning ASMX3006 «<operation name="Op2">» Operations 'Op' and 'Op2' have the same action and the same request element`,
    ]);
  });
});
