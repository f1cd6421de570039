/**
 * Imported by the generated `docs.ts`, which is loaded on the first request for WSDL, discovery or
 * a help page.
 */
export { createDocumentation } from './pages/documents.ts';
export type {
  HttpDocs,
  OperationDocs,
  ParameterDocs,
  PublishedDocument,
  Sample,
  SampleOutline,
  ServiceDocs,
  SoapDocs,
} from './pages/operation-page.ts';
export type { DocumentAnswer, Documentation, DocumentRequest } from './server/documents.ts';
