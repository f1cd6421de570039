import { setCause } from '../operation/errors.ts';

/** Why the server refused a request. The message is for callers, too. */
export class RequestError extends Error {
  override readonly name = 'RequestError' as const;

  constructor(message: string, cause?: unknown) {
    super(message);
    setCause(this, cause);
  }
}
