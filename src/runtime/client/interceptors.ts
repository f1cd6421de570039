import type { RawAnswer } from '../operation/errors.ts';
import { changedHeaders } from './headers.ts';
import type { ClientInterceptor } from './options.ts';
import { checkUrl } from './request.ts';
import type { PreparedRequest } from './transport.ts';

/** Sends a request through interceptors, the first one outermost, and then through `last`. */
export function intercept(
  interceptors: readonly ClientInterceptor[],
  request: PreparedRequest,
  last: (request: PreparedRequest) => Promise<RawAnswer>,
): Promise<RawAnswer> {
  const run = async (index: number, current: PreparedRequest): Promise<RawAnswer> => {
    const interceptor = interceptors[index];
    if (interceptor !== undefined) return interceptor(current, (next) => run(index + 1, next));
    if (current.url !== request.url) checkUrl(current.url);
    return last({ ...current, headers: changedHeaders(current.headers, current.body) });
  };
  return run(0, request);
}
