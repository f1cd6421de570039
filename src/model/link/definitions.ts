import type { MessagePart } from '../services.ts';
import type {
  Binding,
  BindingOperation,
  Definitions,
  Message,
  Part,
  PortType,
  PortTypeOperation,
} from '../wsdl.ts';
import { createNameTable, type NameTable, namespaceText, type Reference } from '../xml.ts';
import { findBuiltin } from '../xsd/schema.ts';
import {
  addDangling,
  type LinkContext,
  nearest,
  refused,
  resolveReference,
  suggestionLimit,
} from './context.ts';
import { elementDeclared } from './element.ts';
import { typeNamed } from './simple-type.ts';

/** A binding, with each of its operations and the one of the portType. */
export interface LinkedBinding {
  readonly syntax: Binding;
  readonly portType: LinkedPortType;
  readonly operations: readonly BoundOperation[];
}

/** An operation of a binding, and the corresponding one of the portType. */
export interface BoundOperation {
  readonly abstract: AbstractOperation;
  readonly binding: BindingOperation;
}

/** The resolved declarations of one `Definitions`. */
export interface LinkedDefinitions {
  readonly context: LinkContext;
  readonly messages: NameTable<LinkedMessage>;
  readonly bindings: NameTable<LinkedBinding | 'broken'>;
}

/**
 * Resolves every binding. Operations that the portType does not have are reported and left out. A
 * binding without portType is reported and kept as `broken`, so that its ports are not reported
 * again.
 */
export function linkBindings(
  context: LinkContext,
  definitions: Definitions,
  portTypes: NameTable<LinkedPortType>,
): NameTable<LinkedBinding | 'broken'> {
  const table = createNameTable<LinkedBinding | 'broken'>();
  for (const binding of definitions.bindings) {
    const first = table.get(binding.name);
    if (first !== undefined) {
      const what = `Binding '${binding.name.localName}'`;
      context.defects.add(binding, {
        code: 'ASMX2002',
        message: `${what} is declared twice in ${namespaceText(binding.name)}`,
        span: binding.span,
      });
      continue;
    }
    if (refused(context.defects, binding.portType, binding)) {
      table.set(binding.name, 'broken');
      continue;
    }
    const { name } = binding.portType;
    const portType = portTypes.get(name);
    if (portType === undefined) {
      const what = { reference: binding.portType, kind: 'PortType', inSchema: false };
      addDangling(context.defects, binding, what, () =>
        nearest(name.localName, portTypes.localNames(name.namespace)),
      );
      table.set(binding.name, 'broken');
      continue;
    }
    const operations = boundOperations(context, binding, portType);
    noteMissingActions(context, binding, operations);
    table.set(binding.name, { syntax: binding, portType, operations });
  }
  return table;
}

/**
 * WSDL 1.1 section 3.4 requires a `soapAction`, even if empty, for SOAP over HTTP. SOAP 1.2 does
 * not.
 */
function noteMissingActions(
  context: LinkContext,
  binding: Binding,
  operations: readonly BoundOperation[],
): void {
  if (binding.kind !== 'soap11') return;
  const without = operations.filter((operation) => operation.binding.soapAction === undefined);
  const first = without[0]?.binding;
  if (first === undefined) return;
  const what = `Binding '${binding.name.localName}' gives no 'soapAction'`;
  context.defects.warn({
    code: 'ASMX3006',
    message: `${what} for ${without.length} of its operations`,
    span: first.span,
    help: 'An empty SOAPAction is sent for them',
  });
}

function boundOperations(
  context: LinkContext,
  binding: Binding,
  portType: LinkedPortType,
): readonly BoundOperation[] {
  const byName = new Map<string, AbstractOperation[]>();
  for (const operation of portType.operations) {
    const list = byName.get(operation.syntax.name);
    if (list === undefined) byName.set(operation.syntax.name, [operation]);
    else list.push(operation);
  }
  const leftOut = new Set(portType.syntax.leftOut);
  const bound: BoundOperation[] = [];
  const taken = new Set<AbstractOperation>();
  const countOf = (name: string): number => byName.get(name)?.length ?? 0;
  for (const operation of withoutRepetitions(context, binding, countOf)) {
    const candidates = byName.get(operation.name);
    if (candidates === undefined) {
      if (leftOut.has(operation.name)) continue;
      notInPortType(context, binding, operation, portType);
      continue;
    }
    const abstract = matching(operation, candidates, taken);
    if (abstract === undefined) {
      const what = `Binding '${binding.name.localName}' describes operation '${operation.name}'`;
      context.defects.add(operation, {
        code: 'ASMX3002',
        message: `${what} more often than its portType`,
        span: operation.span,
        help: 'Give input and output the names they have in the portType to tell overloads apart',
      });
      continue;
    }
    taken.add(abstract);
    compareFaults(context, binding, operation, abstract);
    bound.push({ abstract, binding: operation });
  }
  return bound;
}

