import { type AddressingAnnouncement, addressingOf, demandsTimestamp } from '../model/policy.ts';
import { delimiterOf, interfaceStart } from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { shortHash } from '../names/identifiers.ts';
import type { ContractNames } from '../plan/contract-names.ts';
import {
  attachmentNames,
  createImports,
  functionEntries,
  type ImportNotes,
  type KeptNotes,
  keepNotes,
  nameEntries,
  objectOf,
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
import {
  commentText,
  docContent,
  exportAll,
  type ModuleClause,
  namedEntry,
  propertyKey,
  stringNode,
} from '../print/encode.ts';
import { constantType, indentation, laidOut } from '../print/layout.ts';
import {
  array,
  type Expression,
  entry,
  namesFrom,
  node,
  object,
  type TypeNode,
} from '../print/node.ts';
import { linesOf, serviceWord, splitGroups } from './declarations.ts';

/** Data for `operations.hbs`. */
interface OperationsView {
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many operations. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** Interfaces that name the types of faults and headers. */
  readonly interfaces: readonly PayloadsView[];
  /** Lists of faults and headers that several descriptors share. */
  readonly lists: readonly ListView[];
  /** Descriptors, in the order of the contract. */
  readonly operations: readonly DescriptorView[];
}

/** An interface of the faults or headers of an operation. */
interface PayloadsView {
  readonly doc: string;
  readonly name: string;
  /** A property for each fault or header. */
  readonly members: readonly { readonly name: string; readonly type: string }[];
}

/** An operation in `operations.ts`. */
interface OperationPart {
  readonly plan: OperationPlan;
  readonly interfaces: readonly PayloadsView[];
  readonly descriptor: DescriptorView;
  /** Those of the descriptor. */
  readonly lines: number;
  readonly notes: KeptNotes;
}

/**
 * Plans `operations.ts`, the descriptors for client and server. In a large contract, it re-exports
 * its parts.
 */
export function planOperationsFiles(
  contract: ContractPlan,
  names: ContractNames,
): readonly FilePlan[] {
  const lists = new PayloadLists(contract.operations, sidesOf(contract.options));
  const parts = planParts(contract, names, lists);
  const files = splitGroups(parts, {
    group: (part) => part.plan.service.name,
    word: serviceWord,
    name: (part) => part.plan.descriptor,
    lines: partLines,
  });
  if (files === undefined) {
    return [
      { path: 'operations.ts', template: 'operations', view: viewOf(contract, parts, lists) },
    ];
  }
  const ending = relativeEnding(contract.options);
  const exports = files.map(({ suffix }) => exportAll(`./operations-${suffix}${ending}`));
  const whole: OperationsView = { imports: [], exports, interfaces: [], lists: [], operations: [] };
  return [
    ...files.map(({ suffix, items }): FilePlan => {
      const view = viewOf(contract, items, lists);
      return { path: `operations-${suffix}.ts`, template: 'operations', view };
    }),
    { path: 'operations.ts', template: 'operations', view: whole },
  ];
}

function planParts(
  contract: ContractPlan,
  names: ContractNames,
  lists: PayloadLists,
): readonly OperationPart[] {
  const context = { names, sides: sidesOf(contract.options), lists };
  return contract.operations.map((plan) => {
    const notes = keepNotes();
    const interfaces = payloadInterfaces(plan, names, notes);
    return { plan, interfaces, ...planDescriptor(plan, context, notes), notes };
  });
}

function viewOf(
  contract: ContractPlan,
  parts: readonly OperationPart[],
  lists: PayloadLists,
): OperationsView {
  const imports = createImports(contract);
  for (const { notes } of parts) notes.passTo(imports);
  return {
    imports: imports.clauses(),
    exports: [],
    interfaces: parts.flatMap((part) => part.interfaces),
    lists: lists.constants(parts.map(({ plan }) => plan)),
    operations: parts.map((part) => part.descriptor),
  };
}

/** Number of lines of an operation, including its imports. */
function partLines({ interfaces, lines, notes }: OperationPart): number {
  return lines + notes.count() + interfaces.reduce((sum, one) => sum + 4 + one.members.length, 0);
}

function payloadInterfaces(
  operation: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly PayloadsView[] {
  const types = names.operations.get(operation);
  const subject = commentText(operation.operation.name);
  const view = (
    [written, read]: readonly [string | undefined, string | undefined],
    text: string,
    payloads: readonly PayloadPlan[],
  ): readonly PayloadsView[] => {
    const members = (key: 'type' | 'readType'): PayloadsView['members'] =>
      payloads.map((one) => member(one.name, one[key], imports));
    if (written === undefined || read === undefined) return [];
    const own = { doc: docContent([`${text}.`]), name: written, members: members('type') };
    if (read === written) return [own];
    const doc = docContent([`${text}, as they are read.`]);
    return [own, { doc, name: read, members: members('readType') }];
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

/** A property of an interface of faults or headers. */
function member(
  name: string,
  type: TypeNode,
  imports: ImportNotes,
): PayloadsView['members'][number] {
  for (const one of namesFrom('types', type.names)) imports.type('types', one);
  return { name: propertyKey(name), type: type.flat };
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
    object([
      ...nameEntries(step),
      ...(step.optional === true ? [entry('optional', true)] : []),
      ...(step.anyName === true ? [entry('anyName', true)] : []),
    ]),
  );
  return { ...array(steps), open: true };
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
  return array(
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
          object(faults.map(([name, action]) => namedEntry(name, stringNode(action)))),
        ),
  ];
  const known = entries.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : object(known);
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

/** The constant with the descriptor of an operation: `Operation` of the runtime. */
interface DescriptorView {
  readonly doc: string;
  readonly name: string;
  /** Type of the constant: `Operation<…>`. */
  readonly type: string;
  /** The text after `=`, starting with a space or line break. */
  readonly value: string;
}

/** A list of faults or headers that several operations share, as a constant. */
interface ListView {
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
        entry('name', stringNode(one.name)),
        entry('element', object(nameEntries(one.element))),
        ...(kind === 'faults' ? typesEntry(one) : [entry('required', one.required)]),
        ...functionEntries({ ...payloadFunctions(one, sender, this.#sides) }, imports),
        this.#sides[sender] && hasArrays12(one, plan)
          ? entry('encode', valueNode(imports, 'runtime', 'encodeArrays'))
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
interface DescriptorContext {
  readonly names: ContractNames;
  readonly sides: Sides;
  readonly lists: PayloadLists;
}

/** The properties of the descriptor of an operation. */
type DescriptorParts = Readonly<Record<string, Expression | undefined>>;

function descriptorParts(
  plan: OperationPlan,
  context: Omit<DescriptorContext, 'names'>,
  imports: ImportNotes,
): DescriptorParts {
  const { operation, service, bindings } = plan;
  const { sides } = context;
  const { written } = operation;
  const paths = plan.paths.map(([name, path]) => entry(name, stringNode(path)));
  const readsWritten = written !== undefined && sides.client;
  return {
    service: stringNode(service.name),
    name: stringNode(operation.publicName),
    path: stringNode(service.path),
    paths: paths.length === 0 ? undefined : object(paths),
    namespace: stringNode(service.namespace),
    bindings: texts(bindings),
    client: sides.client ? clientBindings(plan, imports) : undefined,
    oneWay: operation.oneWay ? node(true) : undefined,
    written: written && stringNode(written),
    readWritten: readsWritten ? valueNode(imports, 'runtime', 'readWritten') : undefined,
    soap: soapPart(plan, context, imports),
    http: httpPart(plan, sides, imports),
    stream: streamPart(plan, sides, imports),
  };
}

function descriptorObject(parts: DescriptorParts): Expression {
  return objectOf(...Object.entries(parts).map(([key, value]) => value && entry(key, value)));
}

/** The descriptor of an operation, for a program that uses it itself. */
export function operationDescriptor(plan: OperationPlan, sides: Sides): Expression {
  const lists = new PayloadLists([], sides);
  return descriptorObject(descriptorParts(plan, { sides, lists }, keepNotes()));
}

/** Plans the constant with the descriptor of an operation, and says how many lines it has. */
function planDescriptor(
  plan: OperationPlan,
  context: DescriptorContext,
  imports: ImportNotes,
): Pick<OperationPart, 'descriptor' | 'lines'> {
  const { names } = context;
  const { operation, service, descriptor } = plan;
  const type = plan.functions.stream === undefined ? 'Operation' : 'StreamingOperation';
  const before = `export const ${descriptor}: ${imports.type('runtime', type)}`;
  const items = operationTypeArguments(plan, names, imports);
  const { arguments: given, indent } = constantType(before, items);
  const parts = descriptorParts(plan, context, imports);
  const text = laidOut('', descriptorObject(parts), '', indent);
  const view: DescriptorView = {
    doc: docContent([
      `Operation \`${commentText(operation.name)}\` of service \`${commentText(service.name)}\`.`,
    ]),
    name: descriptor,
    type: type + given,
    value: indent === 1 ? `\n${indentation(indent)}${text}` : ` ${text}`,
  };
  const { paths, soap, http, stream } = parts;
  const own = [soap, soap, http, http, stream, stream, paths].filter((one) => one !== undefined);
  // an estimate, with imports: by another, the files of large contracts would be other ones
  const lines = linesOf(view.value) + linesOf(view.type) + 6 - own.length;
  return { descriptor: view, lines };
}

/** The object `soap`, if the operation has a SOAP binding. */
function soapPart(
  plan: OperationPlan,
  { sides, lists }: Omit<DescriptorContext, 'names'>,
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
    requestElement && entry('element', object(nameEntries(requestElement))),
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
