// How the shapes of requests and answers are written down.

export const xsi = 'http://www.w3.org/2001/XMLSchema-instance';

export const versions = {
  soap11: {
    namespace: 'http://schemas.xmlsoap.org/soap/envelope/',
    encoding: 'http://schemas.xmlsoap.org/soap/encoding/',
    type: 'text/xml; charset=utf-8',
  },
  soap12: {
    namespace: 'http://www.w3.org/2003/05/soap-envelope',
    encoding: 'http://www.w3.org/2003/05/soap-encoding',
    type: 'application/soap+xml; charset=utf-8',
  },
};

/**
 * What `write` gives for each number below `count`, as one text.
 * @param write is also given a number that has as many digits as the others
 */
export const times = (count, write) =>
  Array.from({ length: count }, (_, at) => write(at, at + 100_000)).join('');

/** An envelope of either version. */
export function envelope(version, body, header = '') {
  const head = header === '' ? '' : `<s:Header>${header}</s:Header>`;
  return `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${versions[version].namespace}" xmlns:xsi="${xsi}">${head}<s:Body>${body}</s:Body></s:Envelope>`;
}

/** The element of an operation's request around the content of its value. */
export const request = (operation, content) =>
  `<${operation} xmlns="urn:growth"><value>${content}</value></${operation}>`;

/** A POST with an envelope. */
export function post(version, operation, text) {
  const { type } = versions[version];
  const action = `urn:growth/${operation}`;
  const headers =
    version === 'soap11'
      ? { 'Content-Type': type, SOAPAction: `"${action}"` }
      : { 'Content-Type': `${type}; action="${action}"` };
  return { method: 'POST', target: '/growth', headers, body: text };
}

/** A call whose value has this content. */
export const call = (operation, content, version = 'soap11') =>
  post(version, operation, envelope(version, request(operation, content)));

/** A POST of a form. */
export const form = (body) => ({
  method: 'POST',
  target: '/growth/Find',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body,
});

/** A GET with this query. */
export const query = (text) => ({ method: 'GET', target: `/growth/Find?${text}`, headers: {} });

/** A POST of a multipart message: its parts with their headers. */
export function multipart(parts, boundary = 'b') {
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return {
    method: 'POST',
    target: '/growth',
    headers: {
      'Content-Type': `multipart/related; type="text/xml"; boundary="${boundary}"`,
      SOAPAction: '"urn:growth/Attach"',
    },
    body: `${body}--${boundary}--\r\n`,
  };
}
