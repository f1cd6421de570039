import { createNameTable, type NameTable } from '../../common/name-table.ts';
import { namespaceText } from '../../common/qname.ts';
import type { Reference } from '../../common/reference.ts';
import type {
  Definitions,
  Message,
  Part,
  PortType,
  PortTypeOperation,
} from '../../wsdl/definitions.ts';
import type { MessagePart } from '../../wsdl/service-model.ts';
import { findBuiltin } from '../../xsd/builtin-schema.ts';
import type { LinkContext } from '../link-context.ts';
import { elementDeclared } from '../link-element.ts';
import { typeNamed } from '../link-type.ts';
import { addDangling, nearest, refused, resolve } from '../resolve.ts';

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
export interface AbstractFault {
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
  const declared = resolve('elements', part.element, place);
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
