import type { JsonValue } from '../operation/names.ts';
import { isProblemType, type Outgoing, withoutType } from './outgoing.ts';

/** Titles of statuses (RFC 9110, section 15). */
const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** What is wrong with one value of a request. */
export interface ProblemIssue {
  /** JSON Pointer to it (RFC 6901), as a fragment; or the name of a parameter. */
  readonly pointer?: string | undefined;
  readonly parameter?: string | undefined;
  readonly detail: string;
}

/** Members of a problem beside its status and title (RFC 9457). */
export interface ProblemDetails {
  readonly detail?: string | undefined;
  /** Every value that does not fit. */
  readonly errors?: readonly ProblemIssue[] | undefined;
  /** Name of an error that the contract declares. */
  readonly name?: string | undefined;
  /** What it says, as its type in the contract. */
  readonly data?: JsonValue | undefined;
}

/** Thrown for an answer that is a problem. */
export class Problem extends Error {
  readonly status: number;
  readonly details: ProblemDetails;
  /** Alternating names and values of further headers. */
  readonly headers: readonly string[];

  constructor(status: number, details: ProblemDetails = {}, headers: readonly string[] = []) {
    super(details.detail ?? titleOf(status));
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

function titleOf(status: number): string {
  return titles[status] ?? (status < 500 ? 'Refused' : 'Failed');
}

/** The answer with a problem, in `application/problem+json` (RFC 9457, section 3). */
export function problemAnswer({ status, details, headers }: Problem): Outgoing {
  const { detail, errors, name, data } = details;
  const body = { type: 'about:blank', title: titleOf(status), status, detail, errors, name, data };
  return {
    status,
    headers: [
      ...['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'],
      ...headers,
    ],
    body: JSON.stringify(body),
  };
}

/** An answer of the server around operations, whose errors are pages, as a problem. */
export function asProblem(outgoing: Outgoing): Outgoing {
  const { status, headers, body } = outgoing;
  if (status < 400 || isProblemType(headers)) return outgoing;
  const isText = typeof body === 'string' && !body.startsWith('<');
  const detail = isText && body.trim() !== '' ? body.trim() : undefined;
  return problemAnswer(new Problem(status, { detail }, withoutType(headers)));
}
