export const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
export const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
export const text11 = 'text/xml; charset=utf-8';
export const text12 = 'application/soap+xml; charset=utf-8';
export const form = 'application/x-www-form-urlencoded';
const schema =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** An envelope as the service sends it. */
export function envelope(version: string, body: string, header = ''): string {
  const head = header === '' ? '' : `<soap:Header>${header}</soap:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${version}" ${schema}>${head}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** A SOAP 1.1 fault as the service sends it; `message` is escaped already. */
export function fault11(code: string, message: string, rest = '<detail />', header = ''): string {
  return envelope(
    soap11,
    `<soap:Fault><faultcode>soap:${code}</faultcode><faultstring>${message}</faultstring>${rest}</soap:Fault>`,
    header,
  );
}

/** A SOAP 1.2 fault as the service sends it. */
export function fault12(code: string, message: string, rest = '<soap:Detail />'): string {
  return envelope(
    soap12,
    `<soap:Fault><soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${message}</soap:Text></soap:Reason>${rest}</soap:Fault>`,
  );
}

/** A request body for AuthCode. */
export function authCode(code = '1', phone = '2'): string {
  return `<AuthCode xmlns="http://tempuri.org/"><code>${code}</code><phone>${phone}</phone></AuthCode>`;
}

/** An envelope over several lines, as the recorded requests have it. */
export function lines(version: string, body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope ${schema} xmlns:soap="${version}">\n  <soap:Body>\n    ${body}\n  </soap:Body>\n</soap:Envelope>`;
}
