import { createNameTable, type NameTable } from '../../common/name-table.ts';
import { namespaceText } from '../../common/qname.ts';
import type { Binding, BindingOperation, Definitions } from '../../wsdl/definitions.ts';
import type { LinkContext } from '../link-context.ts';
import { addDangling, nearest, refused, suggestionLimit } from '../resolve.ts';
import type { AbstractOperation, LinkedMessage, LinkedPortType } from './link-message.ts';
import { withoutRepetitions } from './repeated-operations.ts';

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
