import { commentText, docContent, propertyKey } from '../print/encode.ts';
import { unionOf } from '../print/type-node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { OperationPlan, PayloadPlan } from '../result/plan.ts';
import { type InterfaceView, interfaceView, propertyView } from './interface-view.ts';
import type { ImportNotes } from './module-imports.ts';

/** Operations that a comment names one by one. */
const mostNamed = 3;

/**
 * The interface of the SOAP headers that a client may have for all its calls: each part that its
 * operations declare, of any of the types it has there.
 */
export function clientSoapHeaders(
  name: string,
  subject: string,
  operations: readonly OperationPlan[],
  imports: ImportNotes,
): InterfaceView {
  const parts = new Map<string, { headers: PayloadPlan[]; owners: OperationPlan[] }>();
  for (const operation of operations) {
    for (const header of operation.inputHeaders) {
      const part = parts.get(header.name) ?? { headers: [], owners: [] };
      part.headers.push(header);
      part.owners.push(operation);
      parts.set(header.name, part);
    }
  }
  const members = [...parts].map(([part, { headers, owners }]) => {
    const type = unionOf(headers.map((header) => header.type));
    for (const one of namesFrom('types', type.names)) imports.type('types', one);
    return propertyView([carriers(owners, operations)], propertyKey(part), type.flat);
  });
  const doc = docContent([`SOAP headers of requests of ${subject}, by part name.`]);
  return interfaceView(doc, name, { bases: [], members });
}

/** Says which operations carry a header. */
function carriers(owners: readonly OperationPlan[], all: readonly OperationPlan[]): string {
  if (owners.length === all.length) return 'Of every operation.';
  const named = owners.slice(0, owners.length > mostNamed ? mostNamed - 1 : mostNamed);
  const words = named.map(({ operation }) => `\`${commentText(operation.name)}\``);
  const more = owners.length - named.length;
  const last = more > 0 ? `${more} more` : words.pop();
  return `Of ${words.length === 0 ? '' : `${words.join(', ')} and `}${last}.`;
}
