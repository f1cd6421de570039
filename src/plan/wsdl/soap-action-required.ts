import type {
  Binding,
  BindingOperation,
  Definitions,
  Message,
  PortTypeOperation,
} from '../../model/definitions.ts';
import { qnameKey, sameQName } from '../../model/qname.ts';

/**
 * Operations of a SOAP 1.2 binding that cannot be told apart by the first element of their body: ASMX marks them
 * `soapActionRequired="true"`. A bare message with several parts or none counts as empty.
 */
export function needingSoapAction(
  definitions: Definitions,
  binding: Binding,
): ReadonlySet<BindingOperation> {
  if (binding.kind !== 'soap12') return new Set();
  const messages = new Map(definitions.messages.map((one) => [qnameKey(one.name), one]));
  const portType = definitions.portTypes.find((one) => sameQName(one.name, binding.portType.name));
  const declared = new Map<string, PortTypeOperation[]>();
  for (const one of portType?.operations ?? []) {
    const overloads = declared.get(one.name);
    if (overloads === undefined) declared.set(one.name, [one]);
    else overloads.push(one);
  }
  const byElement = new Map<string, BindingOperation[]>();
  for (const operation of binding.operations) {
    const key =
      operation.style === 'rpc'
        ? `{${operation.input?.body?.namespace ?? definitions.targetNamespace}}${operation.name}`
        : requestElement(operation, declared.get(operation.name) ?? [], messages);
    const same = byElement.get(key);
    if (same === undefined) byElement.set(key, [operation]);
    else same.push(operation);
  }
  return new Set([...byElement.values()].filter((same) => same.length > 1).flat());
}

/** Expanded name of the first body element of a document style request; empty where it has none or no certain one. */
function requestElement(
  operation: BindingOperation,
  candidates: readonly PortTypeOperation[],
  messages: ReadonlyMap<string, Message>,
): string {
  const declared =
    candidates.find((one) => one.input?.name === operation.inputName) ?? candidates[0];
  const name = declared?.input?.message.name;
  const message = name && messages.get(qnameKey(name));
  const listed = operation.input?.body?.parts;
  const parts = message?.parts.filter((part) => listed?.includes(part.name) ?? true) ?? [];
  const [only] = parts;
  return parts.length === 1 && only?.element !== undefined ? qnameKey(only.element.name) : '';
}
