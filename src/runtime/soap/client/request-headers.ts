import { attempt, checkSoapHeaders, headerError } from '../../client/headers.ts';
import type { RequestHeaders } from '../../operation/message.ts';
import { isPromise } from '../../platform/globals.ts';
import { writeHeaders } from '../envelope.ts';

/** SOAP headers of requests: those of the client, overridden by those of the call. */
export const requestHeaders: RequestHeaders = {
  values: (client, call, operation, names) => {
    const own = typeof client === 'function' ? attempt(() => client(operation)) : client;
    const merged = (values: object): Readonly<Record<string, unknown>> => {
      checkSoapHeaders(values, names);
      return { ...values, ...call };
    };
    if (!isPromise(own)) return merged(own);
    return Promise.resolve(own).then(merged, (error: unknown) => {
      throw headerError(error);
    });
  },
  write: writeHeaders,
};
