import type { DiagnosticCode } from '../../../../src/diagnostics/diagnostic.ts';

/** What the reference says of a diagnostic beside its title. */
export interface Explanation {
  /** What is wrong, and why it matters. */
  readonly meaning: string;
  /** What to do about it. */
  readonly solution: string;
  /** Absent for what only a fault of the tool can bring about. */
  readonly example: Example | undefined;
}

/** A way to get the diagnostic. */
export interface Example {
  /**
   * What readers see of the file: all of it, or the part that matters; empty where there is nothing
   * to see.
   */
  readonly shown: string;
  readonly file: string;
  /** All files, by name. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /**
   * Commands and changes to files, one after the other; the last command complains. Without them,
   * `check` of the file does.
   */
  readonly steps?: readonly Step[];
  /** A document that the contract imports from elsewhere, with the hash it was locked with. */
  readonly remote?: { readonly url: string; readonly text: string; readonly locked: string };
}

/** Arguments of a command, or files to write, by name. */
export type Step = readonly string[] | Readonly<Record<string, string>>;

/** Explanations of some codes. Lint rules carry their own. */
export type Explanations = Readonly<Partial<Record<DiagnosticCode, Explanation>>>;

/** A YAML contract shown whole. */
export function yaml(text: string): Example {
  return { shown: text, file: 'school.yaml', files: { 'school.yaml': text } };
}

/** A YAML contract whose one service has the operations given. */
export function operations(text: string, rest = ''): Example {
  return yaml(`asmx: 1
name: School
namespace: http://example.org/school
services:
  School:
    operations:
${text}${rest}`);
}

/** What replaces the plain parts of a WSDL. */
export interface WsdlParts {
  readonly top?: string;
  readonly types?: string;
  readonly message?: string;
  readonly portType?: string;
  readonly binding?: string;
}

/** A WSDL that differs from a plain one in the parts given, which are shown. */
export function wsdl(parts: WsdlParts, files: Readonly<Record<string, string>> = {}): Example {
  const {
    top = '',
    types = '',
    message = plainMessage,
    portType = plainPortType,
    binding = plainBinding,
  } = parts;
  const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://www.w3.org/2001/XMLSchema"
    xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="http://example.org/school"
    name="School" targetNamespace="http://example.org/school">
${top}  <types>
    <s:schema targetNamespace="http://example.org/school" elementFormDefault="qualified">
      <s:element name="Ping"><s:complexType /></s:element>
      <s:element name="PingResponse"><s:complexType /></s:element>
${types}    </s:schema>
  </types>
${message}  <message name="PingOut"><part name="parameters" element="tns:PingResponse" /></message>
${portType}${binding}  <service name="School">
    <port name="SchoolSoap" binding="tns:SchoolSoap"><soap:address location="http://localhost/School.asmx" /></port>
  </service>
</definitions>
`;
  const shown = [top, types, parts.message, parts.portType, parts.binding].join('');
  return { shown, file: 'school.wsdl', files: { ...files, 'school.wsdl': text } };
}

const plainMessage = `  <message name="PingIn"><part name="parameters" element="tns:Ping" /></message>
`;

const plainPortType = `  <portType name="SchoolSoap">
    <operation name="Ping"><input message="tns:PingIn" /><output message="tns:PingOut" /></operation>
  </portType>
`;

const plainBinding = `  <binding name="SchoolSoap" type="tns:SchoolSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" />
    <operation name="Ping">
      <soap:operation soapAction="http://example.org/school/Ping" />
      <input><soap:body use="literal" /></input>
      <output><soap:body use="literal" /></output>
    </operation>
  </binding>
`;
