import { literalText, partsText, urlText, written, xmlText } from './request-text.ts';

/**
 * A request with sample values, as a person edits and sends it. In its URL, headers and body, uses
 * of variables are marked (`variableUse`).
 */
export interface SampleRequest {
  readonly service: string;
  readonly operation: string;
  /** The binding in words: `SOAP 1.1`. */
  readonly binding: string;
  readonly documentation: string | undefined;
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent for a request without a body. */
  readonly body: string | undefined;
}

/** A value that differs between environments, or that is a secret. */
export interface RequestVariable {
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
}

/** Requests whose origins and secrets are variables. */
export interface RequestCollection {
  readonly name: string;
  readonly requests: readonly SampleRequest[];
  readonly variables: readonly RequestVariable[];
}

/** Whether a body is XML, by its content type. */
export function isXml({ headers }: SampleRequest): boolean {
  return /[/+]xml\b/i.test(contentTypeOf(headers) ?? '');
}

/** Whether a body is a form. */
export function isForm({ headers }: SampleRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(contentTypeOf(headers) ?? '');
}

function contentTypeOf(headers: SampleRequest['headers']): string | undefined {
  return Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1];
}

/** The body of a request as text in which nothing but uses of variables means more than that. */
export function bodyText(request: SampleRequest, body: string): string {
  if (isXml(request)) return xmlText(body);
  return isForm(request) ? urlText(body) : partsText(body);
}

/**
 * Parameters of a form, in order, decoded, with uses of variables.
 *
 * @returns `undefined` if a reader would take something in them for more than text
 */
export function parametersOf(form: string): readonly (readonly [string, string])[] | undefined {
  const pairs = [...new URLSearchParams(form)];
  if (pairs.some(([key, value]) => /["~@]/.test(key) || isMeaningful(key) || isMeaningful(value))) {
    return undefined;
  }
  return pairs.map(([key, value]) => [key, written(value, (literal) => literal)]);
}

/** Whether a text has braces, line breaks, outer spaces, or what begins a list or text of Bruno. */
function isMeaningful(text: string): boolean {
  const literal = literalText(text);
  return literal.trim() !== literal || /[{\\\p{Cc}\u2028\u2029]|^'{3}|^\[/u.test(literal);
}

/** The requests of each service, in order. */
export function byService(
  requests: readonly SampleRequest[],
): ReadonlyMap<string, readonly SampleRequest[]> {
  const services = new Map<string, SampleRequest[]>();
  for (const request of requests) {
    const known = services.get(request.service);
    if (known === undefined) services.set(request.service, [request]);
    else known.push(request);
  }
  return services;
}
