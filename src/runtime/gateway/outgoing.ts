export type { Outgoing } from '../server/incoming.ts';

const json = /^application\/(?:[\w.-]+\+)?json(?:$|;)/i;

/** Whether alternating names and values of headers say that a body is JSON. */
export function isProblemType(headers: readonly string[]): boolean {
  const at = headers.findIndex((one, index) => index % 2 === 0 && isType(one));
  return at >= 0 && json.test(headers[at + 1] ?? '');
}

/** The headers without those about the body and its caching. */
export function withoutType(headers: readonly string[]): readonly string[] {
  return headers.flatMap((name, at) =>
    at % 2 === 1 || isType(name) || name.toLowerCase() === 'cache-control'
      ? []
      : [name, headers[at + 1] ?? ''],
  );
}

function isType(name: string): boolean {
  return name.toLowerCase() === 'content-type';
}
