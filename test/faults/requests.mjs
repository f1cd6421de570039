// Requests as they are sent, whole and broken.
const envelope = (body) =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
  `${body}</s:Body></s:Envelope>`;

export const echoBody = envelope('<Echo xmlns="urn:faults"><text>hello</text></Echo>');

/** A request with one connection for itself. */
export function request(action, body, headers = {}) {
  const lines = Object.entries({
    Host: '127.0.0.1',
    'Content-Type': 'text/xml; charset=utf-8',
    SOAPAction: `"urn:faults/${action}"`,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`POST /Faults.asmx HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

const partsType =
  'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=part';

/** A request whose bytes are in a part of their own. */
export function storeRequest(end = '\r\n--part--\r\n', id = 'data') {
  const include = '<Include xmlns="http://www.w3.org/2004/08/xop/include" href="cid:data"/>';
  const root = envelope(`<Store xmlns="urn:faults"><name>a</name><data>${include}</data></Store>`);
  const body =
    `--part\r\nContent-Type: application/xop+xml; type="text/xml"\r\n\r\n${root}\r\n` +
    `--part\r\nContent-ID: <${id}>\r\n\r\n${'0123456789'.repeat(20)}${end}`;
  return request('Store', body, { 'Content-Type': partsType });
}

/** Requests that are wrong in some way. */
export const badRequests = [
  request('Echo', echoBody.slice(0, -20)),
  request('Echo', echoBody.replace('<text>', '<text>\u0001')),
  request('Echo', `<!DOCTYPE a [<!ENTITY b "c">]>${echoBody}`),
  request('Nothing', echoBody),
  request('List', echoBody.replace(/Echo/g, 'List').replace('text>hello</text', 'count>x</count')),
  request('Echo', echoBody, { 'Content-Type': 'application/json' }),
  request('Echo', 'x'.repeat(100_000)),
  request('Echo', echoBody, { 'Content-Length': 100_000_000 }),
  request('Echo', echoBody, { 'Content-Length': 'many' }),
  storeRequest(''),
  storeRequest('\r\n--part--\r\n', 'other'),
  storeRequest('\r\n--part\r\nContent-ID: <data>\r\n\r\nagain\r\n--part--\r\n'),
  request('Store', '--part\r\n\r\n<a/>\r\n--part--', { 'Content-Type': partsType }),
  Buffer.from('GET /Faults.asmx/None HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  Buffer.from('DELETE /Faults.asmx HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
  Buffer.from('nonsense\r\n\r\n'),
];
