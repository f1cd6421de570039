import type { SoapVersion } from './envelope.ts';

const toSoap12: ReadonlyMap<string, string> = new Map([
  ['Client', 'Sender'],
  ['Server', 'Receiver'],
]);
const toSoap11: ReadonlyMap<string, string> = new Map([
  ['Sender', 'Client'],
  ['Receiver', 'Server'],
]);

/** A fault code in the words of SOAP 1.1; codes of other namespaces stay. */
export function canonicalCode(code: string): string {
  return toSoap11.get(code) ?? code;
}

/** A code's local name in the words of a version. */
export function codeFor(code: string, version: SoapVersion): string {
  const canonical = canonicalCode(code);
  return version.binding === 'soap12' ? (toSoap12.get(canonical) ?? canonical) : canonical;
}

/** Splits `{namespace}Name`; a plain name has no namespace. */
export function splitName(name: string): { readonly namespace: string; readonly local: string } {
  const end = name.startsWith('{') ? name.indexOf('}') : -1;
  if (end < 0) return { namespace: '', local: name };
  return { namespace: name.slice(1, end), local: name.slice(end + 1) };
}
