import type { AttachedParts, Attachment, ReceivedParts } from '../operation/message.ts';

/**
 * Finds the attachments of a contract among the parts of a message: by the name in the Content-ID
 * (WS-I Attachments Profile 1.0, section 3.8). The remaining names get the other parts in their
 * order.
 */
export function assignParts(
  parts: ReceivedParts | undefined,
  names: readonly string[],
): AttachedParts {
  const assigned = new Map<string, Attachment>();
  const others: Attachment[] = [];
  for (const part of parts?.all ?? []) {
    const name = partName(part.id);
    if (names.includes(name) && !assigned.has(name)) assigned.set(name, part);
    else others.push(part);
  }
  let next = 0;
  for (const name of names) {
    const other = assigned.has(name) ? undefined : others[next++];
    if (other !== undefined) assigned.set(name, other);
  }
  for (const part of assigned.values()) parts?.rest.delete(part);
  return assigned;
}

/** The message part named in a Content-ID such as `photo=1@host`; empty for other forms. */
function partName(id: string): string {
  const equals = id.indexOf('=');
  if (equals < 0 || !id.includes('@', equals)) return '';
  try {
    return decodeURIComponent(id.slice(0, equals));
  } catch {
    return '';
  }
}
