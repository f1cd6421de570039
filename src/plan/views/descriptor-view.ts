import { commentText, docContent, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { constantType, indentation } from '../print/layout.ts';
import { array, type Expression, entry, type Given, node, object } from '../print/node.ts';
import type { OperationPlan, PayloadPlan } from '../result/plan.ts';
import type { StepPlan } from '../result/stream-plan.ts';
import type { ContractNames } from './contract-names.ts';
import type { ImportNotes } from './module-imports.ts';
import { operationTypeArguments } from './operation-types.ts';
import { payloadCodecs, type Sides } from './used-codecs.ts';

/**
 * The constant that describes an operation, with the properties of the runtime's `Operation`. What
 * follows a colon begins with its space or line break.
 */
export interface DescriptorView {
  readonly doc: string;
  readonly name: string;
  /** Type of the constant: `Operation<…>`. */
  readonly type: string;
  /** What follows `=`: the opening brace after a space, or on a line of its own. */
  readonly open: string;
  /** Margin of the object: two spaces where its brace is on a line of its own, else nothing. */
  readonly margin: string;
  /** The closing brace with its margin. */
  readonly close: string;
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /** Path of the service. */
  readonly path: string;
  /** Namespace of the service. */
  readonly namespace: string;
  /** Names of its bindings. */
  readonly bindings: string;
  /** What a client calls each of them through; `undefined` without a client. */
  readonly client: string | undefined;
  /** Whether it has no response. */
  readonly oneWay: boolean;
  /** What it writes straight to the response; `undefined` where it answers with a message. */
  readonly written: string | undefined;
  /** The function that reads that; `undefined` without a client. */
  readonly readWritten: string | undefined;
  /** The object for SOAP; `undefined` where the operation has no such binding. */
  readonly soap: string | undefined;
  /** The object for GET and POST; `undefined` where it has no such binding. */
  readonly http: string | undefined;
  /** The object for streams; `undefined` where its result has no repeated element. */
  readonly stream: string | undefined;
}

/** Plans the constant that describes an operation. */
export function planDescriptor(
  plan: OperationPlan,
  names: ContractNames,
  sides: Sides,
  imports: ImportNotes,
): DescriptorView {
  const { operation, service, bindings, descriptor } = plan;
  const { written } = operation;
  for (const name of plan.typeNames) imports.type('types', name);
  const type = plan.codecs.stream === undefined ? 'Operation' : 'StreamingOperation';
  const before = `export const ${descriptor}: ${imports.type('runtime', type)}`;
  const items = operationTypeArguments(plan, names, imports);
  const { arguments: given, indent } = constantType(before, items);
  const margin = indentation(indent);
  const after = (key: string, value: Given): string => propertyValue(key, value, indent + 1);
  const part = (key: string, value: Expression | undefined): string | undefined =>
    value && after(key, value);
  return {
    doc: docContent([
      `Operation \`${commentText(operation.name)}\` of service \`${commentText(service.name)}\`.`,
    ]),
    name: descriptor,
    type: type + given,
    open: indent === 1 ? `\n${margin}{` : ' {',
    margin,
    close: `${margin}}`,
    service: after('service', stringLiteral(service.name)),
    operation: after('name', stringLiteral(operation.publicName)),
    path: after('path', stringLiteral(service.path)),
    namespace: after('namespace', stringLiteral(service.namespace)),
    bindings: after('bindings', texts(bindings)),
    client: sides.client
      ? after('client', array(bindings.map((name) => imports.value('runtime', name))))
      : undefined,
    oneWay: operation.oneWay,
    written: written && after('written', stringLiteral(written)),
    readWritten:
      written === undefined || !sides.client
        ? undefined
        : ` ${imports.value('runtime', 'readWritten')}`,
    soap: part('soap', soapPart(plan, sides, imports)),
    http: part('http', httpPart(plan, sides, imports)),
    stream: part('stream', streamPart(plan, sides, imports)),
  };
}

/** What follows the colon of a property, from the space or line break on. */
export function propertyValue(key: string, value: Given, indent: number): string {
  return laidOut(`${key}:`, node(value), ',', indent).slice(key.length + 1, -1);
}

/** An array of strings. */
function texts(list: readonly string[]): Expression {
  return array(list.map(stringLiteral));
}

/** The object `soap`; absent where the operation has no SOAP binding. */
function soapPart(plan: OperationPlan, sides: Sides, imports: ImportNotes): Expression | undefined {
  const soap = plan.operation.soap11 ?? plan.operation.soap12;
  if (soap === undefined) return undefined;
  const { requestElement, inputAttachments, outputAttachments } = plan;
  const { writeRequest, readResponse, attachRequest } = plan.codecs;
  const hasAttachments = inputAttachments.length + outputAttachments.length > 0;
  const list = (sender: keyof Sides, payloads: readonly PayloadPlan[], areHeaders = false) =>
    array(
      payloads.map((one) =>
        objectOf(
          entry('name', stringLiteral(one.name)),
          entry('element', object(nameEntries(one.element))),
          areHeaders ? entry('required', `${one.required}`) : undefined,
          ...codecEntries({ ...payloadCodecs(one, sender, sides) }, imports),
        ),
      ),
    );
  const reader = (name: string, payloads: readonly PayloadPlan[]): Expression | undefined =>
    sides.client && payloads.length > 0 ? entry(name, imports.value('runtime', name)) : undefined;
  return objectOf(
    entry('action', stringLiteral(soap.action)),
    requestElement && entry('element', object(nameEntries(requestElement))),
    plan.encoded
      ? entry('writeEnvelope', imports.value('runtime', 'writeEncodedEnvelope'))
      : undefined,
    ...(sides.client ? codecEntries({ writeRequest, readResponse }, imports) : []),
    hasAttachments ? entry('attachments', imports.value('runtime', 'multipart')) : undefined,
    ...(sides.client ? attachmentNames('outputAttachments', outputAttachments) : []),
    ...(sides.client
      ? codecEntries({ attachRequest: hasAttachments ? attachRequest : undefined }, imports)
      : []),
    entry('faults', list('server', plan.faults)),
    reader('readFaultDetail', plan.faults),
    entry('inputHeaders', list('client', plan.inputHeaders, true)),
    reader('requestHeaders', plan.inputHeaders),
    entry('outputHeaders', list('server', plan.outputHeaders, true)),
    reader('readHeaders', plan.outputHeaders),
  );
}

/** An object with each property on a line of its own. */
function objectOf(...entries: readonly (Expression | undefined)[]): Expression {
  return object(
    entries.filter((one) => one !== undefined),
    true,
  );
}

/** The property that names message parts; none where there are none. */
export function attachmentNames(
  key: string,
  attachments: OperationPlan['inputAttachments'],
): readonly Expression[] {
  return attachments.length === 0 ? [] : [entry(key, texts(attachments.map(({ part }) => part)))];
}

/**
 * The object `http`; absent where the operation has no HTTP binding, or its signature cannot travel
 * over one.
 */
function httpPart(plan: OperationPlan, sides: Sides, imports: ImportNotes): Expression | undefined {
  const http = plan.operation.httpGet ?? plan.operation.httpPost;
  const { writeForm, writeDocument, readResult, writeLocation } = plan.codecs;
  if (http === undefined || (writeForm ?? writeDocument) === undefined) return undefined;
  const parameters = writeForm === undefined ? [] : http.parameters.map((part) => part.name);
  return objectOf(
    entry('location', stringLiteral(http.location)),
    entry('parameters', texts(parameters)),
    ...(sides.client
      ? codecEntries({ writeForm, writeDocument, readResult, writeLocation }, imports)
      : []),
  );
}

/** The object `stream`; absent where the result has no records. */
function streamPart(
  { codecs }: OperationPlan,
  sides: Sides,
  imports: ImportNotes,
): Expression | undefined {
  const { stream } = codecs;
  if (stream === undefined) return undefined;
  for (const name of stream.typeNames) imports.type('types', name);
  const { soapPath, httpPath, readRecord: read } = stream;
  return objectOf(
    soapPath && entry('soapPath', pathArray(soapPath)),
    httpPath && entry('httpPath', pathArray(httpPath)),
    ...(sides.client ? codecEntries({ read }, imports) : []),
  );
}

/** Steps of a path, one a line: prettier breaks every array of several objects. */
function pathArray(path: readonly StepPlan[]): Expression {
  const steps = path.map((step) =>
    object([
      ...nameEntries(step),
      ...(step.optional === true ? [entry('optional', 'true')] : []),
      ...(step.anyName === true ? [entry('anyName', 'true')] : []),
    ]),
  );
  return { ...array(steps), open: true };
}

/** One property for each function there is. */
export function codecEntries(
  codecs: Readonly<Record<string, string | undefined>>,
  imports: ImportNotes,
): readonly Expression[] {
  const entries: Expression[] = [];
  for (const [key, name] of Object.entries(codecs)) {
    if (name !== undefined) entries.push(entry(key, imports.value('codecs', name)));
  }
  return entries;
}

/** Properties of a name in a namespace. */
function nameEntries({ namespace, local }: PayloadPlan['element']): readonly Expression[] {
  return [entry('namespace', stringLiteral(namespace)), entry('local', stringLiteral(local))];
}
