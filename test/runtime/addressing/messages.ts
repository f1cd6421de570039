import type { Asked } from '../server/front.ts';
import { soap } from '../server/front.ts';

export const ns10 = 'http://www.w3.org/2005/08/addressing';
export const ns2004 = 'http://schemas.xmlsoap.org/ws/2004/08/addressing';
export const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
export const action = 'http://tempuri.org/AuthCode';

/** A header of WS-Addressing. */
export function wsa(name: string, content: string, namespace: string = ns10): string {
  return `<a:${name} xmlns:a="${namespace}">${content}</a:${name}>`;
}

/** An endpoint reference in a header. */
export function reference(
  name: string,
  address: string,
  more: string = '',
  namespace: string = ns10,
): string {
  return wsa(name, `<a:Address>${address}</a:Address>${more}`, namespace);
}

/** The headers of a usual request. */
export const usual: string = wsa('Action', action) + wsa('MessageID', 'urn:1');

/** A request over SOAP 1.1 with these headers. */
export function asking(headers: string, soapAction: string = `"${action}"`): Required<Asked> {
  const { headers: http, body } = soap();
  return {
    headers: { ...http, SOAPAction: soapAction },
    body: body.replace('<soap:Body>', `<soap:Header>${headers}</soap:Header>$&`),
  };
}

/** The same over SOAP 1.2, without an action in HTTP. */
export function as12({ body }: Required<Asked>): Required<Asked> {
  return {
    headers: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
    body: body.replace('http://schemas.xmlsoap.org/soap/envelope/', soap12),
  };
}
