import { readFileSync } from 'node:fs';
import { namespaces } from '../model/xml.ts';

/** In the package, too, and at the same relative path from here in `src` as from `dist/bundle`. */
const folder = new URL('../../specs/schemas/', import.meta.url);

/** Files of `specs/schemas` by namespace. */
const files: ReadonlyMap<string, string> = new Map([
  [namespaces.xml, 'xml'],
  [namespaces.xsd, 'xml-schema'],
  [namespaces.soapEncoding11, 'soap-encoding-1.1'],
  [namespaces.soapEncoding12, 'soap-encoding-1.2'],
  [namespaces.microsoftTypes, 'microsoft-types'],
  [namespaces.soapEnvelope11, 'soap-envelope-1.1'],
  [namespaces.soapEnvelope12, 'soap-envelope-1.2'],
  ['http://schemas.microsoft.com/2003/10/Serialization/', 'microsoft-serialization'],
  ['http://www.w3.org/2005/08/addressing', 'ws-addressing-1.0'],
  ['http://schemas.xmlsoap.org/ws/2004/08/addressing', 'ws-addressing-2004'],
  ['http://docs.oasis-open.org/wsn/b-2', 'ws-base-notification'],
  ['http://docs.oasis-open.org/wsn/br-2', 'ws-brokered-notification'],
  ['http://docs.oasis-open.org/wsn/t-1', 'ws-topics'],
  ['http://docs.oasis-open.org/wsrf/bf-2', 'ws-base-faults'],
  ['http://docs.oasis-open.org/wsrf/r-2', 'ws-resource'],
  ['http://docs.oasis-open.org/wsrf/rl-2', 'ws-resource-lifetime'],
  ['http://docs.oasis-open.org/wsrf/rp-2', 'ws-resource-properties'],
  ['http://docs.oasis-open.org/wsrf/sg-2', 'ws-service-group'],
  ['http://www.w3.org/2005/05/xmlmime', 'xmlmime'],
  ['http://ws-i.org/profiles/basic/1.1/xsd', 'ws-i-attachments'],
  ['http://www.w3.org/2004/08/xop/include', 'xop'],
  ['http://xml.apache.org/xml-soap', 'apache-soap'],
  ['http://www.w3.org/2000/09/xmldsig#', 'xml-signature'],
  ['http://www.w3.org/2001/04/xmlenc#', 'xml-encryption'],
]);

/** Whether the schema of a namespace is built in. */
export function isWellKnown(namespace: string): boolean {
  return files.has(namespace);
}

/** The text of the built-in schema of a namespace. */
export function wellKnownText(namespace: string): string | undefined {
  const name = files.get(namespace);
  if (name === undefined) return undefined;
  return readFileSync(new URL(`${name}.xsd`, folder), 'utf8').replaceAll('\r\n', '\n');
}
