import type { ElementParticle, SchemaType, SimpleType } from '../../model/schema.ts';
import type {
  HttpOperation,
  MessagePart,
  ServiceOperation,
  SoapMessage,
  SoapOperation,
} from '../../model/service-model.ts';
import type { LiteralObject } from './literal.ts';
import { resultContentType, sampleBody, sampleHeader, sampleResult } from './sample-message.ts';
import { enumerationValues, placeholderOf } from './sample-placeholder.ts';

/** A parameter of the test form, as `ParameterDocs` of the runtime. */
interface Parameter extends LiteralObject {
  readonly name: string;
  readonly type: string;
  readonly values: readonly string[] | undefined;
  readonly repeated?: true | undefined;
}

/**
 * One operation for the help pages, as `OperationDocs` of the runtime.
 *
 * @param namespace that of the service
 */
export function operationDocs(operation: ServiceOperation, namespace: string): LiteralObject {
  const soap = operation.soap11 ?? operation.soap12;
  const http = operation.httpGet ?? operation.httpPost;
  return {
    name: operation.messageName,
    description: operation.documentation,
    parameters: soap === undefined ? http && httpParameters(http) : soapParameters(soap),
    soap: soap && soapDocs(operation, soap, namespace),
    http: http && httpDocs(operation, http),
  };
}

function soapDocs(
  operation: ServiceOperation,
  soap: SoapOperation,
  namespace: string,
): LiteralObject {
  const { input, output } = soap;
  const versions = (['soap11', 'soap12'] as const).filter((one) => operation[one] !== undefined);
  return {
    versions,
    action: soap.action,
    encoded: input.use === 'encoded' ? true : undefined,
    request: sampleBody(input, namespace),
    requestHeader: sampleHeader(input.headers),
    response: operation.oneWay || output === undefined ? undefined : sampleBody(output, namespace),
    responseHeader: output && sampleHeader(output.headers),
  };
}

function httpDocs(operation: ServiceOperation, http: HttpOperation): LiteralObject {
  const bindings = (['httpGet', 'httpPost'] as const).filter((one) => operation[one] !== undefined);
  return {
    bindings,
    location: http.location,
    replaces: http.input.kind === 'urlReplacement' ? true : undefined,
    parameters: httpParameters(http),
    result: sampleResult(http),
    contentType: resultContentType(http),
  };
}

/**
 * Inputs for a SOAP request whose parameters all are simple values that stand once; `undefined` otherwise, and where headers
 * belong to the request, since its XML then has to be edited as a whole.
 */
function soapParameters({ input }: SoapOperation): readonly Parameter[] | undefined {
  if (input.headers.length > 0 || input.attachments.length > 0) return undefined;
  const parameters: Parameter[] = [];
  for (const value of requestValues(input)) {
    if (value === undefined || value.type.kind !== 'simple') return undefined;
    parameters.push(parameter(value.name, value.type));
  }
  return parameters;
}

interface RequestValue {
  readonly name: string;
  readonly type: SchemaType;
}

/** Values of a request in order; `undefined` for what is no single named value. */
function requestValues(input: SoapMessage): readonly (RequestValue | undefined)[] {
  if (!input.wrapped) return input.parts.map(partValue);
  const type = input.parts[0]?.element?.type;
  if (type?.kind !== 'complex') return [undefined];
  if (type.particle === undefined) return [];
  if (type.particle.kind !== 'model' || type.particle.compositor !== 'sequence') return [undefined];
  return type.particle.particles.map((one) =>
    one.kind === 'element' && one.occurs.max === 1 ? elementValue(one) : undefined,
  );
}

function elementValue({ element }: ElementParticle): RequestValue {
  return { name: element.name.localName, type: element.type };
}

function partValue(part: MessagePart): RequestValue | undefined {
  const type = part.type ?? part.element?.type;
  return type && { name: part.name, type };
}

/** Parameters of an HTTP binding: the parts, an array being a value that may be repeated (asmx-behaviour 4). */
function httpParameters(http: HttpOperation): readonly Parameter[] {
  return http.parameters.map(({ name, type, element }) => {
    const valueType = type ?? element?.type;
    if (valueType?.kind !== 'complex') return parameter(name, valueType);
    return { ...parameter(name, undefined), repeated: true };
  });
}

function parameter(name: string, type: SimpleType | undefined): Parameter {
  if (type === undefined) return { name, type: 'string', values: undefined };
  const shown = placeholderOf(type);
  const values = enumerationValues(type) ?? (shown === 'boolean' ? ['true', 'false'] : undefined);
  return { name, type: shown, values };
}
