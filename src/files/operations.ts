import { type AddressingAnnouncement, addressingOf, demandsTimestamp } from '../model/policy.ts';
import { delimiterOf, interfaceStart } from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { shortHash } from '../names/identifiers.ts';
import type { FileNames } from '../plan/contract-names.ts';
import {
  attachmentNames,
  createImports,
  functionEntries,
  type ImportNotes,
  type KeptNotes,
  keepNotes,
  payloadFunctions,
  relativeEnding,
  type Sides,
  sidesOf,
  texts,
  valueNode,
} from '../plan/imports.ts';
import { operationTypeArguments } from '../plan/operation-docs.ts';
import type {
  ContractPlan,
  FilePlan,
  OperationPlan,
  PayloadPlan,
  StepPlan,
} from '../plan/result.ts';
import { kebabName } from '../plan/settings.ts';
import {
  constantView,
  type DeclarationView,
  declarationLines,
  type FileView,
  fileView,
  type InterfaceMember,
  interfaceView,
  linesOf,
} from '../print/declaration.ts';
import { commentText, exportAll, namedEntry, propertyKey, stringNode } from '../print/encode.ts';
import { constantType } from '../print/layout.ts';
import {
  arrayNode,
  type Expression,
  entry,
  type ListNode,
  namesFrom,
  node,
  objectNode,
  type TypeNode,
} from '../print/node.ts';
import { splitGroups } from './declarations.ts';

/** An operation in `operations.ts`. */
interface OperationPart {
  readonly plan: OperationPlan;
  /** Interfaces that name the types of its faults and headers. */
  readonly interfaces: readonly DeclarationView[];
  /** Its descriptor, as an object and as the constant. */
  readonly object: ListNode;
  readonly descriptor: DeclarationView;
  readonly notes: KeptNotes;
}

/** Word of a service or of an interface. */
function serviceWord(name: string): string {
  return kebabName(name) || 'service';
}

/**
 * Plans `operations.ts`, the descriptors for client and server. In a large contract, it re-exports
 * its parts.
 */
export function planOperationsFiles(contract: ContractPlan, names: FileNames): readonly FilePlan[] {
  const lists = new PayloadLists(contract.operations, sidesOf(contract.options));
  const parts = planParts(contract, names, lists);
  const files = splitGroups(parts, {
    group: (part) => part.plan.service.name,
    word: serviceWord,
    name: (part) => part.plan.descriptor,
    lines: partLines,
  });
  if (files === undefined) {
    const view = viewOf(contract, parts, lists);
    return [{ path: 'operations.ts', template: 'operations', view }];
  }
  const ending = relativeEnding(contract.options);
  const exports = files.map(({ suffix }) => exportAll(`./operations-${suffix}${ending}`));
  return [
    ...files.map(({ suffix, items }): FilePlan => {
      const view = viewOf(contract, items, lists);
      return { path: `operations-${suffix}.ts`, template: 'operations', view };
    }),
    { path: 'operations.ts', template: 'operations', view: fileView([], [], { exports }) },
  ];
}

function planParts(
  contract: ContractPlan,
  names: FileNames,
  lists: PayloadLists,
): readonly OperationPart[] {
  const context = { sides: sidesOf(contract.options), lists };
  return contract.operations.map((plan) => {
    const notes = keepNotes();
    const interfaces = payloadInterfaces(plan, names, notes);
    const object = descriptorOf(plan, context, notes);
    return { plan, interfaces, object, descriptor: describe(plan, object, names, notes), notes };
  });
}

function viewOf(
  contract: ContractPlan,
  parts: readonly OperationPart[],
  lists: PayloadLists,
): FileView {
  const imports = createImports(contract);
  for (const { notes } of parts) notes.passTo(imports);
  return fileView(imports.clauses(), [
    ...parts.flatMap((part) => part.interfaces),
    ...lists.constants(parts.map(({ plan }) => plan)),
    ...parts.map((part) => part.descriptor),
  ]);
}

/**
 * Number of lines of an operation, including its imports, as a guess: it decides which file of a
 * large contract an operation is in, and so it stays as it is.
 */
function partLines({ interfaces, object, descriptor, notes }: OperationPart): number {
  const lines = [...interfaces, descriptor].reduce((sum, one) => sum + declarationLines(one), 0);
  const parts = object.items.filter((one) => one.kind === 'entry' && bulky.has(one.key)).length;
  const paths = object.items.some((one) => one.kind === 'entry' && one.key === 'paths') ? 1 : 0;
  const typeLines = linesOf(descriptor.constant?.type ?? '') - 2;
  return lines + typeLines + notes.count() + 7 - 2 * parts - paths;
}

/** The properties of a descriptor that are objects. */
const bulky: ReadonlySet<string> = new Set(['soap', 'http', 'stream']);

