import { qnameKey } from '../../model/common/qname.ts';
import type {
  Binding,
  BindingOperation,
  Message,
  PortTypeOperation,
} from '../../model/wsdl/definitions.ts';
import type { WsdlScope } from './wsdl-scope.ts';

/**
 * Operations of a SOAP 1.2 binding whose bodies start with the same element as another's. ASMX
 * marks them `soapActionRequired="true"`. A bare message with several parts or none counts as
 * empty.
 */
export function needingSoapAction(
  { definitions, byName }: Pick<WsdlScope, 'definitions' | 'byName'>,
  binding: Binding,
): ReadonlySet<BindingOperation> {
  if (binding.kind !== 'soap12') return new Set();
  const operations = byName.portTypes.get(qnameKey(binding.portType.name))?.operations ?? [];
  // Of several overloads, the one with the input's name, otherwise the first.
  const declared = new Map<string, PortTypeOperation>();
  for (const one of operations.toReversed()) {
    declared.set(overloadKey(one.name, one.input?.name), one);
    declared.set(one.name, one);
  }
  const byElement = new Map<string, BindingOperation[]>();
  for (const operation of binding.operations) {
    const key =
      operation.style === 'rpc'
        ? `{${operation.input?.body?.namespace ?? definitions.targetNamespace}}${operation.name}`
        : requestElement(
            operation,
            declared.get(overloadKey(operation.name, operation.inputName)) ??
              declared.get(operation.name),
            byName.messages,
          );
    const same = byElement.get(key);
    if (same === undefined) byElement.set(key, [operation]);
    else same.push(operation);
  }
  return new Set([...byElement.values()].filter((same) => same.length > 1).flat());
}

/** Names contain no space, so keys are unique. */
function overloadKey(name: string, input: string | undefined): string {
  return `${name} ${input ?? ''}`;
}

/**
 * Expanded name of the body element of a document style request; empty unless there is exactly one.
 */
function requestElement(
  operation: BindingOperation,
  declared: PortTypeOperation | undefined,
  messages: ReadonlyMap<string, Message>,
): string {
  const name = declared?.input?.message.name;
  const message = name && messages.get(qnameKey(name));
  const listed = operation.input?.body?.parts;
  const parts = message?.parts.filter((part) => listed?.includes(part.name) ?? true) ?? [];
  const [only] = parts;
  return parts.length === 1 && only?.element !== undefined ? qnameKey(only.element.name) : '';
}
