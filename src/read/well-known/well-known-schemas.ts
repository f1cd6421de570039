import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { SchemaDocument } from '../../model/xsd/schema-document.ts';
import { createSyntaxLog } from '../syntax-log.ts';
import { parseXmlTree } from '../xml-tree.ts';
import { readSchema } from '../xsd/read-schema.ts';
import { attachmentReferenceSchema, xmlMimeSchema, xopSchema } from './attachments.ts';
import { microsoftTypesSchema, serializationSchema } from './microsoft.ts';
import { soapEncodingSchema } from './soap-encoding.ts';
import { soapEnvelope11Schema, soapEnvelope12Schema } from './soap-envelope.ts';
import { wsAddressingSchema } from './ws-addressing.ts';
import { xmlEncryptionSchema } from './xml-encryption.ts';
import { xmlNamespaceSchema } from './xml-namespace.ts';
import { xmlSchemaSchema } from './xml-schema.ts';
import { xmlSignatureSchema } from './xml-signature.ts';

interface WellKnown {
  readonly text: () => string;
  /** Whether contracts refer to it without importing it, because tools know it. */
  readonly ambient: boolean;
}

const schemas: ReadonlyMap<string, WellKnown> = new Map([
  [namespaces.xml, { text: () => xmlNamespaceSchema, ambient: true }],
  [namespaces.xsd, { text: () => xmlSchemaSchema, ambient: true }],
  [namespaces.soapEncoding11, encoding(namespaces.soapEncoding11)],
  [namespaces.soapEncoding12, encoding(namespaces.soapEncoding12)],
  [namespaces.microsoftTypes, { text: () => microsoftTypesSchema, ambient: true }],
  [namespaces.soapEnvelope11, { text: () => soapEnvelope11Schema, ambient: false }],
  [namespaces.soapEnvelope12, { text: () => soapEnvelope12Schema, ambient: false }],
  [
    'http://schemas.microsoft.com/2003/10/Serialization/',
    { text: () => serializationSchema, ambient: false },
  ],
  ['http://www.w3.org/2005/08/addressing', { text: () => wsAddressingSchema, ambient: false }],
  ['http://www.w3.org/2005/05/xmlmime', { text: () => xmlMimeSchema, ambient: false }],
  [
    'http://ws-i.org/profiles/basic/1.1/xsd',
    { text: () => attachmentReferenceSchema, ambient: false },
  ],
  ['http://www.w3.org/2004/08/xop/include', { text: () => xopSchema, ambient: false }],
  ['http://www.w3.org/2000/09/xmldsig#', { text: () => xmlSignatureSchema, ambient: false }],
  ['http://www.w3.org/2001/04/xmlenc#', { text: () => xmlEncryptionSchema, ambient: false }],
]);

function encoding(namespace: string): WellKnown {
  return { text: () => soapEncodingSchema(namespace), ambient: true };
}

/** Whether the schema of a namespace is built in. */
export function isWellKnown(namespace: string): boolean {
  return schemas.has(namespace);
}

/** Whether names of a well-known namespace may be used without an import. */
export function withoutImport(namespace: string): boolean {
  return schemas.get(namespace)?.ambient === true;
}

const parsed = new Map<string, SchemaDocument>();

/** The built-in schema of a namespace, parsed on demand. */
export function wellKnownSchema(namespace: string): SchemaDocument | undefined {
  const known = parsed.get(namespace);
  if (known !== undefined) return known;
  const text = schemas.get(namespace)?.text();
  if (text === undefined) return undefined;
  const sink = createDiagnosticBag();
  const root = parseXmlTree({ path: namespace, text }, sink);
  if (root === undefined) return undefined;
  const document = { ...readSchema(root, createSyntaxLog(sink)).document, builtin: true };
  parsed.set(namespace, document);
  return document;
}