function payloadInterfaces(
  operation: OperationPlan,
  names: FileNames,
  imports: ImportNotes,
): readonly DeclarationView[] {
  const types = names.operations.get(operation);
  const subject = commentText(operation.operation.name);
  const view = (
    [written, read]: readonly [string | undefined, string | undefined],
    text: string,
    payloads: readonly PayloadPlan[],
  ): readonly DeclarationView[] => {
    const members = (key: 'type' | 'readType'): readonly InterfaceMember[] =>
      payloads.map((one) => ({
        ...member(one.name, one[key], imports),
        ...(payloads.some(({ only }) => only !== undefined) ? { doc: [carriersOf(one)] } : {}),
      }));
    if (written === undefined || read === undefined) return [];
    const own = interfaceView([`${text}.`], written, members('type'));
    if (read === written) return [own];
    return [own, interfaceView([`${text}, as they are read.`], read, members('readType'))];
  };
  return [
    ...view(
      [types?.faults, types?.faultsRead],
      `Declared faults of \`${subject}\`, by name`,
      operation.faults,
    ),
    ...view(
      [types?.inputHeaders, types?.inputHeadersRead],
      `SOAP headers of a request of \`${subject}\`, by part name`,
      operation.inputHeaders,
    ),
    ...view(
      [types?.outputHeaders, types?.outputHeadersRead],
      `SOAP headers of a response of \`${subject}\`, by part name`,
      operation.outputHeaders,
    ),
  ];
}

/** Says over which bindings a header is sent. */
function carriersOf({ only }: PayloadPlan): string {
  if (only === undefined) return 'Over SOAP 1.1 and SOAP 1.2.';
  return `Over SOAP ${only === 'soap11' ? '1.1' : '1.2'} alone.`;
}

/** A property of an interface of faults or headers. */
function member(name: string, type: TypeNode, imports: ImportNotes): InterfaceMember {
  for (const one of namesFrom('types', type.names)) imports.type('types', one);
  return { name: propertyKey(name), type: type.flat };
}

/** An object with each property on its own line. */
function objectOf(...entries: readonly (Expression | undefined)[]): ListNode {
  return objectNode(
    entries.filter((one) => one !== undefined),
    true,
  );
}

/** Properties of a name in a namespace. */
function nameEntries({ namespace, local }: PayloadPlan['element']): readonly Expression[] {
  return [entry('namespace', stringNode(namespace)), entry('local', stringNode(local))];
}

/** The object `stream`, if the result has records. */
function streamPart(
  { functions }: OperationPlan,
  sides: Sides,
  imports: ImportNotes,
): Expression | undefined {
  const { stream } = functions;
  if (stream === undefined) return undefined;
  const { soapPath, httpPath, readRecord: read } = stream;
  return objectOf(
    soapPath && entry('soapPath', pathArray(soapPath)),
    httpPath && entry('httpPath', pathArray(httpPath)),
    ...(sides.client ? functionEntries({ read }, imports) : []),
  );
}

/**
 * Steps of a path, each on its own line, because prettier breaks every array of several objects.
 */
function pathArray(path: readonly StepPlan[]): Expression {
  const steps = path.map((step) =>
    objectNode([
      ...nameEntries(step),
      ...(step.optional === true ? [entry('optional', true)] : []),
      ...(step.anyName === true ? [entry('anyName', true)] : []),
    ]),
  );
  return { ...arrayNode(steps), open: true };
}

/** What the contract says about WS-Addressing for an operation over a binding. */
export function announcedFor(
  { operation }: OperationPlan,
  kind: BindingKind,
): AddressingAnnouncement | undefined {
  const soap = kind === 'soap11' || kind === 'soap12' ? operation[kind] : undefined;
  if (soap === undefined) return undefined;
  return addressingOf([...(soap.port.policies ?? []), ...(soap.policies ?? [])]);
}

/** Whether clients send headers of WS-Addressing over a binding by themselves. */
function sendsAddressing(plan: OperationPlan, kind: BindingKind): boolean {
  const use = announcedFor(plan, kind)?.use;
  return use === 'required' || use === 'used';
}

/**
 * The client functions of an operation's bindings. Those that send bytes in parts of their own are
 * others, for requests of an operation that has bytes: then answers come in kind.
 */
function clientBindings(plan: OperationPlan, imports: ImportNotes): Expression {
  const { bindings, mtom, byteStreams, inputAttachments } = plan;
  const hasBytes = (mtom.request || mtom.response) && inputAttachments.length === 0;
  const hasStreams = byteStreams.request || byteStreams.response;
  const suffix = hasStreams ? 'Streams' : hasBytes ? 'Mtom' : '';
  return arrayNode(
    bindings.map((name) => {
      const own = name.startsWith('soap') ? name + suffix : name;
      const isAddressed = sendsAddressing(plan, name);
      return valueNode(imports, 'runtime', isAddressed ? `addressedS${own.slice(1)}` : own);
    }),
  );
}

