import type {
  HttpOperation,
  ServiceOperation,
  SoapMessage,
} from '../../model/wsdl/service-model.ts';
import { holdsQNames } from '../../model/xsd/qname-values.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import type { OperationMessages } from '../messages/operation-messages.ts';
import { wireSignatureOf } from '../messages/signature.ts';
import type { LiteralObject } from './literal.ts';
import { type EncodedService, encodedPageSample } from './page-samples/encoded.ts';
import {
  pageSampleBody,
  pageSampleHeader,
  pageSampleResult,
  resultContentType,
} from './page-samples/message.ts';
import { enumerationValues, placeholderOf } from './page-samples/placeholder.ts';
import type { PageSample } from './page-samples/writer.ts';

/** A parameter of the test form: `ParameterDocs` of the runtime. */
interface Parameter extends LiteralObject {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[] | undefined;
  readonly repeated?: true | undefined;
  readonly freeText?: true | undefined;
  readonly preset?: string | undefined;
}

/** One operation for the help pages: `OperationDocs` of the runtime in parts. */
export interface OperationDescription {
  readonly docs: LiteralObject;
  readonly soap: SoapDescription | undefined;
  readonly http: LiteralObject | undefined;
}

/** `SoapDocs` of the runtime in parts. */
export interface SoapDescription {
  /** All but the samples. */
  readonly docs: LiteralObject;
  readonly request: PageSample;
  readonly requestHeader: PageSample | undefined;
  readonly response: PageSample | undefined;
  readonly responseHeader: PageSample | undefined;
}

/** @param namespace that of the service */
export function describeOperation(
  operation: ServiceOperation,
  messages: OperationMessages,
  namespace: string,
): OperationDescription {
  const http = operation.httpGet ?? operation.httpPost;
  const soap = describeSoap(operation, messages, namespace);
  return {
    docs: {
      name: operation.messageName,
      signature: wireSignatureOf(operation, messages),
      description: operation.documentation,
      parameters:
        soap === undefined ? http && httpParameters(http) : soapParameters(messages, soap.request),
    },
    soap,
    http: http && httpDocs(operation, http, messages),
  };
}

function describeSoap(
  operation: ServiceOperation,
  messages: OperationMessages,
  namespace: string,
): SoapDescription | undefined {
  const soap = operation.soap11 ?? operation.soap12;
  if (soap === undefined) return undefined;
  const service = { namespace, operation: operation.name };
  const versions = (['soap11', 'soap12'] as const).filter((one) => operation[one] !== undefined);
  return {
    docs: {
      versions,
      action: soap.action,
      encoded: soap.input.use === 'encoded' ? true : undefined,
    },
    request: bodySample(messages.input.body, soap.input, service),
    requestHeader: pageSampleHeader(messages.inputHeaders, encodedService(soap.input, service)),
    response:
      soap.output === undefined || operation.oneWay
        ? undefined
        : bodySample(messages.output.body, soap.output, service),
    responseHeader: pageSampleHeader(messages.outputHeaders, encodedService(soap.output, service)),
  };
}

/** The service without its namespace if the envelope of a message declares no prefixes for it. */
export function encodedService(
  message: SoapMessage | undefined,
  service: EncodedService,
): EncodedService {
  return message?.use === 'encoded' ? service : { ...service, namespace: undefined };
}

function bodySample(body: BodyShape, { use }: SoapMessage, service: EncodedService): PageSample {
  return use === 'encoded'
    ? encodedPageSample(body, service)
    : pageSampleBody(body, service.operation);
}

function httpDocs(
  operation: ServiceOperation,
  http: HttpOperation,
  { httpAnswer }: OperationMessages,
): LiteralObject {
  const bindings = (['httpGet', 'httpPost'] as const).filter((one) => operation[one] !== undefined);
  return {
    bindings,
    location: http.location,
    replaces: http.input.kind === 'urlReplacement' ? true : undefined,
    parameters: httpParameters(http),
    result: pageSampleResult(http, httpAnswer, operation.name),
    contentType: resultContentType(http),
  };
}

/**
 * Inputs for a SOAP request whose properties are all simple values that occur once, each with a
 * placeholder in the sample. Otherwise, or if the request has headers, `undefined`: its XML must be
 * edited as a whole.
 */
function soapParameters(
  { input, inputHeaders }: OperationMessages,
  { placeholders }: PageSample,
): readonly Parameter[] | undefined {
  if (inputHeaders.length > 0 || input.attachments.length > 0) return undefined;
  const parameters = input.fields.flatMap(({ property, value, repeated, preset }) =>
    value.kind === 'simple' && !repeated ? [parameter(property, value.source, preset)] : [],
  );
  const isWhole = parameters.length === input.fields.length && parameters.length === placeholders;
  return isWhole ? parameters : undefined;
}

/** Parameters of an HTTP binding: the parts, with an array as a value that may be repeated. */
function httpParameters(http: HttpOperation): readonly Parameter[] {
  return http.parameters.map(({ name, type, element }) => {
    const valueType = type ?? element?.type;
    if (valueType?.kind !== 'complex') {
      return parameter(name, valueType, element?.fixed ?? element?.default);
    }
    return { ...parameter(name, undefined), repeated: true };
  });
}

function parameter(name: string, type: SimpleType | undefined, preset?: string): Parameter {
  if (type === undefined) return { name, type: 'string', values: undefined };
  const shown = placeholderOf(type);
  const values = enumerationValues(type);
  return {
    name,
    type: shown,
    values,
    freeText: isFreeText(type) ? true : undefined,
    // names with a namespace need a declaration, which a field cannot have
    preset: holdsQNames(type) ? undefined : preset,
  };
}

/** Whether a list, a checkbox or a date field could not represent all values of a type. */
function isFreeText(type: SimpleType): boolean {
  const { enumeration, patterns } = type.facets;
  if (enumeration !== undefined && enumeration.length > 0) return holdsQNames(type);
  if (type.variety !== 'atomic') return picked.has(placeholderOf(type)) || type.variety === 'list';
  return patterns !== undefined && picked.has(type.builtin ?? '');
}

/** Types with special fields. */
const picked: ReadonlySet<string> = new Set(['boolean', 'dateTime', 'date', 'time']);
