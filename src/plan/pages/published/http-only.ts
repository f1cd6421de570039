import type { SourceFile, Span } from '../../../diagnostics/source-file.ts';
import { qnameKey } from '../../../model/common/qname.ts';
import type { Reference } from '../../../model/common/reference.ts';
import type {
  Binding,
  BindingOperation,
  Definitions,
  PortTypeOperation,
} from '../../../model/wsdl/definitions.ts';

/** The bindings without which an element of a WSDL has no use: GET, POST, or both of them. */
export type HttpOnly = 'G' | 'P' | 'B';

type Use = 'GET' | 'POST' | 'other';

/**
 * Finds the elements that only HTTP GET or POST bindings use. ASMX does not show them if these
 * bindings are off.
 *
 * @returns a function for the element at an offset of a document
 */
export function findHttpOnly(
  definitions: Definitions,
): (file: SourceFile, start: number) => HttpOnly | undefined {
  const found = new Map<SourceFile, Map<number, HttpOnly>>();
  const note = ({ file, start }: Span, uses: ReadonlySet<Use> | undefined): void => {
    const only = uses === undefined ? undefined : httpOnly(uses);
    if (only === undefined) return;
    const known = found.get(file) ?? new Map<number, HttpOnly>();
    found.set(file, known.set(start, only));
  };
  const { bindings, portTypes, messages, services } = definitions;
  const ofBindings = new Uses();
  const ofPortTypes = new Uses();
  const ofMessages = new Uses();
  for (const binding of bindings) {
    const use = useOf(binding);
    ofBindings.add(qnameKey(binding.name), [use]);
    ofPortTypes.add(qnameKey(binding.portType.name), [use]);
    for (const { name } of binding.operations.flatMap(headerMessages)) {
      ofMessages.add(qnameKey(name), ['other']);
    }
  }
  for (const { name, operations } of portTypes) {
    const uses = ofPortTypes.of(qnameKey(name)) ?? ['other'];
    for (const one of operations.flatMap(messagesOf)) ofMessages.add(qnameKey(one.name), uses);
  }
  for (const one of bindings) note(one.span, ofBindings.of(qnameKey(one.name)));
  for (const one of portTypes) note(one.span, ofPortTypes.of(qnameKey(one.name)));
  for (const one of messages) note(one.span, ofMessages.of(qnameKey(one.name)));
  for (const { span, binding } of services.flatMap(({ ports }) => ports)) {
    note(span, ofBindings.of(qnameKey(binding.name)));
  }
  return (file, start) => found.get(file)?.get(start);
}

class Uses {
  private readonly byKey = new Map<string, Set<Use>>();

  of(key: string): ReadonlySet<Use> | undefined {
    return this.byKey.get(key);
  }

  add(key: string, uses: Iterable<Use>): void {
    const known = this.byKey.get(key) ?? new Set();
    for (const one of uses) known.add(one);
    this.byKey.set(key, known);
  }
}

function useOf({ kind }: Binding): Use {
  if (kind === 'httpGet') return 'GET';
  return kind === 'httpPost' ? 'POST' : 'other';
}

function httpOnly(uses: ReadonlySet<Use>): HttpOnly | undefined {
  if (uses.has('other')) return undefined;
  if (uses.size > 1) return 'B';
  return uses.has('GET') ? 'G' : 'P';
}

function messagesOf({ input, output, faults }: PortTypeOperation): readonly Reference[] {
  return [input, output, ...faults].flatMap((one) => (one === undefined ? [] : [one.message]));
}

function headerMessages({ input, output }: BindingOperation): readonly Reference[] {
  return [input, output].flatMap((one) =>
    (one?.headers ?? []).flatMap(({ message, faults }) => [
      message,
      ...faults.map((fault) => fault.message),
    ]),
  );
}