/** The object `addressing` of a descriptor; `undefined` if the runtime knows all of it. */
function addressingPart(plan: OperationPlan, sides: Sides): Expression | undefined {
  const announced = plan.bindings.flatMap((kind) => announcedFor(plan, kind) ?? []);
  const [first] = announced;
  const { portType, input, output, faults } = knownActions(plan, sides);
  const entries = [
    announced.some(({ use }) => use === 'required') ? entry('required', true) : undefined,
    first?.version === '2004/08' ? entry('version', stringNode(first.version)) : undefined,
    portType === undefined ? undefined : entry('portType', stringNode(portType)),
    input === undefined ? undefined : entry('input', stringNode(input)),
    output === undefined ? undefined : entry('output', stringNode(output)),
    faults.length === 0
      ? undefined
      : entry(
          'faults',
          objectNode(faults.map(([name, action]) => namedEntry(name, stringNode(action)))),
        ),
  ];
  const known = entries.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : objectNode(known);
}

interface KnownActions {
  readonly portType: string | undefined;
  readonly input: string | undefined;
  readonly output: string | undefined;
  readonly faults: readonly (readonly [string, string])[];
}

/** The actions that differ from what the runtime derives from the rest of the descriptor. */
function knownActions({ operation, service, faults }: OperationPlan, sides: Sides): KnownActions {
  const nothing = { portType: undefined, input: undefined, output: undefined, faults: [] };
  const soap = operation.soap11 ?? operation.soap12;
  if (soap === undefined) return nothing;
  const { action, actions, port } = soap;
  const name = operation.publicName;
  const delimiter = delimiterOf(service.namespace);
  const derive = (portType: string): KnownActions => {
    const start = interfaceStart(service.namespace, portType);
    const derivedInput = action || start + name + (operation.oneWay ? '' : 'Request');
    const own = sides.server ? faults : [];
    return {
      portType,
      input: actions.input === derivedInput ? undefined : actions.input,
      output:
        !sides.server || actions.output === `${start}${name}Response` ? undefined : actions.output,
      faults: own.flatMap((fault) => {
        const given = actions.faults.get(fault.name);
        const derived = [`${start}${name}`, 'Fault', fault.name].join(delimiter);
        return given === undefined || given === derived ? [] : [[fault.name, given] as const];
      }),
    };
  };
  const usual = derive(`${service.name}Soap`);
  const named = derive(port.portType.localName);
  return sizeOf(named) < sizeOf(usual) ? named : { ...usual, portType: undefined };
}

