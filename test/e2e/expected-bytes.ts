import type { InputValue, SchoolOperation } from './school-operations.ts';

/**
 * One HTTP request in the parts the service document fixes; a header of value `undefined` must be
 * absent.
 */
export interface ExpectedRequest {
  readonly line: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export const namespace = 'http://tempuri.org/';

const envelopes = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const;

/**
 * Text content as XML, with CR kept by a reference. Written apart from the product's own escaping.
 */
function xml(value: InputValue): string {
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

/** A value in a query or form: UTF-8, everything but unreserved characters percent-encoded. */
function form(value: InputValue): string {
  return encodeURIComponent(String(value)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Envelope as ASMX writes it: prefix `soap` in both versions, declarations soap, xsi, xsd. */
export function envelope(version: 'soap11' | 'soap12', body: string): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopes[version]}" ` +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<soap:Body>${body}</soap:Body></soap:Envelope>`
  );
}

/** The element of a request's body. An element without content is written `<a />`. */
export function bodyElement(operation: SchoolOperation, input: Record<string, InputValue>): string {
  const children = operation.parameters
    .map((name) => {
      const text = xml(input[name] ?? '');
      return text === '' ? `<${name} />` : `<${name}>${text}</${name}>`;
    })
    .join('');
  const open = `<${operation.operation} xmlns="${namespace}"`;
  return children === '' ? `${open} />` : `${open}>${children}</${operation.operation}>`;
}

/** The request of one operation over one binding (service document, section 4.1). */
export function expectedRequest(
  operation: SchoolOperation,
  binding: 'soap11' | 'soap12' | 'httpGet' | 'httpPost',
  input: Record<string, InputValue>,
  host: string,
): ExpectedRequest {
  const path = `/${operation.service}.asmx`;
  const fields = operation.parameters.map((name) => `${name}=${form(input[name] ?? '')}`).join('&');
  const length = (body: string): string => String(Buffer.byteLength(body));
  switch (binding) {
    case 'soap11': {
      const body = envelope('soap11', bodyElement(operation, input));
      return {
        line: `POST ${path} HTTP/1.1`,
        headers: {
          host,
          'content-type': 'text/xml; charset=utf-8',
          'content-length': length(body),
          soapaction: `"${namespace}${operation.operation}"`,
        },
        body,
      };
    }
    case 'soap12': {
      const body = envelope('soap12', bodyElement(operation, input));
      return {
        line: `POST ${path} HTTP/1.1`,
        headers: {
          host,
          'content-type': 'application/soap+xml; charset=utf-8',
          'content-length': length(body),
          soapaction: undefined,
        },
        body,
      };
    }
    case 'httpGet':
      return {
        line: `GET ${path}/${operation.operation}?${fields} HTTP/1.1`,
        headers: { host, 'content-type': undefined, 'content-length': undefined },
        body: '',
      };
    case 'httpPost':
      return {
        line: `POST ${path}/${operation.operation} HTTP/1.1`,
        headers: {
          host,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': length(fields),
        },
        body: fields,
      };
  }
}

/** What a void ASMX operation answers to a request, whichever binding it came by. */
export function answerTo(request: string): string {
  const [, operation = ''] =
    /<soap:Body><([^\s/>]+)/.exec(request) ?? /\.asmx\/([^?\s]+)/.exec(request) ?? [];
  const version = /^content-type: *application\/soap\+xml/im.test(request)
    ? 'soap12'
    : /^content-type: *text\/xml/im.test(request)
      ? 'soap11'
      : undefined;
  if (version === undefined) {
    return 'HTTP/1.1 200 OK\r\nCache-Control: private, max-age=0\r\nContent-Length: 0\r\n\r\n';
  }
  const body = envelope(version, `<${operation}Response xmlns="${namespace}" />`);
  const type = version === 'soap11' ? 'text/xml' : 'application/soap+xml';
  return (
    `HTTP/1.1 200 OK\r\nCache-Control: private, max-age=0\r\nContent-Type: ${type}; charset=utf-8\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
