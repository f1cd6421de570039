import { commentText, docComment, stringLiteral } from '../print/encode.ts';
import {
  arrayLiteral,
  constantHead,
  indentation,
  objectLiteral,
  propertyLine,
} from '../print/layout.ts';
import type { OperationPlan, PayloadPlan, StepPlan } from '../result/plan.ts';
import type { ContractNames } from './contract-names.ts';
import type { ImportNotes } from './module-imports.ts';
import { operationTypeArguments } from './operation-types.ts';
import { type PayloadCodecs, payloadCodecs, type Sides } from './used-codecs.ts';

/**
 * The constant that describes an operation: lines of its object literal, in the order of the
 * runtime's `Operation`. Those of a part are one text, each with its indentation: there are tens of
 * thousands of them.
 */
export interface DescriptorView {
  readonly doc: string;
  readonly head: string;
  /** Margin of the object where the head's brace stands on a line of its own. */
  readonly margin: string;
  readonly close: string;
  readonly fields: string;
  readonly soap: string | undefined;
  readonly http: string | undefined;
  readonly stream: string | undefined;
}

/** Plans the constant that describes an operation. */
export function planDescriptor(
  plan: OperationPlan,
  names: ContractNames,
  sides: Sides,
  imports: ImportNotes,
): DescriptorView {
  const { operation, service } = plan;
  for (const name of plan.typeNames) imports.type('types', name);
  const type = plan.codecs.stream === undefined ? 'Operation' : 'StreamingOperation';
  const before = `export const ${plan.descriptor}: ${imports.type('runtime', type)}`;
  const head = constantHead(before, operationTypeArguments(plan, names, imports));
  const indent = head.shift + 1;
  const fields = [
    propertyLine('service', stringLiteral(service.name), indent),
    propertyLine('name', stringLiteral(operation.publicName), indent),
    propertyLine('path', stringLiteral(service.path), indent),
    propertyLine('namespace', stringLiteral(service.namespace), indent),
    textsLine('bindings', plan.bindings, indent),
  ];
  if (sides.client) fields.push(bindingsLine(plan.bindings, indent, imports));
  if (operation.oneWay) fields.push('oneWay: true,');
  if (operation.written !== undefined) {
    fields.push(`written: ${stringLiteral(operation.written)},`);
  }
  if (operation.written !== undefined && sides.client) {
    fields.push(propertyLine('readWritten', imports.value('runtime', 'readWritten'), indent));
  }
  return {
    doc: docComment([
      `Operation \`${commentText(operation.name)}\` of service \`${commentText(service.name)}\`.`,
    ]),
    head: head.text,
    margin: indentation(head.shift),
    close: `${indentation(head.shift)}};`,
    fields: indentLines(fields, indent),
    soap: planSoap(plan, indent + 1, sides, imports),
    http: planHttp(plan, indent + 1, sides, imports),
    stream: planStream(plan, indent + 1, sides, imports),
  };
}

/** The property that holds what a client calls through. */
function bindingsLine(
  bindings: OperationPlan['bindings'],
  indent: number,
  imports: ImportNotes,
): string {
  const items = bindings.map((name) => imports.value('runtime', name));
  return arrayLiteral({ before: 'client: ', items, after: ',', indent });
}

function indentLines(lines: readonly string[], indent: number): string {
  const margin = indentation(indent);
  return margin + lines.join(`\n${margin}`);
}

/** Lines of `soap`; absent where the operation has no SOAP binding. */
function planSoap(
  plan: OperationPlan,
  indent: number,
  sides: Sides,
  imports: ImportNotes,
): string | undefined {
  const soap = plan.operation.soap11 ?? plan.operation.soap12;
  if (soap === undefined) return undefined;
  const { writeRequest, readResponse, attachRequest } = plan.codecs;
  const { inputAttachments, outputAttachments } = plan;
  const lines = [propertyLine('action', stringLiteral(soap.action), indent)];
  if (plan.requestElement !== undefined) lines.push(elementLine(plan.requestElement, indent));
  if (plan.encoded) lines.push('encoded: true,');
  if (sides.client) lines.push(...codecLines({ writeRequest, readResponse }, indent, imports));
  if (inputAttachments.length + outputAttachments.length > 0) {
    lines.push(propertyLine('attachments', imports.value('runtime', 'multipart'), indent));
  }
  if (sides.client) {
    lines.push(...attachmentNames('outputAttachments', outputAttachments, indent));
    lines.push(...codecLines({ attachRequest }, indent, imports));
  }
  const sent = (sender: keyof Sides, payloads: readonly PayloadPlan[]): readonly PayloadView[] =>
    payloads.map((one) => ({ ...one, ...payloadCodecs(one, sender, sides) }));
  lines.push(
    payloadsLine('faults', sent('server', plan.faults), indent, imports),
    payloadsLine('inputHeaders', sent('client', plan.inputHeaders), indent, imports),
    payloadsLine('outputHeaders', sent('server', plan.outputHeaders), indent, imports),
  );
  return indentLines(lines, indent);
}