function sizeOf({ input, output, faults }: KnownActions): number {
  return [input, output].filter((one) => one !== undefined).length + faults.length;
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
class PayloadLists {
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
  constants(operations: readonly OperationPlan[]): readonly DeclarationView[] {
    const found = new Map<string, DeclarationView>();
    for (const plan of operations) {
      for (const kind of listKinds) {
        const name = this.#name(kind, plan);
        if (found.has(name) || !this.#isShared(kind, plan)) continue;
        const type = `readonly ${itemTypes[kind]}[]`;
        const value = this.#list(kind, plan, keepNotes());
        found.set(name, constantView({ name, type, value }));
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
        entry('name', stringNode(one.name)),
        entry('element', objectNode(nameEntries(one.element))),
        ...(kind === 'faults' ? typesEntry(one) : [entry('required', one.required)]),
        ...functionEntries({ ...payloadFunctions(one, sender, this.#sides) }, imports),
        this.#sides[sender] ? encodeEntry(one, plan, imports) : undefined,
      ),
    );
    return arrayNode(list);
  }
}

/** What a payload is over the bindings, unless it is the same over all. */
function encodeEntry(
  payload: PayloadPlan,
  plan: OperationPlan,
  imports: ImportNotes,
): Expression | undefined {
  const { only } = payload;
  const arrays = hasArrays12(payload, plan);
  if (only === undefined && !arrays) return undefined;
  const over12 = arrays ? 'onlyEncoded12' : 'onlySoap12';
  const own = only === 'soap11' ? 'onlySoap11' : over12;
  return entry('encode', valueNode(imports, 'runtime', only === undefined ? 'encodeArrays' : own));
}

/** Whether arrays in a payload have another form over one of the bindings. */
function hasArrays12({ encoded }: PayloadPlan, { operation }: OperationPlan): boolean {
  return encoded && operation.soap12 !== undefined;
}

/** The types of the detail of a fault with SOAP encoding, by which clients know it. */
function typesEntry({ encoded, types }: PayloadPlan): readonly Expression[] {
  if (!encoded) return [];
  const names = types.map(({ namespace, localName: local }) =>
    objectNode(nameEntries({ namespace, local })),
  );
  return [entry('types', arrayNode(names))];
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
    ...(one.only === undefined ? [] : [one.only]),
    kind === 'faults' || one.required,
  ]);
  return JSON.stringify([kind, content]);
}

/** Input for planning the descriptors of a contract. */
interface DescriptorContext {
  readonly sides: Sides;
  readonly lists: PayloadLists;
}

/** The descriptor of an operation, for a program that uses it itself. */
export function operationDescriptor(plan: OperationPlan, sides: Sides): Expression {
  return descriptorOf(plan, { sides, lists: new PayloadLists([], sides) }, keepNotes());
}

/** An object with the properties of the runtime's `Operation`. */
function descriptorOf(
  plan: OperationPlan,
  context: DescriptorContext,
  imports: ImportNotes,
): ListNode {
  const { operation, service, bindings } = plan;
  const { sides } = context;
  const { written } = operation;
  const paths = plan.paths.map(([name, path]) => entry(name, stringNode(path)));
  const part = (key: string, value: Expression | undefined): Expression | undefined =>
    value && entry(key, value);
  return objectOf(
    entry('service', stringNode(service.name)),
    entry('name', stringNode(operation.publicName)),
    entry('path', stringNode(service.path)),
    paths.length === 0 ? undefined : entry('paths', objectNode(paths)),
    entry('namespace', stringNode(service.namespace)),
    entry('bindings', texts(bindings)),
    sides.client ? entry('client', clientBindings(plan, imports)) : undefined,
    operation.oneWay ? entry('oneWay', true) : undefined,
    written && entry('written', stringNode(written)),
    written && sides.client
      ? entry('readWritten', valueNode(imports, 'runtime', 'readWritten'))
      : undefined,
    part('soap', soapPart(plan, context, imports)),
    part('http', httpPart(plan, sides, imports)),
    part('stream', streamPart(plan, sides, imports)),
  );
}

/** The constant with the descriptor of an operation. */
function describe(
  plan: OperationPlan,
  value: ListNode,
  names: FileNames,
  imports: ImportNotes,
): DeclarationView {
  const { operation, service, descriptor } = plan;
  const type = plan.functions.stream === undefined ? 'Operation' : 'StreamingOperation';
  const before = `export const ${descriptor}: ${imports.type('runtime', type)}`;
  const items = operationTypeArguments(plan, names, imports);
  const { arguments: given, indent } = constantType(before, items);
  return constantView({
    doc: [
      `Operation \`${commentText(operation.name)}\` of service \`${commentText(service.name)}\`.`,
    ],
    exported: true,
    name: descriptor,
    type: type + given,
    value,
    below: indent === 1,
  });
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
  const { writeRequest, readResponse, attachRequest } = plan.functions;
  const addressing = addressingPart(plan, sides);
  const hasAttachments = inputAttachments.length + outputAttachments.length > 0;
  const list = (kind: ListKind): Expression | undefined =>
    plan[kind].length === 0 ? undefined : entry(kind, lists.given(kind, plan, imports));
  const reader = (key: string, payloads: readonly PayloadPlan[], name = key) =>
    sides.client && payloads.length > 0
      ? entry(key, valueNode(imports, 'runtime', name))
      : undefined;
  const ofFault = plan.faults.some((one) => one.encoded) ? 'readEncodedDetail' : undefined;
  const ofAnswer = plan.outputHeaders.some((one) => one.encoded) ? 'readEncodedHeaders' : undefined;
  return objectOf(
    entry('action', stringNode(soap.action)),
    action12 === undefined ? undefined : entry('action12', stringNode(action12)),
    addressing && entry('addressing', addressing),
    sides.server && isTimed(plan) ? entry('timestamp', true) : undefined,
    requestElement && entry('element', objectNode(nameEntries(requestElement))),
    plan.encoded
      ? entry('writeEnvelope', valueNode(imports, 'runtime', 'writeEncodedEnvelope'))
      : undefined,
    ...(sides.client ? functionEntries({ writeRequest, readResponse }, imports) : []),
    hasAttachments ? entry('attachments', valueNode(imports, 'runtime', 'multipart')) : undefined,
    ...(sides.client ? attachmentNames('outputAttachments', outputAttachments) : []),
    ...(sides.client
      ? functionEntries({ attachRequest: hasAttachments ? attachRequest : undefined }, imports)
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
  const { writeForm, writeDocument, readResult, writeLocation } = plan.functions;
  if (http === undefined || (writeForm ?? writeDocument) === undefined) return undefined;
  const parameters = writeForm === undefined ? [] : http.parameters.map((part) => part.name);
  return objectOf(
    entry('location', stringNode(http.location)),
    entry('parameters', texts(parameters)),
    ...(sides.client
      ? functionEntries({ writeForm, writeDocument, readResult, writeLocation }, imports)
      : []),
  );
}
