import { demandsTimestamp } from '../../model/policy/security.ts';
import { shortHash } from '../../names/names.ts';
import { commentText, docContent, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { constantType, indentation } from '../print/layout.ts';
import { array, type Expression, entry, type Given, node, object } from '../print/node.ts';
import type { OperationPlan, PayloadPlan } from '../result/plan.ts';
import { addressingPart, clientBindings } from './addressing-part.ts';
import type { ContractNames } from './contract-names.ts';
import { type ImportNotes, keepNotes } from './module-imports.ts';
import { operationTypeArguments } from './operation-types.ts';
import { streamPart } from './stream-part.ts';
import {
  attachmentNames,
  codecEntries,
  nameEntries,
  objectOf,
  payloadCodecs,
  type Sides,
  texts,
} from './used-functions.ts';

/**
 * The constant with the descriptor of an operation, which has the properties of the runtime's
 * `Operation`. Values after a colon start with a space or line break.
 */
export interface DescriptorView {
  readonly doc: string;
  readonly name: string;
  /** Type of the constant: `Operation<…>`. */
  readonly type: string;
  /** The text after `=`: the opening brace after a space, or on its own line. */
  readonly open: string;
  /** Indentation of the object: two spaces if its brace is on its own line, else none. */
  readonly margin: string;
  /** The closing brace with its indentation. */
  readonly close: string;
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation. */
  readonly operation: string;
  /** Path of the service. */
  readonly path: string;
  /** Paths of bindings whose ports are elsewhere; `undefined` if there are none. */
  readonly paths: string | undefined;
  /** Namespace of the service. */
  readonly namespace: string;
  /** Names of its bindings. */
  readonly bindings: string;
  /** The client functions of these bindings; `undefined` without a client. */
  readonly client: string | undefined;
  /** Whether it has no response. */
  readonly oneWay: boolean;
  /** What it writes straight to the response; `undefined` if it answers with a message. */
  readonly written: string | undefined;
  /** The function that reads it; `undefined` without a client. */
  readonly readWritten: string | undefined;
  /** The object for SOAP; `undefined` if the operation has no such binding. */
  readonly soap: string | undefined;
  /** The object for GET and POST; `undefined` if it has no such binding. */
  readonly http: string | undefined;
  /** The object for streams; `undefined` if its result has no repeated element. */
  readonly stream: string | undefined;
}

/** A list of faults or headers that several operations share, as a constant. */
export interface ListView {
  readonly name: string;
  /** Type of its items. */
  readonly type: string;
  /** The text after `=`. */
  readonly value: string;
}

type ListKind = 'faults' | 'inputHeaders' | 'outputHeaders';

/** The runtime's names for the items of lists. */
const itemTypes: Readonly<Record<ListKind, string>> = {
  faults: 'FaultDescriptor',
  inputHeaders: 'HeaderDescriptor',
  outputHeaders: 'HeaderDescriptor',
};

const listKinds: readonly ListKind[] = ['faults', 'inputHeaders', 'outputHeaders'];

/** Lists of faults and headers of operations. Each shared list becomes a constant. */
export class PayloadLists {
  readonly #sides: Sides;
  /** Number of operations with a list, by its content. */
  readonly #counts = new Map<string, number>();
  /** Contents of lists by their plain name. If there are several, they need other names. */
  readonly #contents = new Map<string, Set<string>>();

  constructor(operations: readonly OperationPlan[], sides: Sides) {
    this.#sides = sides;
    for (const plan of operations) {
      for (const kind of listKinds) {
        const [name, content] = [plainName(kind, plan), contentKey(kind, plan)];
        this.#counts.set(content, (this.#counts.get(content) ?? 0) + 1);
        this.#contents.set(name, (this.#contents.get(name) ?? new Set()).add(content));
      }
    }
  }

  /** The list, or its constant. */
  given(kind: ListKind, plan: OperationPlan, imports: ImportNotes): Expression {
    const list = this.#list(kind, plan, imports);
    if (!this.#isShared(kind, plan)) return list;
    imports.type('runtime', itemTypes[kind]);
    return node(this.#name(kind, plan));
  }

  /** The constants that descriptors of operations refer to. */
  constants(operations: readonly OperationPlan[]): readonly ListView[] {
    const found = new Map<string, ListView>();
    for (const plan of operations) {
      for (const kind of listKinds) {
        const name = this.#name(kind, plan);
        if (found.has(name) || !this.#isShared(kind, plan)) continue;
        const type = itemTypes[kind];
        const head = `const ${name}: readonly ${type}[] =`;
        const list = this.#list(kind, plan, keepNotes());
        found.set(name, { name, type, value: laidOut(head, list, ';', 0).slice(head.length, -1) });
      }
    }
    return [...found.values()];
  }

  #isShared(kind: ListKind, plan: OperationPlan): boolean {
    return plan[kind].length > 0 && (this.#counts.get(contentKey(kind, plan)) ?? 0) > 1;
  }

  /** Names a list after its content. Lists that differ in other ways get a hash. */
  #name(kind: ListKind, plan: OperationPlan): string {
    const name = plainName(kind, plan);
    if (name.length <= 60 && this.#contents.get(name)?.size === 1) return name;
    return `${kind}$${shortHash(contentKey(kind, plan))}`;
  }

  #list(kind: ListKind, plan: OperationPlan, imports: ImportNotes): Expression {
    const sender = kind === 'inputHeaders' ? 'client' : 'server';
    const list = plan[kind].map((one) =>
      objectOf(
        entry('name', stringLiteral(one.name)),
        entry('element', object(nameEntries(one.element))),
        ...(kind === 'faults' ? typesEntry(one) : [entry('required', `${one.required}`)]),
        ...codecEntries({ ...payloadCodecs(one, sender, this.#sides) }, imports),
        this.#sides[sender] && hasArrays12(one, plan)
          ? entry('encode', imports.value('runtime', 'encodeArrays'))
          : undefined,
      ),
    );
    return array(list);
  }
}

/** Whether arrays in a payload have another form over one of the bindings. */
function hasArrays12({ encoded }: PayloadPlan, { operation }: OperationPlan): boolean {
  return encoded && operation.soap12 !== undefined;
}

/** The types of the detail of a fault with SOAP encoding, by which clients know it. */
function typesEntry({ encoded, types }: PayloadPlan): readonly Expression[] {
  if (!encoded) return [];
  const names = types.map(({ namespace, localName: local }) =>
    object(nameEntries({ namespace, local })),
  );
  return [entry('types', array(names))];
}

/** `faults$SoldOut$Closed`: the names in a list. */
function plainName(kind: ListKind, plan: OperationPlan): string {
  return [kind, ...plan[kind].map(({ name }) => name.replace(/\W/g, '_'))].join('$');
}

/** Everything that distinguishes a list from others. */
function contentKey(kind: ListKind, plan: OperationPlan): string {
  const content = plan[kind].map((one) => [
    ...[one.name, one.element.namespace, one.element.local, one.read.flat, one.write.flat],
    one.types,
    ...(hasArrays12(one, plan) ? ['encode'] : []),
    kind === 'faults' || one.required,
  ]);
  return JSON.stringify([kind, content]);
}

/** Input for planning the descriptors of a contract. */
export interface DescriptorContext {
  readonly names: ContractNames;
  readonly sides: Sides;
  readonly lists: PayloadLists;
}

/** Plans the constant with the descriptor of an operation. */
export function planDescriptor(
  plan: OperationPlan,
  context: DescriptorContext,
  imports: ImportNotes,
): DescriptorView {
  const { names, sides } = context;
  const { operation, service, bindings, descriptor } = plan;
  const { written } = operation;
  const paths = plan.paths.map(([name, path]) => entry(name, stringLiteral(path)));
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
    paths: part('paths', paths.length === 0 ? undefined : object(paths)),
    namespace: after('namespace', stringLiteral(service.namespace)),
    bindings: after('bindings', texts(bindings)),
    client: sides.client ? after('client', clientBindings(plan, imports)) : undefined,
    oneWay: operation.oneWay,
    written: written && after('written', stringLiteral(written)),
    readWritten:
      written === undefined || !sides.client
        ? undefined
        : ` ${imports.value('runtime', 'readWritten')}`,
    soap: part('soap', soapPart(plan, context, imports)),
    http: part('http', httpPart(plan, sides, imports)),
    stream: part('stream', streamPart(plan, sides, imports)),
  };
}

/** The value of a property, starting with a space or line break. */
export function propertyValue(key: string, value: Given, indent: number): string {
  return laidOut(`${key}:`, node(value), ',', indent).slice(key.length + 1, -1);
}

/** The object `soap`, if the operation has a SOAP binding. */
function soapPart(
  plan: OperationPlan,
  { sides, lists }: DescriptorContext,
  imports: ImportNotes,
): Expression | undefined {
  const soap = plan.operation.soap11 ?? plan.operation.soap12;
  if (soap === undefined) return undefined;
  const action12 = plan.operation.soap12?.sentAction;
  const { requestElement, inputAttachments, outputAttachments } = plan;
  const { writeRequest, readResponse, attachRequest } = plan.codecs;
  const addressing = addressingPart(plan, sides);
  const hasAttachments = inputAttachments.length + outputAttachments.length > 0;
  const list = (kind: ListKind): Expression | undefined =>
    plan[kind].length === 0 ? undefined : entry(kind, lists.given(kind, plan, imports));
  const reader = (key: string, payloads: readonly PayloadPlan[], name = key) =>
    sides.client && payloads.length > 0 ? entry(key, imports.value('runtime', name)) : undefined;
  const ofFault = plan.faults.some((one) => one.encoded) ? 'readEncodedDetail' : undefined;
  const ofAnswer = plan.outputHeaders.some((one) => one.encoded) ? 'readEncodedHeaders' : undefined;
  return objectOf(
    entry('action', stringLiteral(soap.action)),
    action12 === undefined ? undefined : entry('action12', stringLiteral(action12)),
    addressing && entry('addressing', addressing),
    sides.server && isTimed(plan) ? entry('timestamp', 'true') : undefined,
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
    list('faults'),
    reader('readFaultDetail', plan.faults, ofFault),
    list('inputHeaders'),
    reader('requestHeaders', plan.inputHeaders),
    list('outputHeaders'),
    reader('readHeaders', plan.outputHeaders, ofAnswer),
  );
}

/** Whether the contract demands a Timestamp in messages over a binding of SOAP. */
function isTimed({ operation: { soap11, soap12 } }: OperationPlan): boolean {
  return [soap11, soap12].some(
    (soap) =>
      soap !== undefined &&
      demandsTimestamp([...(soap.port.policies ?? []), ...(soap.policies ?? [])]),
  );
}

/** The object `http`, if the operation has an HTTP binding that can carry its signature. */
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
