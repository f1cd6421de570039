/** Decodes a part of a query: `+` is a space. Text that is not percent-encoded stays as it is. */
export function decodeQuery(text: string): string {
  const blanks = text.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(blanks);
  } catch {
    return blanks;
  }
}

/** The parameters of a raw query, `name=value` or `name`, decoded. */
export function queryParameters(query: string): readonly string[] {
  return query.split('&').flatMap((one): string | [] => (one === '' ? [] : decodeQuery(one)));
}

/**
 * A raw query without the parameters in the query of the service's address. If nothing is left, it
 * is the whole query, since an address such as `/Service?wsdl` may itself ask for a document.
 */
export function besideAddress(query: string, address: string): string {
  const own = new Set(queryParameters(address));
  const others = query.split('&').filter((one) => !own.delete(decodeQuery(one)));
  return others.join('&') || query;
}

/** A path or URL with a further part of its query. */
export function addQuery(url: string, added: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${added}`;
}
