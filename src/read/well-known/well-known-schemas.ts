import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { SchemaDocument } from '../../model/xsd/schema-document.ts';
import { createSyntaxLog } from '../syntax-log.ts';
import { parseXmlTree } from '../xml-tree.ts';
import { readSchema } from '../xsd/read-schema.ts';
import { apacheSoapSchema } from './apache-soap.ts';
import { attachmentReferenceSchema, xmlMimeSchema, xopSchema } from './attachments.ts';
import { microsoftTypesSchema, serializationSchema } from './microsoft.ts';
import { resourcePropertiesSchema } from './resource-properties.ts';
import { serviceGroupSchema } from './service-group.ts';
import { soapEncodingSchema } from './soap-encoding.ts';
import { soapEnvelope11Schema, soapEnvelope12Schema } from './soap-envelope.ts';
import { wsAddressingSchema } from './ws-addressing.ts';
import { wsAddressing2004Schema } from './ws-addressing-2004.ts';
import { baseNotificationSchema, brokeredNotificationSchema } from './ws-notification.ts';
import { wsTopicsSchema } from './ws-topics.ts';
import { baseFaultsSchema, resourceLifetimeSchema, resourceSchema } from './wsrf.ts';
import { xmlEncryptionSchema } from './xml-encryption.ts';
import { xmlNamespaceSchema } from './xml-namespace.ts';
import { xmlSchemaSchema } from './xml-schema.ts';
import { xmlSignatureSchema } from './xml-signature.ts';

const schemas: ReadonlyMap<string, () => string> = new Map([
  [namespaces.xml, () => xmlNamespaceSchema],
  [namespaces.xsd, () => xmlSchemaSchema],
  [namespaces.soapEncoding11, () => soapEncodingSchema(namespaces.soapEncoding11)],
  [namespaces.soapEncoding12, () => soapEncodingSchema(namespaces.soapEncoding12)],
  [namespaces.microsoftTypes, () => microsoftTypesSchema],
  [namespaces.soapEnvelope11, () => soapEnvelope11Schema],
  [namespaces.soapEnvelope12, () => soapEnvelope12Schema],
  ['http://schemas.microsoft.com/2003/10/Serialization/', () => serializationSchema],
  ['http://www.w3.org/2005/08/addressing', () => wsAddressingSchema],
  ['http://schemas.xmlsoap.org/ws/2004/08/addressing', () => wsAddressing2004Schema],
  ['http://docs.oasis-open.org/wsn/b-2', () => baseNotificationSchema],
  ['http://docs.oasis-open.org/wsn/br-2', () => brokeredNotificationSchema],
  ['http://docs.oasis-open.org/wsn/t-1', () => wsTopicsSchema],
  ['http://docs.oasis-open.org/wsrf/bf-2', () => baseFaultsSchema],
  ['http://docs.oasis-open.org/wsrf/r-2', () => resourceSchema],
  ['http://docs.oasis-open.org/wsrf/rl-2', () => resourceLifetimeSchema],
  ['http://docs.oasis-open.org/wsrf/rp-2', () => resourcePropertiesSchema],
  ['http://docs.oasis-open.org/wsrf/sg-2', () => serviceGroupSchema],
  ['http://www.w3.org/2005/05/xmlmime', () => xmlMimeSchema],
  ['http://ws-i.org/profiles/basic/1.1/xsd', () => attachmentReferenceSchema],
  ['http://www.w3.org/2004/08/xop/include', () => xopSchema],
  ['http://xml.apache.org/xml-soap', () => apacheSoapSchema],
  ['http://www.w3.org/2000/09/xmldsig#', () => xmlSignatureSchema],
  ['http://www.w3.org/2001/04/xmlenc#', () => xmlEncryptionSchema],
]);

/** Whether the schema of a namespace is built in. */
export function isWellKnown(namespace: string): boolean {
  return schemas.has(namespace);
}

const parsed = new Map<string, SchemaDocument>();

/** The built-in schema of a namespace, parsed on demand. */
export function wellKnownSchema(namespace: string): SchemaDocument | undefined {
  const known = parsed.get(namespace);
  if (known !== undefined) return known;
  const text = schemas.get(namespace)?.();
  if (text === undefined) return undefined;
  const sink = createDiagnosticBag();
  const root = parseXmlTree({ path: namespace, text }, sink);
  if (root === undefined) return undefined;
  const document = { ...readSchema(root, createSyntaxLog(sink)).document, builtin: true };
  parsed.set(namespace, document);
  return document;
}
