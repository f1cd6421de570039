import { qnameKey } from '../../model/common/qname.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';

/**
 * Keys of the messages with arbitrary XML as the answer of an HTTP binding (`mime:content` of a
 * result). ASMX gives their part neither element nor type.
 */
export function xmlResults(definitions: Definitions): ReadonlySet<string> {
  const portTypes = new Map(definitions.portTypes.map((one) => [qnameKey(one.name), one]));
  const found = new Set<string>();
  for (const binding of definitions.bindings) {
    const declared = portTypes.get(qnameKey(binding.portType.name))?.operations ?? [];
    const xml = new Set(
      binding.operations
        .filter((one) => one.output?.http?.kind === 'mimeContent')
        .map((one) => one.name),
    );
    for (const { name, output } of declared) {
      if (output !== undefined && xml.has(name)) found.add(qnameKey(output.message.name));
    }
  }
  return found;
}
