import type { DocumentAnswer, Documentation, DocumentRequest } from '../server/documentation.ts';
import { splitTarget } from '../server/incoming.ts';
import { besideAddress } from '../text/query.ts';
import type { ServiceDocs } from './data.ts';
import { discoveryDocument, wsdlDocument } from './discovery.ts';
import { indexPage, rootPage } from './index-page.ts';
import { type Location, readOrigin } from './location.ts';
import { operationPage } from './operation-page.ts';
import { publishedText } from './published.ts';
import { type DocumentQuery, readDocumentQuery } from './query.ts';

/**
 * Answers requests for WSDL, discovery and help pages of the given services. Paths match exactly,
 * otherwise in any letter case, as on IIS.
 */
export function createDocumentation(services: readonly ServiceDocs[]): Documentation {
  const exact = new Map(services.map((one) => [one.path, one]));
  const folded = new Map(services.map((one) => [one.path.toLowerCase(), one]));
  return {
    answer(request) {
      const { path, origin, pages, wsdl } = request;
      const location = readOrigin(origin);
      const service = exact.get(path) ?? folded.get(path.toLowerCase());
      if (service !== undefined) return serviceAnswer(service, request, location);
      return pages && (path === '/' || path === '')
        ? rootPage(services, location, wsdl)
        : undefined;
    },
  };
}

function serviceAnswer(
  service: ServiceDocs,
  request: DocumentRequest,
  location: Location,
): DocumentAnswer | undefined {
  const { query, pages, wsdl } = request;
  const asked = readDocumentQuery(besideAddress(query, splitTarget(service.path).query));
  if (wsdl) {
    const document = discoveryAnswer(service, asked, location, request);
    if (document !== undefined) return document;
  }
  if (!pages) return undefined;
  return asked.kind === 'operation'
    ? operationPage(service, asked.name, location, request)
    : indexPage(service, location, wsdl);
}

function discoveryAnswer(
  service: ServiceDocs,
  asked: DocumentQuery,
  { base }: Location,
  request: DocumentRequest,
): DocumentAnswer | undefined {
  const url = base + service.path;
  const published = (query: string): DocumentAnswer | undefined => {
    const document = service.published?.find((one) => one.query === query);
    return document && xmlAnswer(publishedText(document, { base, url }, request));
  };
  // those of DataSets have names, others numbers
  const publishedSchema = (name: string): DocumentAnswer =>
    published(`xsd=${name}`) ?? published(`schema=${name}`) ?? textAnswer('Schema not found.');
  switch (asked.kind) {
    case 'wsdl':
      return published('wsdl') ?? xmlAnswer(wsdlDocument(service, url, request));
    case 'singleWsdl':
      // One published document has no imports.
      return service.wsdl === undefined
        ? published('wsdl')
        : xmlAnswer(wsdlDocument(service, url, request));
    case 'disco':
      return xmlAnswer(discoveryDocument(service, url));
    case 'wsdlPart':
      return (
        published(`wsdl=${asked.name}`) ?? textAnswer('XML Web service description was not found.')
      );
    case 'schemaPart':
      return publishedSchema(asked.name);
    case 'xsdPart':
      // ASMX does not know this query, so that it shows the help page.
      return service.published && publishedSchema(asked.name);
    default:
      return undefined;
  }
}

function xmlAnswer(body: string): DocumentAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      'Cache-Control': 'private, max-age=0',
    },
    body,
  };
}

/** The answer to a request for a part that there is not. */
function textAnswer(message: string): DocumentAnswer {
  return {
    status: 500,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' },
    body: `${message}\r\n`,
  };
}
