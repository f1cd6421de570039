import type { BindingName } from './names.ts';

/**
 * Why a call failed without a fault:
 *
 * - `transport`: no connection, or it broke; the message says if the call may have arrived
 * - `timeout`: the time limit of the call was exceeded
 * - `http-status`: the server answered with an error status and no SOAP message
 * - `protocol`: the binding does not allow this answer, such as a page with status 200
 * - `encode`: nothing was sent: the input doesn't fit the contract, or HTTP cannot carry a header
 * - `decode`: the answer is malformed XML or doesn't fit the contract
 * - `aborted`: the caller's signal ended the call
 * - `too-large`: the answer exceeds `maxResponseBytes`
 */
export type AsmxErrorCode =
  | 'transport'
  | 'timeout'
  | 'http-status'
  | 'protocol'
  | 'encode'
  | 'decode'
  | 'aborted'
  | 'too-large';

/** An HTTP answer as received. */
export interface RawAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body after content decoding, or the part received before the answer was cut off. */
  readonly body: Uint8Array;
}

/** Details of a failure in addition to its code and message. */
export interface AsmxErrorDetails {
  readonly operation?: string | undefined;
  readonly binding?: BindingName | undefined;
  readonly raw?: RawAnswer | undefined;
  readonly path?: string | undefined;
  readonly records?: number | undefined;
  readonly cause?: unknown;
}

/** Every failure of a call that is not a SOAP fault. */
export class AsmxError extends Error {
  override readonly name = 'AsmxError' as const;
  readonly code!: AsmxErrorCode;
  /** `Service.Operation`. */
  readonly operation!: string | undefined;
  readonly binding!: BindingName | undefined;
  /** HTTP status of the answer, if there is one. */
  readonly status!: number | undefined;
  /** The answer as received, if there is one. */
  readonly raw!: RawAnswer | undefined;
  /** Path of the value in the input or output that doesn't fit, such as `order.items[3].sku`. */
  readonly path!: string | undefined;
  /** In an error that ends a stream of records: how many came before it. */
  readonly records!: number | undefined;

  constructor(code: AsmxErrorCode, message: string, details: AsmxErrorDetails = {}) {
    const { cause, ...known } = details;
    super(message, ...withCause(cause));
    Object.assign(this, known, { code, status: known.raw?.status });
  }
}

/** The second argument of `Error`, which the types of ES2020 lack; nothing without a cause. */
export function withCause(cause: unknown): [] {
  return (cause === undefined ? [] : [{ cause }]) as [];
}

/** A property of any value, such as a caught one. */
export function propertyOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

/** The message of an error, which may be of another realm. */
export function messageOf(error: unknown): string {
  return String(propertyOf(error, 'message') ?? error);
}

/** Whether a caught value is an error with this name and a code. */
export function isNamed(error: unknown, name: string): boolean {
  return propertyOf(error, 'name') === name && typeof propertyOf(error, 'code') === 'string';
}

/** Whether a caught value is an {@link AsmxError}, of this or another copy of the runtime. */
export function isAsmxError(error: unknown): error is AsmxError {
  return isNamed(error, 'AsmxError');
}