/**
 * Overloads are distinguished by the names of input and output (WSDL 1.1 section 2.5), otherwise by
 * their order.
 */
function matching(
  operation: BindingOperation,
  candidates: readonly AbstractOperation[],
  taken: ReadonlySet<AbstractOperation>,
): AbstractOperation | undefined {
  const free = candidates.filter((candidate) => !taken.has(candidate));
  if (candidates.length === 1) return free[0];
  const { inputName, outputName } = operation;
  if (inputName !== undefined || outputName !== undefined) {
    const named = free.find(
      ({ syntax }) =>
        (inputName === undefined || inputName === nameOfInput(syntax)) &&
        (outputName === undefined || outputName === nameOfOutput(syntax)),
    );
    if (named !== undefined) return named;
    const byInput = free.find(({ syntax }) => inputName === nameOfInput(syntax));
    if (byInput !== undefined) return byInput;
  }
  return free[0];
}

/** Default names of messages by WSDL 1.1 section 2.4.5. */
function nameOfInput(syntax: AbstractOperation['syntax']): string {
  return (
    syntax.input?.name ?? (syntax.output === undefined ? syntax.name : `${syntax.name}Request`)
  );
}

function nameOfOutput(syntax: AbstractOperation['syntax']): string {
  return syntax.output?.name ?? `${syntax.name}Response`;
}

function notInPortType(
  context: LinkContext,
  binding: Binding,
  operation: BindingOperation,
  { syntax, operations }: LinkedPortType,
): void {
  const { defects } = context;
  const names = operations.map((one) => one.syntax.name);
  const what = `Operation '${operation.name}' of binding '${binding.name.localName}'`;
  defects.add(operation, {
    code: 'ASMX3002',
    message: `${what} is not in portType '${syntax.name.localName}'`,
    span: operation.span,
    help: defects.count < suggestionLimit ? nearest(operation.name, names) : undefined,
    related: [{ message: 'the portType', span: syntax.span }],
  });
}

function compareFaults(
  context: LinkContext,
  binding: Binding,
  operation: BindingOperation,
  abstract: AbstractOperation,
): void {
  const declared = new Set(abstract.syntax.faults.map((one) => one.name));
  for (const fault of operation.faults) {
    if (declared.has(fault.name)) continue;
    const what = `Fault '${fault.name}' of operation '${operation.name}'`;
    context.defects.warn({
      code: 'ASMX3002',
      message: `${what} in binding '${binding.name.localName}' is not in the portType`,
      span: fault.span,
      help: 'It is ignored; declare it in the portType operation',
    });
  }
}

/** A message with its parts resolved. */
export interface LinkedMessage {
  readonly syntax: Message;
  readonly parts: readonly MessagePart[];
}

/**
 * An operation of a portType with its messages resolved, which all bindings of the portType share.
 */
export interface AbstractOperation {
  readonly syntax: PortTypeOperation;
  /** See `ServiceOperation.messageName`. */
  readonly messageName: string;
  readonly input?: LinkedMessage | undefined;
  readonly output?: LinkedMessage | undefined;
  readonly faults: readonly AbstractFault[];
}

/** A fault an operation declares. */
interface AbstractFault {
  readonly name: string;
  readonly message: LinkedMessage;
  readonly documentation?: string | undefined;
}

/** A portType with its operations resolved, in document order. */
export interface LinkedPortType {
  readonly syntax: PortType;
  readonly operations: readonly AbstractOperation[];
}

/** Resolves every message of the definitions. Its defects affect its `Message`. */
export function linkMessages(
  context: LinkContext,
  definitions: Definitions,
): NameTable<LinkedMessage> {
  const table = createNameTable<LinkedMessage>();
  for (const message of definitions.messages) {
    const first = table.get(message.name);
    if (first === undefined) {
      table.set(message.name, {
        syntax: message,
        parts: message.parts.map((part) => linkPart(context, part, message)),
      });
    } else if (first.syntax !== message) {
      const what = `Message '${message.name.localName}'`;
      context.defects.add(first.syntax, {
        code: 'ASMX2002',
        message: `${what} is declared twice in ${namespaceText(message.name)}`,
        span: message.span,
        related: [{ message: 'first declared here', span: first.syntax.span }],
      });
    }
    refuseTwins(context, message);
  }
  return table;
}

