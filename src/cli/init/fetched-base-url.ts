import { addressOrigin, addressPath, splitQuery } from '../../model/wsdl/address.ts';
import type { Contract } from '../../model/wsdl/definitions.ts';

/**
 * The base URL of a service by the address that its WSDL was fetched from, if the WSDL names
 * another one: that of the server behind a proxy, or one that is not reachable from here.
 *
 * @returns `undefined` if they are the same, or the WSDL was not fetched from the service itself:
 *   its URL has neither the path of a port at its end nor the query `?wsdl`
 */
export function fetchedBaseUrl(url: string, { definitions }: Contract): string | undefined {
  const { origin, pathname, search } = new URL(url);
  const ports = definitions.flatMap(({ services }) => services.flatMap((one) => one.ports));
  const addresses = ports.flatMap(({ address }) => (address === undefined ? [] : address.trim()));
  const origins = new Set(addresses.flatMap((one) => originOf(one) ?? []));
  const [own] = origins;
  // one base URL cannot stand for several
  if (own === undefined || origins.size > 1) return undefined;
  const prefixes = addresses.flatMap((one) => {
    const { path } = splitQuery(addressPath(one) ?? '');
    const ends = path.length > 1 && pathname.toLowerCase().endsWith(path.toLowerCase());
    return ends ? pathname.slice(0, -path.length) : [];
  });
  const [prefix = /^\?(?:wsdl|singlewsdl)\b/i.test(search) ? '' : undefined] = prefixes;
  if (prefix === undefined) return undefined;
  const fetched = `${origin}${prefix}`;
  return fetched === own ? undefined : fetched;
}

/** The origin of an address as URLs write it, without a default port. */
function originOf(address: string): string | undefined {
  const text = addressOrigin(address);
  return text !== undefined && URL.canParse(text) ? new URL(text).origin : undefined;
}
