import type { Span } from '../../diagnostics/source-file.ts';
import type {
  FieldNotation,
  HeaderNotation,
  OperationNotation,
  ReturnsNotation,
  TypeExpression,
} from '../../model/yaml/notation.ts';
import type { XmlElement } from '../../runtime/xml/element.ts';
import type { SampleExchange } from './sample-exchange.ts';
import { elementsOf, type SampleTypes } from './sample-types.ts';

/** The description of one operation by its samples. */
export interface SampleDescription
  extends Pick<
    OperationNotation,
    'parameters' | 'returns' | 'headers' | 'faults' | 'oneWay' | 'soapAction'
  > {
  readonly namespace?: string | undefined;
  /** Details that the samples do not show. */
  readonly doubts: readonly string[];
}

const empty =
  'The sample answer is empty: if the operation writes its answer itself, say returns: ' +
  '{ written: json }, text or binary';
const texts =
  'Only GET and POST are shown, which say string of every parameter: ' +
  'numbers and dates have to be told by hand';

/** What GET and POST do not have. */
const plain = { headers: [], faults: [], oneWay: false } as const;

/**
 * Describes an operation by its samples: those of SOAP have the types, those of GET and POST the
 * name of the result's class. Returns the reason as text if it cannot.
 */
export function describeSamples(
  name: string,
  exchanges: readonly SampleExchange[],
  span: Span,
  types: SampleTypes,
): SampleDescription | string {
  const soap = exchanges.find((one) => one.envelope !== undefined);
  const http = exchanges.find((one) => one.operation !== undefined);
  return soap === undefined
    ? describeHttp(name, http, span, types)
    : describeSoap(name, soap, http, types);
}

function describeSoap(
  name: string,
  soap: SampleExchange,
  http: SampleExchange | undefined,
  types: SampleTypes,
): SampleDescription | string {
  const request = wrapperIn(soap.envelope);
  if (typeof request === 'string') return request;
  if (request === undefined || request.name !== name)
    return 'its request is not an element with its name';
  const { namespace } = request;
  const oneWay = soap.answer?.status === 202;
  const response = wrapperIn(soap.answer?.root);
  if (typeof response === 'string') return response;
  if (response !== undefined && response.name !== `${name}Response`) {
    return `its answer is '${response.name}' instead of '${name}Response'`;
  }
  const root = http?.answer?.root;
  const returns = response === undefined ? undefined : returnsOf(name, response, root, types);
  const usual = `${namespace}${namespace.endsWith('/') ? '' : '/'}${name}`;
  const headers = describeHeaders(soap, namespace, types);
  const doubts = [
    ...(oneWay || (returns?.kind ?? 'void') !== 'void' ? [] : [empty]),
    ...[...headers.leftOut].map((one) => `Left out: SOAP header '${one}' of another namespace`),
  ];
  return {
    namespace,
    parameters: types.fields(request, 'no'),
    returns: returns ?? { kind: 'void' },
    headers: headers.described,
    faults: [],
    oneWay,
    soapAction: soap.action === undefined || soap.action === usual ? undefined : soap.action,
    doubts,
  };
}

/**
 * The one element in the body of an envelope; the reason as text if there are several, or they are
 * encoded.
 */
function wrapperIn(envelope: XmlElement | undefined): XmlElement | string | undefined {
  const body = envelope && elementsOf(envelope).find((one) => one.name === 'Body');
  const elements = body === undefined ? [] : elementsOf(body);
  const [first] = elements;
  const encoded = [body, first].some((one) =>
    one?.attributes?.some((it) => it.name === 'encodingStyle'),
  );
  if (encoded) return 'its messages are encoded (rpc)';
  return elements.length > 1 ? 'its parameters are in the body without a wrapper' : first;
}

/** The headers of request and answer, each once; the notation has those of one namespace. */
function describeHeaders(
  { envelope, answer }: SampleExchange,
  namespace: string,
  types: SampleTypes,
): { readonly described: readonly HeaderNotation[]; readonly leftOut: ReadonlySet<string> } {
  const described = new Map<string, HeaderNotation>();
  const leftOut = new Set<string>();
  for (const direction of ['in', 'out'] as const) {
    for (const element of headersIn(direction === 'in' ? envelope : answer?.root)) {
      const { name } = element;
      if (element.namespace !== namespace) leftOut.add(name);
      else {
        const known = described.get(name) ?? {
          ...types.header(element),
          in: false,
          out: false,
        };
        described.set(name, { ...known, [direction]: true });
      }
    }
  }
  return { described: [...described.values()], leftOut };
}

function headersIn(envelope: XmlElement | undefined): readonly XmlElement[] {
  const header = envelope && elementsOf(envelope).find((one) => one.name === 'Header');
  return header === undefined ? [] : elementsOf(header);
}

function returnsOf(
  name: string,
  response: XmlElement,
  root: XmlElement | undefined,
  types: SampleTypes,
): ReturnsNotation {
  const [only, ...others] = elementsOf(response);
  if (only === undefined) return { kind: 'void' };
  if (others.length > 0 || only.name !== `${name}Result`) {
    return { kind: 'out', fields: types.fields(response, 'references') };
  }
  // The root of the GET and POST answer is named after the class.
  const className = root === undefined || root.name.startsWith('ArrayOf') ? only.name : root.name;
  return { kind: 'result', field: types.result(only, className) };
}

function describeHttp(
  name: string,
  http: SampleExchange | undefined,
  span: Span,
  types: SampleTypes,
): SampleDescription | string {
  if (http === undefined) return 'no sample request can be read';
  const parameters = http.parameters.map((one): FieldNotation => {
    const array = one.endsWith('[]');
    const item: TypeExpression = {
      base: { kind: 'named', name: 'string', span },
      optional: false,
      nillable: false,
      repeated: false,
      span,
    };
    const base = array ? ({ kind: 'array', item, span } as const) : item.base;
    return { name: array ? one.slice(0, -2) : one, span, type: { ...item, base } };
  });
  const root = http.answer?.root;
  const doubts = parameters.length === 0 ? [] : [texts];
  if (root === undefined) {
    const returns = { kind: 'void' } as const;
    return { parameters, returns, ...plain, doubts: [...doubts, empty] };
  }
  const field = { ...types.result(root, root.name), name: `${name}Result` };
  return {
    namespace: root.namespace,
    parameters,
    returns: { kind: 'result', field },
    ...plain,
    doubts,
  };
}
