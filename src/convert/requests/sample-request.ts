/** A request with sample values, as a person edits and sends it. */
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

/** Requests whose origins and secrets are variables, `{{name}}`. */
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

/** Parameters of a query or form, in order, decoded. Variables stay as they are. */
export function parametersOf(encoded: string): readonly (readonly [string, string])[] {
  return [...new URLSearchParams(encoded)];
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
