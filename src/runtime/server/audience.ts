import type { Incoming } from './incoming.ts';

/** Which clients an option serves: all, none, or those on the same machine. */
export type Audience = boolean | 'local' | undefined;

/** Whether an option serves the sender of a request. */
export function isServed(audience: Audience, incoming: Incoming): boolean {
  return audience === 'local' ? incoming.client().local : (audience ?? true);
}
