import type { ClientOptions } from '../../src/runtime/index.ts';
import type { Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

export const namespace = 'urn:files';
export const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
export const xop = 'http://www.w3.org/2004/08/xop/include';

/** Bytes wherever base64Binary can stand, and an operation without any. */
const schema = `<xs:schema targetNamespace="${namespace}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:f="${namespace}" elementFormDefault="qualified">
  <xs:simpleType name="Short"><xs:restriction base="xs:base64Binary"><xs:maxLength value="8"/></xs:restriction></xs:simpleType>
  <xs:complexType name="Typed"><xs:simpleContent><xs:extension base="xs:base64Binary"><xs:attribute name="kind" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>
  <xs:complexType name="File"><xs:sequence>
    <xs:element name="name" type="xs:string"/>
    <xs:element name="data" type="xs:base64Binary" minOccurs="0"/>
    <xs:element name="more" type="xs:base64Binary" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="short" type="f:Short" minOccurs="0"/>
    <xs:element name="typed" type="f:Typed" minOccurs="0"/>
    <xs:element name="hex" type="xs:hexBinary" minOccurs="0"/>
    <xs:any namespace="##other" processContents="lax" minOccurs="0"/>
  </xs:sequence><xs:attribute name="digest" type="xs:base64Binary"/></xs:complexType>
  <xs:element name="Store"><xs:complexType><xs:sequence><xs:element name="file" type="f:File"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="StoreResponse"><xs:complexType><xs:sequence><xs:element name="file" type="f:File"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Fetch"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="FetchResponse"><xs:complexType><xs:sequence><xs:element name="FetchResult" type="xs:base64Binary" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="List"><xs:complexType/></xs:element>
  <xs:element name="ListResponse"><xs:complexType><xs:sequence><xs:element name="file" type="f:File" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="Count"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="CountResponse"><xs:complexType><xs:sequence><xs:element name="CountResult" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const names = ['Store', 'Fetch', 'List', 'Count'];

const each = (write: (name: string) => string): string => names.map(write).join('\n');

const binding = (version: string, number: string): string =>
  `<binding name="Files${number}" type="f:Files"><${version}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((name) => `<operation name="${name}"><${version}:operation soapAction="${namespace}/${name}"/><input><${version}:body use="literal"/></input><output><${version}:body use="literal"/></output></operation>`)}</binding>`;

const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s11="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:s12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:f="${namespace}" targetNamespace="${namespace}">
<types>${schema}</types>
${each((name) => `<message name="${name}"><part name="parameters" element="f:${name}"/></message><message name="${name}Out"><part name="parameters" element="f:${name}Response"/></message>`)}
<portType name="Files">${each((name) => `<operation name="${name}"><input message="f:${name}"/><output message="f:${name}Out"/></operation>`)}</portType>
${binding('s11', '')}${binding('s12', '12')}
<service name="Files"><port name="Files" binding="f:Files"><s11:address location="http://localhost/files"/></port><port name="Files12" binding="f:Files12"><s12:address location="http://localhost/files"/></port></service>
</definitions>`;

/** What the tests call of the generated client. */
export type FilesClient = Readonly<
  Record<
    'store' | 'fetch' | 'list' | 'count',
    (input: unknown, options?: object) => Promise<unknown>
  >
>;

export type Handlers = Readonly<Record<string, (input: never, context: never) => unknown>>;

/** The generated folder of the contract, with its factories. */
export interface Files {
  readonly folder: GeneratedFolder;
  readonly createClient: (options: ClientOptions) => FilesClient;
  readonly createServer: (handlers: Handlers, options?: ServerOptions) => Server;
}

export async function generateFiles(): Promise<Files> {
  const folder = await generateText('files.wsdl', contract);
  const module = await folder.load();
  return {
    folder,
    createClient: module.createFilesClient as Files['createClient'],
    createServer: module.createFilesServer as Files['createServer'],
  };
}

/** Lines joined as in MIME, as bytes of Latin-1. */
export function lines(...texts: readonly string[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(texts.join('\r\n'), 'latin1'));
}

export const latin1 = (bytes: Uint8Array | undefined): string =>
  Buffer.from(bytes ?? new Uint8Array()).toString('latin1');