function refuseTwins(context: LinkContext, message: Message): void {
  if (message.parts.length < 2) return;
  const seen = new Set<string>();
  for (const part of message.parts) {
    if (seen.has(part.name)) {
      context.defects.add(message, {
        code: 'ASMX2002',
        message: `Message '${message.name.localName}' has two parts named '${part.name}'`,
        span: part.span,
      });
    }
    seen.add(part.name);
  }
}

function linkPart(context: LinkContext, part: Part, owner: Message): MessagePart {
  const { name, optional, documentation, span } = part;
  const place = { ...context, owner };
  if (part.element === undefined) {
    const type = part.type === undefined ? undefined : typeNamed(part.type, place);
    return { name, element: undefined, type, optional, documentation, span };
  }
  if (namesType(context, part.element)) {
    context.defects.warn({
      code: 'ASMX3004',
      message: `Part '${name}' refers to type '${part.element.name.localName}' with 'element'`,
      span: part.element.span,
      help: "Refer to it with 'type'",
    });
    const type = typeNamed(part.element, place);
    return { name, element: undefined, type, documentation, span };
  }
  const declared = resolveReference('elements', part.element, place);
  const element = declared === undefined ? undefined : elementDeclared(context, declared);
  return { name, element, type: undefined, documentation, span };
}

/**
 * Whether a reference to an element names a built-in type. There are no such elements, so the type
 * is meant.
 */
function namesType(context: LinkContext, reference: Reference): boolean {
  if (reference.defect !== undefined || findBuiltin(reference.name) === undefined) return false;
  return context.symbols.elements.get(reference.name) === undefined;
}

/** Resolves every portType. Defects of an operation affect its `PortTypeOperation`. */
export function linkPortTypes(
  context: LinkContext,
  definitions: Definitions,
  messages: NameTable<LinkedMessage>,
): NameTable<LinkedPortType> {
  const table = createNameTable<LinkedPortType>();
  for (const portType of definitions.portTypes) {
    const first = table.get(portType.name);
    if (first === undefined) {
      table.set(portType.name, {
        syntax: portType,
        operations: linkOperations(context, portType, messages),
      });
    } else if (first.syntax !== portType) {
      const what = `PortType '${portType.name.localName}'`;
      context.defects.add(first.syntax, {
        code: 'ASMX2002',
        message: `${what} is declared twice in ${namespaceText(portType.name)}`,
        span: portType.span,
        related: [{ message: 'first declared here', span: first.syntax.span }],
      });
    }
  }
  return table;
}

function linkOperations(
  context: LinkContext,
  portType: PortType,
  messages: NameTable<LinkedMessage>,
): readonly AbstractOperation[] {
  const counts = new Map<string, number>();
  for (const { name } of portType.operations) counts.set(name, (counts.get(name) ?? 0) + 1);
  const taken = new Set<string>();
  return portType.operations.map((syntax) => {
    const find = (reference: Reference | undefined): LinkedMessage | undefined =>
      reference === undefined ? undefined : messageNamed(context, messages, reference, syntax);
    const input = find(syntax.input?.message);
    const output = find(syntax.output?.message);
    checkParameterOrder(context, syntax, input, output);
    const faults: AbstractFault[] = [];
    for (const fault of syntax.faults) {
      const message = find(fault.message);
      if (message === undefined) continue;
      faults.push({ name: fault.name, message, documentation: fault.documentation });
    }
    return {
      syntax,
      messageName: messageNameOf(syntax, input, (counts.get(syntax.name) ?? 0) > 1, taken),
      input,
      output,
      faults,
    };
  });
}

/**
 * `parameterOrder` names parts of input or output (WSDL 1.1 section 2.4.6). Others are reported.
 */
function checkParameterOrder(
  context: LinkContext,
  syntax: PortTypeOperation,
  input: LinkedMessage | undefined,
  output: LinkedMessage | undefined,
): void {
  if (syntax.parameterOrder === undefined) return;
  const known = new Set([...(input?.parts ?? []), ...(output?.parts ?? [])].map((one) => one.name));
  const unknown = syntax.parameterOrder.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const list = unknown.map((name) => `'${name}'`).join(', ');
  const what = `'parameterOrder' of operation '${syntax.name}'`;
  context.defects.warn({
    code: 'ASMX3006',
    message: `${what} lists ${list}, which its messages do not have`,
    span: syntax.span,
  });
}

