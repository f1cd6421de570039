import { markOf, resetTo } from '../xml/mark.ts';
import type { XmlReader } from '../xml/reader.ts';
import { START } from '../xml/tokens.ts';
import type { Child } from './child.ts';
import type { ContentPlan } from './description.ts';
import type { Plan } from './plan.ts';
import { readStarted } from './read.ts';

/**
 * Reads the return value of an rpc response if it has a name of its own: it is the first accessor,
 * and its name has no meaning (SOAP 1.1, 7.1). Otherwise reads nothing.
 */
export function byPosition(reader: XmlReader, plan: ContentPlan, values: unknown[]): void {
  const { written } = plan as Plan;
  const [first] = written;
  const mark = markOf(reader);
  const noted = reader.deviations?.count ?? 0;
  const isOther = first !== undefined && hasOtherName(reader, first, written);
  resetTo(reader, mark);
  reader.deviations?.keep(noted);
  if (first === undefined || !isOther) return;
  const { depth } = reader;
  reader.nextTag();
  readStarted(reader, first, values, depth);
}

/** Whether the first child has the name of no part, and no other one that of the first part. */
function hasOtherName(reader: XmlReader, { name }: Child, parts: readonly Child[]): boolean {
  if (reader.nextTag() !== START || parts.some((one) => one.name === reader.local)) return false;
  do {
    if (reader.local === name) return false;
    reader.skip();
  } while (reader.nextTag() === START);
  return true;
}