/** A fault or header with the functions that the folder needs. */
type PayloadView = Omit<PayloadPlan, keyof PayloadCodecs> & PayloadCodecs;

/** The property that names message parts; none where there are none. */
export function attachmentNames(
  key: string,
  attachments: OperationPlan['inputAttachments'],
  indent: number,
): readonly string[] {
  const parts = attachments.map(({ part }) => part);
  return parts.length === 0 ? [] : [textsLine(key, parts, indent)];
}

/**
 * Lines of `http`; absent where the operation has no HTTP binding, or its signature cannot travel
 * over one.
 */
function planHttp(
  plan: OperationPlan,
  indent: number,
  sides: Sides,
  imports: ImportNotes,
): string | undefined {
  const http = plan.operation.httpGet ?? plan.operation.httpPost;
  const { writeForm, writeDocument, readResult, writeLocation } = plan.codecs;
  if (http === undefined || (writeForm ?? writeDocument) === undefined) return undefined;
  const parameters = writeForm === undefined ? [] : http.parameters.map((part) => part.name);
  const lines = [
    propertyLine('location', stringLiteral(http.location), indent),
    textsLine('parameters', parameters, indent),
  ];
  if (sides.client) {
    const codecs = { writeForm, writeDocument, readResult, writeLocation };
    lines.push(...codecLines(codecs, indent, imports));
  }
  return indentLines(lines, indent);
}

/** Lines of `stream`; absent where the result has no records. */
function planStream(
  plan: OperationPlan,
  indent: number,
  sides: Sides,
  imports: ImportNotes,
): string | undefined {
  const { stream } = plan.codecs;
  if (stream === undefined) return undefined;
  for (const name of stream.typeNames) imports.type('types', name);
  const { soapPath, httpPath, readRecord: read } = stream;
  return indentLines(
    [
      ...(soapPath === undefined ? [] : [pathLines('soapPath', soapPath, indent)]),
      ...(httpPath === undefined ? [] : [pathLines('httpPath', httpPath, indent)]),
      ...(sides.client ? codecLines({ read }, indent, imports) : []),
    ],
    indent,
  );
}

/** Steps of a path, one a line: prettier breaks every array of several objects. */
function pathLines(key: string, path: readonly StepPlan[], indent: number): string {
  const steps = path.map((step) => {
    const items = [
      ...nameItems(step),
      ...(step.optional === true ? ['optional: true'] : []),
      ...(step.anyName === true ? ['anyName: true'] : []),
    ];
    const line = objectLiteral({ before: '', items, after: ',', indent: indent + 1 });
    return indentation(indent + 1) + line;
  });
  return `${key}: [\n${steps.join('\n')}\n${indentation(indent)}],`;
}

/** A property that is an array of texts. */
function textsLine(key: string, texts: readonly string[], indent: number): string {
  const items = texts.map((text) => stringLiteral(text));
  return arrayLiteral({ before: `${key}: `, items, after: ',', indent });
}

/** One line for each function there is. */
export function codecLines(
  codecs: Readonly<Record<string, string | undefined>>,
  indent: number,
  imports: ImportNotes,
): readonly string[] {
  const lines: string[] = [];
  for (const [key, name] of Object.entries(codecs)) {
    if (name !== undefined) lines.push(propertyLine(key, imports.value('codecs', name), indent));
  }
  return lines;
}

function elementLine(
  element: NonNullable<OperationPlan['requestElement']>,
  indent: number,
): string {
  return objectLiteral({ before: 'element: ', items: nameItems(element), after: ',', indent });
}

/** Properties of a name in a namespace. */
function nameItems(name: NonNullable<OperationPlan['requestElement']>): readonly string[] {
  return [`namespace: ${stringLiteral(name.namespace)}`, `local: ${stringLiteral(name.local)}`];
}

/** An array of fault or header descriptors, one field a line. */
function payloadsLine(
  key: 'faults' | 'inputHeaders' | 'outputHeaders',
  payloads: readonly PayloadView[],
  indent: number,
  imports: ImportNotes,
): string {
  if (payloads.length === 0) return `${key}: [],`;
  const outer = indentation(indent + 1);
  const inner = indentation(indent + 2);
  const objects = payloads.map((payload) => {
    const fields = [
      propertyLine('name', stringLiteral(payload.name), indent + 2),
      elementLine(payload.element, indent + 2),
      ...(key === 'faults' ? [] : [`required: ${payload.required},`]),
      ...codecLines({ write: payload.write, read: payload.read }, indent + 2, imports),
    ];
    return `${outer}{\n${fields.map((field) => `${inner}${field}\n`).join('')}${outer}},\n`;
  });
  return `${key}: [\n${objects.join('')}${indentation(indent)}],`;
}