/**
 * The message name. ASMX puts it on the input and names the request element after it. Other stacks
 * put any name there, such as getQuoteRequest, so it counts only if it distinguishes overloads.
 * Overloads without names are distinguished by their messages.
 */
function messageNameOf(
  syntax: PortTypeOperation,
  input: LinkedMessage | undefined,
  overloaded: boolean,
  taken: Set<string>,
): string {
  const name = syntax.input?.name;
  const element = input?.parts[0]?.element?.name.localName;
  if (!overloaded) return name !== undefined && element === name ? name : syntax.name;
  const choices = [name ?? syntax.name, element, syntax.input?.message.name.localName];
  for (const choice of choices) {
    if (choice === undefined || taken.has(`${syntax.name} ${choice}`)) continue;
    taken.add(`${syntax.name} ${choice}`);
    return choice;
  }
  return syntax.name;
}

/** The message of a reference. Its defects affect the operation, too. */
export function messageNamed(
  context: LinkContext,
  messages: NameTable<LinkedMessage>,
  reference: Reference,
  owner: object,
): LinkedMessage | undefined {
  if (refused(context.defects, reference, owner)) return undefined;
  const { name } = reference;
  const message = messages.get(name);
  if (message !== undefined) {
    const defect = context.defects.affected.get(message.syntax);
    if (defect !== undefined) context.defects.affect(owner, defect);
    return message;
  }
  addDangling(context.defects, owner, { reference, kind: 'Message', inSchema: false }, () => {
    const near = nearest(name.localName, messages.localNames(name.namespace));
    return near ?? elsewhere(messages, name.localName);
  });
  return undefined;
}

function elsewhere(messages: NameTable<LinkedMessage>, localName: string): string | undefined {
  for (const namespace of messages.namespaces()) {
    if (messages.get({ namespace, localName }) === undefined) continue;
    return `Did you mean the one in ${namespaceText({ namespace, localName })}? Check the prefix`;
  }
  return undefined;
}

/**
 * The operations of a binding without repetitions that say nothing new, of which it warns. They
 * are looked for where a binding has more operations of a name than its portType.
 *
 * @param countOf number of operations with a name in the portType
 */
function withoutRepetitions(
  { defects }: LinkContext,
  binding: Binding,
  countOf: (name: string) => number,
): readonly BindingOperation[] {
  const byName = new Map<string, BindingOperation[]>();
  for (const operation of binding.operations) {
    const list = byName.get(operation.name);
    if (list === undefined) byName.set(operation.name, [operation]);
    else list.push(operation);
  }
  const surplus = new Set<BindingOperation>();
  for (const [name, operations] of byName) {
    const count = countOf(name);
    if (count > 0 && operations.length > count) addRepetitions(operations, count, surplus);
  }
  if (surplus.size === 0) return binding.operations;
  for (const { name, span } of surplus) {
    const what = `Binding '${binding.name.localName}' repeats operation '${name}'`;
    defects.warn({
      code: 'ASMX3002',
      message: `${what} and says nothing new: the repetition is ignored`,
      span,
      help: 'Remove it',
    });
  }
  return binding.operations.filter((operation) => !surplus.has(operation));
}

/** Adds those that say no more than another one. At most `count` others are compared. */
function addRepetitions(
  operations: readonly BindingOperation[],
  count: number,
  surplus: Set<BindingOperation>,
): void {
  const kept: BindingOperation[] = [];
  for (const operation of operations) {
    if (kept.some((one) => saysNoMore(operation, one))) {
      surplus.add(operation);
      continue;
    }
    const poorer = kept.findIndex((one) => saysNoMore(one, operation));
    const replaced = kept[poorer];
    if (replaced !== undefined) {
      surplus.add(replaced);
      kept[poorer] = operation;
    } else if (kept.length < count) kept.push(operation);
  }
}

/** Whether whatever `some` has is also in `all`, apart from positions and documentation. */
function saysNoMore(some: unknown, all: unknown): boolean {
  if (some === undefined || some === '' || some === all) return true;
  if (typeof some !== 'object' || some === null) return false;
  // content of an HTTP binding that is not there
  if ((some as { readonly kind?: unknown }).kind === 'none') return true;
  const other = (typeof all === 'object' && all !== null ? all : {}) as Record<string, unknown>;
  return Object.entries(some).every(
    ([key, value]) => key === 'span' || key === 'documentation' || saysNoMore(value, other[key]),
  );
}
