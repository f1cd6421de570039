import { expect } from '@jest/globals';
import {
  createDiagnosticBag,
  type Diagnostic,
  type LintLevels,
  withLintLevels,
} from '../../src/diagnostics/diagnostic.ts';
import { lintModel } from '../../src/lint/rules.ts';
import { linkContract } from '../../src/model/link.ts';
import { readContract } from '../../src/read/contract.ts';

/** Lints a sound contract, WSDL or YAML, as `check` does. */
export function lint(text: string, levels: LintLevels = {}): readonly Diagnostic[] {
  const bag = createDiagnosticBag();
  const host = { readFile: () => new TextEncoder().encode(text) };
  const contract = readContract('x', host, withLintLevels(bag, levels));
  const model = contract && linkContract(contract, bag);
  expect(bag.diagnostics.filter((one) => !one.code.startsWith('ASMX6'))).toEqual([]);
  if (model === undefined) throw new Error('not linked');
  lintModel(model, bag, levels);
  return bag.diagnostics;
}

/** `severity code message`. */
export function brief(one: Diagnostic): string {
  return `${one.severity} ${one.code} ${one.message}`;
}

/** A contract in YAML whose one service `A` has these operations, indented by six spaces. */
export function yaml(operations: string, types = ''): string {
  const rest = types === '' ? '' : `types:\n${types}`;
  return `asmx: 1\nname: S\nnamespace: http://t/\nservices:\n  A:\n    operations:\n${operations}${rest}`;
}

/** What a {@link wsdl} differs in from the plain one. */
export interface WsdlParts {
  /** Further schema components. */
  readonly schema?: string;
  /** Further messages. */
  readonly messages?: string;
  /** `soap:body` of input and output. */
  readonly body?: string;
  /** Names of the parts of the GET message, in order. */
  readonly getParts?: readonly string[];
  /** `soapAction` of the one operation, `Add`. */
  readonly action?: string;
  /** Children of `soap:header` bindings of the input. */
  readonly header?: string;
  /** Style of the SOAP binding. */
  readonly style?: string;
  /** Parts of the SOAP input message. */
  readonly soapParts?: string;
}

/** A WSDL with the operation `Add` of `a` and `b` over SOAP 1.1 and GET. */
export function wsdl(parts: WsdlParts = {}): string {
  const body = parts.body ?? '<soap:body use="literal"/>';
  const getParts = (parts.getParts ?? ['a', 'b']).map(
    (name) => `<part name="${name}" type="s:string"/>`,
  );
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/"
  xmlns:t="http://t/" targetNamespace="http://t/">
  <types><s:schema targetNamespace="http://t/" elementFormDefault="qualified">
    <s:element name="Add"><s:complexType><s:sequence>
      <s:element name="a" type="s:int"/><s:element name="b" type="s:int"/>
    </s:sequence></s:complexType></s:element>
    <s:element name="AddResponse"><s:complexType/></s:element>
    ${parts.schema ?? ''}
  </s:schema></types>
  <message name="AddSoapIn">${parts.soapParts ?? '<part name="parameters" element="t:Add"/>'}</message>
  <message name="AddSoapOut"><part name="parameters" ${parts.style === 'rpc' ? 'type="s:int"' : 'element="t:AddResponse"'}/></message>
  <message name="AddHttpGetIn">${getParts.join('')}</message>
  <message name="AddHttpGetOut"/>
  ${parts.messages ?? ''}
  <portType name="ASoap"><operation name="Add"><input message="t:AddSoapIn"/><output message="t:AddSoapOut"/></operation></portType>
  <portType name="AHttpGet"><operation name="Add"><input message="t:AddHttpGetIn"/><output message="t:AddHttpGetOut"/></operation></portType>
  <binding name="ASoap" type="t:ASoap"><soap:binding style="${parts.style ?? 'document'}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Add"><soap:operation soapAction="${parts.action ?? 'http://t/Add'}"/><input>${body}${parts.header ?? ''}</input><output>${body}</output></operation></binding>
  <binding name="AHttpGet" type="t:AHttpGet"><http:binding verb="GET"/>
    <operation name="Add"><http:operation location="/Add"/><input><http:urlEncoded/></input><output/></operation></binding>
  <service name="A">
    <port name="ASoap" binding="t:ASoap"><soap:address location="http://h/A.asmx"/></port>
    <port name="AHttpGet" binding="t:AHttpGet"><http:address location="http://h/A.asmx"/></port>
  </service>
</definitions>`;
}
