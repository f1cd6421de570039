import { SecurityRefusal } from '../runtime/server/front/security-refusal.ts';
import { timeIn } from '../runtime/server/security/security-header.ts';
import { wsuNamespace } from '../runtime/wss/names.ts';
import { textOf } from './read-signature.ts';
import type { VerifyingRules } from './rules.ts';
import { type Element, elementsOf, isNamed } from './tree.ts';

/**
 * Checks a Timestamp (SOAP Message Security 1.1.1, section 10).
 *
 * @returns when it is no longer accepted, in milliseconds since 1970
 * @throws SecurityRefusal it has expired, or is of the future
 * @throws Error it has no Created, or something twice
 */
export function checkTimestamp(
  timestamp: Element,
  now: number,
  { maxAge, clockSkew }: Pick<VerifyingRules, 'maxAge' | 'clockSkew'>,
): number {
  const created = timeOf(timestamp, 'Created');
  const expires = timeOf(timestamp, 'Expires') ?? Number.POSITIVE_INFINITY;
  if (created === undefined) throw new Error('The Timestamp has no Created.');
  if (created > now + clockSkew) {
    throw new SecurityRefusal('The Timestamp is of the future.', 'MessageExpired');
  }
  const end = Math.min(expires, created + maxAge) + clockSkew;
  if (end <= now) throw new SecurityRefusal('The Timestamp has expired.', 'MessageExpired');
  return end;
}

function timeOf(timestamp: Element, local: string): number | undefined {
  const [element, other] = elementsOf(timestamp).filter((one) => isNamed(one, wsuNamespace, local));
  if (other !== undefined) throw new Error(`The Timestamp has several elements ${local}.`);
  if (element === undefined) return undefined;
  const time = timeIn(textOf(element));
  if (time === undefined) throw new Error(`${local} of the Timestamp is no dateTime.`);
  return time;
}
