import { type Caller, createCaller } from '../../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../../src/runtime/client/request.ts';
import { text11 } from './messages.ts';

/** A client whose every call gets this answer. */
export function answering(
  body: string | Uint8Array | null,
  type: string | undefined = text11,
  status = 200,
  options: ClientOptions & { readonly answerHeaders?: Readonly<Record<string, string>> } = {},
): Caller {
  const { answerHeaders, ...others } = options;
  const headers: Record<string, string> = {
    ...(type === undefined ? undefined : { 'Content-Type': type }),
    ...answerHeaders,
  };
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return createCaller(
    {
      fetch: async () => new Response(bytes as Uint8Array<ArrayBuffer> | null, { status, headers }),
      ...others,
    },
    { baseUrl: 'http://h' },
  );
}

/** What a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => {
      throw new Error(`resolved with ${String(value)}`);
    },
    (error: unknown) => error,
  );
}
