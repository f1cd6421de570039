import type { BindingName } from '../operation/names.ts';
import type {
  HttpDocs,
  OperationDocs,
  ParameterDocs,
  Sample,
  SampleOutline,
  ServiceDocs,
} from './data.ts';
import {
  declaration,
  joinSamples,
  type SoapVersion,
  sampleEnvelope,
  soapContentTypes,
} from './envelope.ts';
import { addressBelow } from './location.ts';
import { expandOutline } from './outline.ts';

/**
 * A request as shown in samples and the try-it panel, both of which add Host and Content-Length.
 */
export interface SampleRequest {
  readonly binding: BindingName;
  readonly method: 'GET' | 'POST';
  /** Path from the root of the host. With `http:urlReplacement`, it includes `(parameter)`. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The envelope. HTTP bindings have none: their parameters form the query, path or body. */
  readonly envelope?: Sample | undefined;
  /** A valid envelope to start from, if it is edited as a whole. */
  readonly example?: Sample | undefined;
}

/** An answer as shown in samples. */
export interface SampleResponse {
  readonly status: string;
  /** Absent if the answer is empty. */
  readonly contentType?: string | undefined;
  readonly body?: Sample | undefined;
}

/** A request and its answer over one binding. */
export interface SampleExchange {
  readonly request: SampleRequest;
  readonly response: SampleResponse;
}

const order: readonly BindingName[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Names of the bindings in headings. */
export const bindingTitles: Readonly<Record<BindingName, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};

/**
 * Sample exchanges of an operation over all its bindings, in ASMX's order.
 *
 * @param path path of the service from the root of the host, encoded for a request line
 */
export function sampleExchanges(
  service: ServiceDocs,
  operation: OperationDocs,
  path: string,
): readonly SampleExchange[] {
  return order.flatMap((binding) => {
    const exchange =
      binding === 'soap11' || binding === 'soap12'
        ? soapExchange(service, operation, path, binding)
        : httpExchange(operation, path, binding);
    return exchange === undefined ? [] : [exchange];
  });
}

function soapExchange(
  service: ServiceDocs,
  { soap }: OperationDocs,
  path: string,
  binding: SoapVersion,
): SampleExchange | undefined {
  if (!soap?.versions.includes(binding)) return undefined;
  const contentType = soapContentTypes[binding];
  const { namespace } = service;
  const { encoded, example } = soap;
  const read = (sample: SampleOutline): Sample => readSample(service, sample);
  const enveloped = (body: SampleOutline, header: SampleOutline | undefined): Sample =>
    sampleEnvelope(binding, {
      encoded,
      namespace,
      body: read(body),
      header: header === undefined ? undefined : read(header),
    });
  const action = [['SOAPAction', `"${soap.action}"`] as const];
  return {
    request: {
      binding,
      method: 'POST',
      path,
      headers: [['Content-Type', contentType], ...(binding === 'soap11' ? action : [])],
      envelope: enveloped(soap.request, soap.requestHeader),
      example: example === undefined ? undefined : enveloped(example, soap.exampleHeader),
    },
    response:
      soap.response === undefined
        ? { status: '202 Accepted' }
        : {
            status: '200 OK',
            contentType,
            body: enveloped(soap.response, soap.responseHeader),
          },
  };
}

/** A sample split at its placeholders, indented for an envelope. */
function readSample({ shapes }: ServiceDocs, sample: SampleOutline): Sample {
  return typeof sample === 'string'
    ? expandOutline(sample, shapes, 2).split(/[\u27e6\u27e7]/)
    : sample;
}

function httpExchange(
  { http }: OperationDocs,
  path: string,
  binding: 'httpGet' | 'httpPost',
): SampleExchange | undefined {
  if (!http?.bindings.includes(binding)) return undefined;
  const form = [['Content-Type', 'application/x-www-form-urlencoded'] as const];
  const { result } = http;
  return {
    request: {
      binding,
      method: binding === 'httpGet' ? 'GET' : 'POST',
      path: addressBelow(path, http.location),
      headers: binding === 'httpGet' ? [] : form,
    },
    response:
      result === undefined
        ? { status: '200 OK' }
        : {
            status: '200 OK',
            contentType: http.contentType ?? 'text/xml; charset=utf-8',
            body: http.contentType === undefined ? joinSamples([declaration], result) : result,
          },
  };
}

/** A piece of a sample on the page: plain text, a parameter name, or a placeholder. */
export interface SamplePiece {
  readonly kind: 'text' | 'key' | 'value';
  readonly text: string;
}

/** The request as it is sent, in pieces to highlight. */
export function requestPieces(
  { request }: SampleExchange,
  { http }: OperationDocs,
  host: string,
): readonly SamplePiece[] {
  const { method, headers, envelope, path } = request;
  const pieces: SamplePiece[] = [text(`${method} `)];
  const form = http === undefined || envelope !== undefined ? [] : formPieces(http);
  if (http?.replaces && envelope === undefined) {
    pieces.push(...locationPieces(path, http.parameters));
  } else {
    pieces.push(text(path));
    if (method === 'GET') pieces.push(text(path.includes('?') ? '&' : '?'), ...form);
  }
  pieces.push(text(` HTTP/1.1\nHost: ${host}`));
  if (method === 'GET') return pieces;
  for (const [at, [name, value]] of headers.entries()) {
    pieces.push(text(`\n${name}: ${value}`));
    // ASMX puts the length after the content type
    if (at === 0) pieces.push(text('\nContent-Length: '), { kind: 'value', text: 'length' });
  }
  const body = envelope === undefined ? form : samplePieces(envelope);
  return [...pieces, text('\n\n'), ...body];
}

/** The answer, in pieces to highlight. */
export function responsePieces({ response }: SampleExchange): readonly SamplePiece[] {
  const { status, contentType, body } = response;
  const pieces: SamplePiece[] = [text(`HTTP/1.1 ${status}`)];
  if (contentType === undefined || body === undefined) return pieces;
  pieces.push(text(`\nContent-Type: ${contentType}\nContent-Length: `));
  return [...pieces, { kind: 'value', text: 'length' }, text('\n\n'), ...samplePieces(body)];
}

/** A sample text with its placeholders marked. */
function samplePieces(sample: Sample): readonly SamplePiece[] {
  return sample.map((one, at) => ({ kind: at % 2 === 0 ? 'text' : 'value', text: one }));
}

/**
 * `a=string&b=string`. ASMX shows an array's name twice. The parts of these messages are strings,
 * whatever the type.
 */
function formPieces({ parameters }: HttpDocs): readonly SamplePiece[] {
  const shown = parameters.flatMap((one) => (one.repeated ? [one, one] : [one]));
  return shown.flatMap((one, at): SamplePiece[] => [
    ...(at === 0 ? [] : [text('&')]),
    { kind: 'key', text: one.name },
    text('='),
    { kind: 'value', text: one.type },
  ]);
}

/** A path with `(parameter)` in it. */
function locationPieces(
  path: string,
  parameters: readonly ParameterDocs[],
): readonly SamplePiece[] {
  const types = new Map(parameters.map((one) => [`(${one.name})`, one.type]));
  return path.split(/(\([^()]*\))/).map((one) => {
    const type = types.get(one);
    return type === undefined ? text(one) : { kind: 'value', text: type };
  });
}

function text(content: string): SamplePiece {
  return { kind: 'text', text: content };
}
