import { qnameKey } from '../../model/common/qname.ts';
import { serviceDemands } from '../../model/demands/service-demands.ts';
import type {
  HeaderPart,
  HttpOperation,
  LinkedService,
  MessagePart,
  ServiceModel,
  ServiceOperation,
  SoapMessage,
  SoapOperation,
} from '../../model/wsdl/service-model.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import type { MessageField } from '../../plan/messages/message-field.ts';
import type { OperationMessages } from '../../plan/messages/operation-messages.ts';
import { typeWord } from '../../plan/messages/type-word.ts';
import { elementJson, type Json, type JsonObject, typeJson, typeReference } from './schema-json.ts';

/** Version of the JSON form. New keys do not change it; a changed meaning of a key increases it. */
export const modelFormat = 1;

/**
 * The linked model as plain JSON data, described in docs/reference/model-json.md. In the order of
 * the contract; absent values are omitted; types and global elements are referred to as
 * `{namespace}name`.
 */
export function modelJson(model: ServiceModel, messages: ContractMessages): Json {
  return {
    format: modelFormat,
    name: model.name,
    namespace: model.namespace,
    baseUrl: model.baseUrl,
    documentation: model.documentation,
    files: model.files.map((file) => file.path),
    services: model.services.map((service) => serviceJson(service, messages)),
    elements: model.elements.map(elementJson),
    types: model.types.map(typeJson),
  };
}

function serviceJson(service: LinkedService, messages: ContractMessages): Json {
  return {
    name: service.name,
    namespace: service.namespace,
    path: service.path,
    documentation: service.documentation,
    ports: service.ports.map((port) => ({
      name: port.name,
      kind: port.kind,
      binding: qnameKey(port.binding),
      portType: qnameKey(port.portType),
      address: port.address,
      path: port.path,
    })),
    demands: demandsJson(service),
    interfaces: service.interfaces.map((one) => ({
      name: one.name,
      ports: one.ports.map((port) => port.name),
      operations: one.operations.map((operation) =>
        operationJson(operation, messages.of(operation)),
      ),
    })),
  };
}

/** What the policies of a service demand; absent if there are none. */
function demandsJson(service: LinkedService): Json | undefined {
  const demands = serviceDemands(service);
  if (demands.length === 0) return undefined;
  return demands.map(({ text, option, instead, isChoice, bindings }) => ({
    text,
    option,
    instead,
    choice: isChoice,
    bindings: bindings && [...bindings],
  }));
}

/** One operation as JSON data. */
export function operationJson(
  operation: ServiceOperation,
  { input, output }: OperationMessages,
): JsonObject {
  const { soap11, soap12, httpGet, httpPost } = operation;
  return {
    name: operation.name,
    messageName: operation.messageName,
    documentation: operation.documentation,
    oneWay: operation.oneWay,
    written: operation.written,
    input: { properties: input.fields.map(fieldJson) },
    output: { kind: output.kind, properties: output.fields.map(fieldJson) },
    soap11: soap11 && soapJson(soap11),
    soap12: soap12 && soapJson(soap12),
    httpGet: httpGet && httpJson(httpGet),
    httpPost: httpPost && httpJson(httpPost),
  };
}

/** A property of generated code. */
function fieldJson(field: MessageField): Json {
  const { property, wireName, value, optional, repeated, nillable } = field;
  return { name: property, wireName, type: typeWord(value), optional, repeated, nillable };
}

function soapJson(soap: SoapOperation): Json {
  return {
    port: soap.port.name,
    action: soap.action,
    actions: actionsJson(soap),
    style: soap.style,
    input: messageJson(soap.input),
    output: soap.output && messageJson(soap.output),
    faults: soap.faults.map((fault) => ({
      name: fault.name,
      documentation: fault.documentation,
      part: partJson(fault.part),
    })),
  };
}

/** Actions of WS-Addressing. */
function actionsJson({ actions }: SoapOperation): Json {
  const { input, output, faults } = actions;
  return { input, output, faults: faults.size === 0 ? undefined : Object.fromEntries(faults) };
}

function messageJson(message: SoapMessage): Json {
  return {
    use: message.use,
    rpcWrapper: message.rpcWrapper && qnameKey(message.rpcWrapper),
    parts: message.parts.map(partJson),
    headers: message.headers.map(headerJson),
    attachments: message.attachments.map(({ part, types }) => ({ part, types: [...types] })),
  };
}

function headerJson(header: HeaderPart): Json {
  const { use, namespace, required } = header;
  return { ...partJson(header.part), use, namespace, required };
}

function partJson(part: MessagePart): { readonly [name: string]: Json } {
  return {
    name: part.name,
    element: part.element && qnameKey(part.element.name),
    type: part.type && typeReference(part.type),
    optional: part.optional,
    documentation: part.documentation,
  };
}

function httpJson(http: HttpOperation): Json {
  return {
    port: http.port.name,
    location: http.location,
    input: { ...http.input },
    parameters: http.parameters.map(partJson),
    output: { ...http.output },
    result: http.result && partJson(http.result),
  };
}
