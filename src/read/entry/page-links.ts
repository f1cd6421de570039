/** What a web page says about where contracts are, as written in it. */
interface PageLinks {
  /** Addresses of WSDLs, each service once. */
  readonly contracts: readonly string[];
  /** Addresses of discovery documents. */
  readonly discovery: readonly string[];
}

/**
 * Finds the links of a web page that lead to contracts: a help page of ASMX, of Mono or of WCF, or
 * a list of services. Takes time in proportion to the page.
 *
 * @param url of the page
 */
export function pageLinks(html: string, url: string): PageLinks {
  const contracts = new Map<string, string>();
  const discovery = new Map<string, string>();
  for (const [, double, single, bare] of html.matchAll(
    /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    const link = (double ?? single ?? bare ?? '').trim().replaceAll('&amp;', '&');
    if (!URL.canParse(link, url)) continue;
    const { href, origin, pathname, search } = new URL(link, url);
    const service = `${origin}${pathname}`.toLowerCase();
    const isContract = /^\?(?:single)?wsdl(?:$|&)/i.test(search) || /\.wsdl$/i.test(pathname);
    // `?wsdl` and `?singleWsdl` are the same service
    if (isContract && !contracts.has(service)) contracts.set(service, link);
    if (/^\?disco(?:$|&)/i.test(search) || /\.(?:vs)?disco$/i.test(pathname)) {
      discovery.set(href, link);
    }
  }
  return { contracts: [...contracts.values()], discovery: [...discovery.values()] };
}
