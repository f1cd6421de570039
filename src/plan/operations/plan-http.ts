import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { HttpOperation } from '../../model/wsdl/service-model.ts';
import { isUnion } from '../declarations/combinations.ts';
import { isOptional } from '../declarations/type-text.ts';
import { planForm } from '../describe/describe-form.ts';
import { formParameters, type WrittenForm } from '../describe/form-parameters.ts';
import { documentWriter } from '../describe/message-functions.ts';
import { type BodyShape, bodyElement, hasStreams } from '../messages/message-shape.ts';
import type { OperationCodecs } from '../result/plan.ts';
import { isDocument, isForm } from '../scope/http-input.ts';
import type { ChosenOperation } from '../scope/operations.ts';
import type { ElementField } from '../shapes/shape.ts';
import { type EnvelopeCodecs, type HttpChosen, httpResultFunctions } from './http-result.ts';
import type { OperationContext, OperationTypes } from './operation-context.ts';

/** The HTTP codecs of an operation, and their bindings. */
export interface HttpPlan {
  readonly codecs: OperationCodecs;
  readonly bindings: readonly BindingKind[];
}

/**
 * Plans the HTTP bindings of an operation. Bindings that cannot carry its SOAP signature are
 * reported and skipped.
 */
export function planHttp(
  context: OperationContext,
  chosen: ChosenOperation,
  types: OperationTypes,
  envelope: EnvelopeCodecs,
): HttpPlan {
  const { httpGet, httpPost } = chosen.operation;
  if (types.inParts.length + types.outParts.length > 0) {
    if ((httpGet ?? httpPost) !== undefined) {
      report(context, chosen, undefined, 'They cannot carry its attachments');
    }
    return { codecs: {}, bindings: [] };
  }
  if ([types.inBody, types.outBody].some(hasStreams)) {
    if ((httpGet ?? httpPost) !== undefined) {
      report(context, chosen, undefined, 'They cannot carry its streams');
    }
    return { codecs: {}, bindings: [] };
  }
  const http = httpGet ?? httpPost;
  const result = http && planResult(context, { ...chosen, envelope }, http, types);
  if (result === undefined) return { codecs: {}, bindings: [] };
  const bindings: BindingKind[] = [];
  let codecs: OperationCodecs = result;
  const add = (kind: BindingKind, more: OperationCodecs | undefined): void => {
    if (more === undefined) return;
    codecs = { ...codecs, ...more };
    bindings.push(kind);
  };
  if (httpGet !== undefined) {
    const codecs = isForm(httpGet) ? formFunctions(context, chosen, httpGet, types) : undefined;
    if (codecs === undefined) report(context, chosen, 'GET', whyNot(httpGet));
    add('httpGet', codecs);
  }
  if (httpPost !== undefined) {
    const codecs = isForm(httpPost)
      ? (bindings.length > 0 && {}) || formFunctions(context, chosen, httpPost, types)
      : documentCodecs(context, httpPost, types, { ...chosen, envelope });
    if (codecs === undefined) report(context, chosen, 'POST', whyNot(httpPost));
    add('httpPost', codecs);
  }
  return { codecs, bindings };
}

function whyNot(http: HttpOperation): string {
  const { input, port } = http;
  if (!isForm(http) && port.kind === 'httpGet') return 'A GET request has no body';
  if (isForm(http) || isDocument(http))
    return 'Its HTTP parameters are not those of its SOAP message';
  const type = input.kind === 'mimeContent' ? (input.type ?? '') : '';
  return `Its request is of media type '${type}', which is neither a form nor XML`;
}

