import { decodeQuery } from '../text/query.ts';

/** The document that a query string requests. */
export type DocumentQuery =
  | { readonly kind: 'wsdl' }
  | { readonly kind: 'singleWsdl' }
  | { readonly kind: 'disco' }
  | { readonly kind: 'wsdlPart' | 'schemaPart' | 'xsdPart'; readonly name: string }
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'index' };

const parts = [
  ['schema', 'schemaPart'],
  ['wsdl', 'wsdlPart'],
  ['xsd', 'xsdPart'],
] as const;

/**
 * Reads a raw query string like ASMX's discovery handler: `wsdl` and `disco` as a bare key in any
 * letter case, once; `schema=` and `wsdl=` with any value, schema first; then `op=`. Anything else
 * requests the help page. Other than for ASMX, an empty value is none, because frameworks such as
 * Next.js add the `=`, and `singleWsdl` and `xsd=` request documents, as for WCF.
 */
export function readDocumentQuery(query: string): DocumentQuery {
  const bare: string[] = [];
  const named = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decodeQuery(equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
    const value = equals < 0 ? '' : decodeQuery(pair.slice(equals + 1));
    if (equals < 0 || (value === '' && isDocument(name))) {
      bare.push(name);
      continue;
    }
    const earlier = named.get(name);
    named.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  for (const [key, kind] of parts) {
    const name = named.get(key);
    if (name !== undefined) return { kind, name };
  }
  const only = bare.join(',');
  if (only === 'singlewsdl') return { kind: 'singleWsdl' };
  if (only === 'wsdl' || only === 'disco') return { kind: only };
  const name = named.get('op');
  return name === undefined ? { kind: 'index' } : { kind: 'operation', name };
}

function isDocument(name: string): boolean {
  return name === 'wsdl' || name === 'disco' || name === 'singlewsdl';
}
