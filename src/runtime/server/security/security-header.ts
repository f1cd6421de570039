import { limitProblem } from '../../operation/limit.ts';
import { isSecurityHeader, wsseNamespace, wsuNamespace } from '../../wss/names.ts';
import type { XmlElement } from '../../xml/element.ts';
import type { SecurityRequest } from '../front/security.ts';
import { SecurityRefusal } from '../front/security-refusal.ts';

/**
 * The option `clockSkew` in milliseconds: how far the clock of another machine may be from ours.
 *
 * @param seconds At least 0. Default 300, as in WCF.
 * @throws RangeError it is no such number
 */
export function skewOf({ clockSkew }: { readonly clockSkew?: number | undefined }): number {
  const problem = limitProblem({ clockSkew }, ['clockSkew']);
  if (problem !== undefined) throw new RangeError(problem);
  return (clockSkew ?? 300) * 1000;
}

/** A dateTime; without a zone it is UTC, as in Web Services Security. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,20})?(Z|[+-]\d\d:\d\d)?$/;

/** A dateTime in milliseconds since 1970; `undefined` if the text is none. */
export function timeIn(text: string): number | undefined {
  const match = dateTime.exec(text.trim());
  if (match === null) return undefined;
  const time = Date.parse(match[1] === undefined ? `${match[0]}Z` : match[0]);
  return Number.isNaN(time) ? undefined : time;
}

/**
 * The `wsse:Security` header for this server; `undefined` without one.
 *
 * @param skew Milliseconds that the other clock may be off.
 * @throws SecurityRefusal there are several, of which another reader might take another one, or its
 *   Timestamp has expired
 */
export function securityHeader(
  { securityHeaders }: SecurityRequest,
  skew: number,
): XmlElement | undefined {
  const [header, ...others] = securityHeaders;
  if (others.length > 0) {
    throw new SecurityRefusal('There are several Security headers.', 'InvalidSecurity');
  }
  const timestamp = header && onlyChild(header, wsuNamespace, 'Timestamp');
  if (timestamp !== undefined) checkTimestamp(timestamp, skew);
  return header;
}

/** Says that the Security header is understood; one that the contract declares is by itself. */
export function understand({ unknownHeaders, understood }: SecurityRequest): void {
  for (const header of unknownHeaders.filter(isSecurityHeader)) understood(header);
}

/** A Timestamp (Web Services Security: SOAP Message Security 1.1.1, section 10). */
function checkTimestamp(timestamp: XmlElement, skew: number): void {
  const now = Date.now();
  const created = onlyChild(timestamp, wsuNamespace, 'Created');
  const expires = onlyChild(timestamp, wsuNamespace, 'Expires');
  if (created !== undefined && timeOf(created) > now + skew) {
    throw new SecurityRefusal('The Timestamp is of the future.', 'MessageExpired');
  }
  if (expires !== undefined && timeOf(expires) <= now - skew) {
    throw new SecurityRefusal('The Timestamp has expired.', 'MessageExpired');
  }
}

/**
 * The time of a token, in milliseconds since 1970.
 *
 * @param maxAge Milliseconds that it may be old.
 * @param skew Milliseconds that the other clock may be off.
 * @throws SecurityRefusal it is older, or of the future
 */
export function freshTime(created: XmlElement, maxAge: number, skew: number): number {
  const time = timeOf(created);
  const now = Date.now();
  if (time < now - maxAge - skew)
    throw new SecurityRefusal('Created of the UsernameToken is too old.');
  if (time > now + skew) {
    throw new SecurityRefusal('Created of the UsernameToken is of the future.');
  }
  return time;
}

function timeOf(element: XmlElement): number {
  const time = timeIn(textOf(element));
  if (time !== undefined) return time;
  throw new SecurityRefusal(`${element.name} is no dateTime.`, 'InvalidSecurity');
}

/**
 * The child of a name; `undefined` without one.
 *
 * @throws SecurityRefusal there are several
 */
export function onlyChild(
  { name, children = [] }: XmlElement,
  namespace: string,
  local: string,
): XmlElement | undefined {
  const [child, ...others] = children.filter(
    (one): one is XmlElement =>
      typeof one !== 'string' && one.name === local && one.namespace === namespace,
  );
  if (others.length === 0) return child;
  throw new SecurityRefusal(`${name} has several elements ${local}.`, 'InvalidSecurity');
}

/** A child in namespace `wsse`. */
export function tokenPart(token: XmlElement, local: string): XmlElement | undefined {
  return onlyChild(token, wsseNamespace, local);
}

/**
 * The text of an element.
 *
 * @throws SecurityRefusal it has elements
 */
export function textOf({ name, children = [] }: XmlElement): string {
  if (children.every((one) => typeof one === 'string')) return children.join('');
  throw new SecurityRefusal(`${name} has elements in it.`, 'InvalidSecurity');
}

/** The value of an attribute without namespace. */
export function attributeOf({ attributes = [] }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name && !one.namespace)?.value;
}
