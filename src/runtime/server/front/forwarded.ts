import { readAddress } from './address.ts';
import { headerValue, type RequestHeaders } from './header-fields.ts';

/** What the proxies in front of a server say of a request. Each list begins with the outermost. */
export interface Forwarding {
  /** Who sent the request to each proxy: addresses, or other texts such as `unknown`. */
  readonly senders: readonly string[];
  readonly schemes: readonly string[];
  readonly hosts: readonly string[];
  readonly ports: readonly string[];
  readonly prefixes: readonly string[];
}

/**
 * Reads `Forwarded` (RFC 7239) and, for each parameter it lacks, its `X-Forwarded-` header. A
 * `Forwarded` that is not well-formed is ignored.
 */
export function readForwarding(headers: RequestHeaders): Forwarding {
  const elements = readForwarded(headerValue(headers, 'forwarded') ?? '');
  const either = (parameter: string, header: string): readonly string[] => {
    const given = elements.map((one) => one.get(parameter) ?? '');
    return given.some((one) => one !== '') ? given : listOf(headers, header);
  };
  return {
    senders: either('for', 'x-forwarded-for').map(withoutPort),
    schemes: either('proto', 'x-forwarded-proto').map((one) => one.toLowerCase()),
    hosts: either('host', 'x-forwarded-host'),
    ports: listOf(headers, 'x-forwarded-port'),
    prefixes: listOf(headers, 'x-forwarded-prefix'),
  };
}

function listOf(headers: RequestHeaders, name: string): readonly string[] {
  const value = headerValue(headers, name) ?? '';
  return value.trim() === '' ? [] : value.split(',').map((one) => one.trim());
}

/** A parameter of `Forwarded`, and what follows: the next parameter, the next proxy, or the end. */
const pair = /[\t ]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))[\t ]*)?([;,]|$)/y;

/** The parameters of each proxy, names in lower case; none if the value is not well-formed. */
function readForwarded(value: string): readonly ReadonlyMap<string, string>[] {
  if (value === '') return [];
  const elements: Map<string, string>[] = [];
  let element = new Map<string, string>();
  pair.lastIndex = 0;
  for (;;) {
    const found = pair.exec(value);
    if (found === null) return [];
    const [, name, quoted, token = '', end] = found;
    const text = quoted?.replace(/\\(.)/g, '$1') ?? token;
    if (name !== undefined) element.set(name.toLowerCase(), text);
    if (end === ';') continue;
    elements.push(element);
    if (end === '') return elements;
    element = new Map();
  }
}

/** An address without its port, and without the brackets of IPv6. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\w+)?$/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return readAddress(text) === undefined ? text.replace(/:[\w.-]+$/, '') : text;
}
