import { decodeQuery } from '../text/query.ts';

/** The document that a query string requests. */
export type DocumentQuery =
  | { readonly kind: 'wsdl' }
  | { readonly kind: 'disco' }
  | { readonly kind: 'wsdlPart' }
  | { readonly kind: 'schemaPart' }
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'index' };

/**
 * Reads a raw query string like ASMX's discovery handler: `wsdl` and `disco` as a bare key in any
 * letter case, once; `schema=` and `wsdl=` with any value, schema first; then `op=`. Anything else
 * requests the help page.
 */
export function readDocumentQuery(query: string): DocumentQuery {
  const bare: string[] = [];
  const named = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 0) {
      bare.push(decodeQuery(pair));
      continue;
    }
    const name = decodeQuery(pair.slice(0, equals)).toLowerCase();
    const value = decodeQuery(pair.slice(equals + 1));
    const earlier = named.get(name);
    named.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  if (named.has('schema')) return { kind: 'schemaPart' };
  if (named.has('wsdl')) return { kind: 'wsdlPart' };
  const only = bare.join(',').toLowerCase();
  if (only === 'wsdl' || only === 'disco') return { kind: only };
  const name = named.get('op');
  return name === undefined ? { kind: 'index' } : { kind: 'operation', name };
}
