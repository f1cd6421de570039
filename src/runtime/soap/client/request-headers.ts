import { attempt, headerError } from '../../client/headers.ts';
import type { RequestHeaders } from '../../operation/message.ts';
import { isPromise } from '../../platform/globals.ts';
import { writeHeaders } from '../envelope.ts';

/** SOAP headers of requests: those of the client, overridden by those of the call. */
export const requestHeaders: RequestHeaders = {
  values: (client, call, operation) => {
    const own = typeof client === 'function' ? attempt(() => client(operation)) : client;
    if (!isPromise(own)) return { ...own, ...call };
    return Promise.resolve(own).then(
      (values) => ({ ...values, ...call }),
      (error: unknown) => {
        throw headerError(error);
      },
    );
  },
  write: writeHeaders,
};
