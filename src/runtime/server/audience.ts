import type { Incoming } from './incoming.ts';

/** Who gets what an option serves: every client, none, or clients on the same machine. */
export type Audience = boolean | 'local' | undefined;

/** Whether the sender of a request is among those an option serves. */
export function isServed(audience: Audience, incoming: Incoming): boolean {
  return audience === 'local' ? incoming.client().local : (audience ?? true);
}