/** Codecs of a POST request that is a document; `undefined` if it differs from that of SOAP. */
function documentCodecs(
  { describer }: OperationContext,
  http: HttpOperation,
  types: OperationTypes,
  { base, operation, service, envelope }: HttpChosen,
): OperationCodecs | undefined {
  const soap = operation.soap11 ?? operation.soap12;
  const [part, ...others] = http.parameters;
  if (part === undefined || others.length > 0 || !isDocument(http)) return undefined;
  if (soap !== undefined) {
    const { inBody } = types;
    const alone = inBody.kind !== 'parts' || inBody.fields.length === 1;
    const same = alone && bodyElement(inBody) === part.element;
    if (!same || part.element === undefined || soap.input.use === 'encoded') return undefined;
  }
  const { writeRequest, readRequest } = envelope();
  if (types.input === undefined || writeRequest === undefined) {
    return { writeDocument: writeRequest, readDocument: readRequest };
  }
  const { namespace } = service;
  const request = {
    body: types.inBody,
    type: types.input,
    encoded: false,
    direction: 'request',
    namespace,
    base,
    noun: 'Request',
  } as const;
  return { writeDocument: documentWriter(describer, request), readDocument: readRequest };
}

/** The parameters of an operation; `undefined` if they are not those of its SOAP message. */
function formOf(
  { base, service }: ChosenOperation,
  http: HttpOperation,
  { inBody, input: type }: Pick<OperationTypes, 'inBody' | 'input'>,
): WrittenForm | undefined {
  const fields = inputFields(inBody);
  const parameters =
    fields === undefined ? undefined : formParameters(http.parameters, fields, isAsmx(http));
  const carried = new Set(parameters?.map((one) => one.field));
  if (
    fields === undefined ||
    parameters === undefined ||
    fields.some((field) => !carried.has(field) && !isOptional(field))
  ) {
    return undefined;
  }
  return { parameters, type, base, namespace: service.namespace };
}

/** Functions of parameters in a query, a form or a location. */
function formFunctions(
  { describer }: OperationContext,
  chosen: ChosenOperation,
  http: HttpOperation,
  types: OperationTypes,
): OperationCodecs | undefined {
  const form = formOf(chosen, http, types);
  if (form === undefined) return undefined;
  const location = http.input.kind === 'urlReplacement' ? http.location : undefined;
  return planForm(describer, form, location);
}

/** Codecs of the result; reported and `undefined` if it differs from that of SOAP. */
function planResult(
  context: OperationContext,
  chosen: HttpChosen,
  http: HttpOperation,
  types: OperationTypes,
): OperationCodecs | undefined {
  const result = httpResultFunctions(context, chosen, http, types);
  if (result === undefined) {
    report(context, chosen, undefined, 'Its HTTP result is not that of its SOAP message');
  }
  return result;
}

function report(
  context: OperationContext,
  chosen: ChosenOperation,
  verb: string | undefined,
  why: string,
): void {
  const name = `${chosen.service.name}.${chosen.operation.messageName}`;
  const bindings = verb === undefined ? 'bindings' : `${verb} binding`;
  context.sink.report({
    code: 'ASMX3006',
    severity: 'warning',
    message: `Operation '${name}' is generated without its HTTP ${bindings}. ${why}`,
    span: chosen.operation.span,
  });
}

/** Whether a port has ASMX's name for HTTP GET or POST. */
function isAsmx({ port }: HttpOperation): boolean {
  return /Http(?:Get|Post)$/.test(port.name);
}

/** Properties of the input as fields; `undefined` unless it is a plain object of elements. */
function inputFields(body: BodyShape): readonly ElementField[] | undefined {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return [];
    case 'parts':
      return body.fields;
    case 'single':
    case 'unwrapped':
      return [body.field];
    case 'object':
    case 'content': {
      const { object } = body;
      // a form is never nil
      if (body.kind === 'object' && body.place.nillable) return undefined;
      if (isUnion(object) || object.family !== undefined) return undefined;
      const others = object.fields.filter((field) => field.kind !== 'element');
      if (!others.every(isOptional)) return undefined;
      return object.fields.filter((field) => field.kind === 'element');
    }
  }
}
