import type { RequestCollection, RequestVariable, SampleRequest } from './sample-request.ts';
import { isForm, isXml } from './sample-request.ts';

/** Names of elements and parameters whose values are secrets. */
const secretName = /(?:password|passwd|pwd|secret|token|api_?key|passphrase)$/i;

/** Whether what has a name is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/**
 * Puts variables in place of origins and of values with the name of a secret, so that one
 * collection serves every environment.
 *
 * @param name of the contract
 * @param given variables that the requests use already; those named like a secret are secrets
 */
export function collectRequests(
  name: string,
  requests: readonly SampleRequest[],
  given: readonly Pick<RequestVariable, 'name' | 'value'>[] = [],
): RequestCollection {
  const variables = new Variables(given);
  const own = new Set(given.map((one) => one.name));
  const found = requests.map((sample): SampleRequest => {
    const request = withoutBraces(sample, own);
    const origin = URL.canParse(request.url) ? new URL(request.url).origin : undefined;
    const base = origin && variables.of('baseUrl', origin, false);
    const body = bodyOf(request, variables);
    if (origin === undefined) return { ...request, body };
    const rest = request.url.slice(origin.length);
    const [path = '', query] = splitOnce(rest, '?');
    const target = query === undefined ? path : `${path}?${withoutSecrets(query, variables)}`;
    return { ...request, url: `${base}${target}`, body };
  });
  return { name, requests: found, variables: variables.all };
}

/** A request in which only variables have the braces of one. */
function withoutBraces(request: SampleRequest, known: ReadonlySet<string>): SampleRequest {
  const { url, body } = request;
  const escaped = (text: string, opening: string): string =>
    text.replace(literalOrBraces, (whole, name?: string) =>
      whole.startsWith('<') || (name !== undefined && known.has(name))
        ? whole
        : opening + whole.slice(2),
    );
  return {
    ...request,
    url: escaped(url, '%7B%7B'),
    body: body !== undefined && isXml(request) ? escaped(body, '{&#123;') : body,
  };
}

/** A CDATA section, which has no references; what begins like a variable. */
const literalOrBraces = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|\{\{(?:(\w+)\}\})?/g;

function bodyOf(request: SampleRequest, variables: Variables): string | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  if (isForm(request)) return withoutSecrets(body, variables);
  if (!isXml(request)) return body;
  return body.replace(simpleElement, (whole, ...[, local, text]: string[]) => {
    if (local === undefined || text === undefined || !secretName.test(local)) return whole;
    if (isVariable(text)) return whole;
    return whole.replace(`>${text}<`, () => `>${variables.ofSecret(local, text)}<`);
  });
}

/** An element with text and nothing else: its tag, local name and text. */
const simpleElement = /<((?:[\w.-]+:)?([\w.-]+))(?:\s[^<>]*)?>([^<>]+)<\/\1>/g;

function isVariable(text: string): boolean {
  return /^\{\{\w+\}\}$/.test(text.trim());
}

/** A query or form. Its text stays as it is but for secrets. */
function withoutSecrets(encoded: string, variables: Variables): string {
  return encoded
    .split('&')
    .map((pair) => {
      const [name = '', value] = splitOnce(pair, '=');
      if (value === undefined || value === '' || !secretName.test(decoded(name))) return pair;
      if (isVariable(value)) return pair;
      const sample = decoded(value) === value ? value : '';
      return `${name}=${variables.ofSecret(decoded(name), sample)}`;
    })
    .join('&');
}

function decoded(text: string): string {
  return new URLSearchParams(`v=${text}`).get('v') ?? text;
}

function splitOnce(text: string, at: string): readonly [string, string | undefined] {
  const index = text.indexOf(at);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

/** Variables by name. A second value of the same name gets a number. */
class Variables {
  readonly #known = new Map<string, RequestVariable>();

  constructor(given: readonly Pick<RequestVariable, 'name' | 'value'>[]) {
    for (const { name, value } of given) {
      this.#known.set(name, { name, value, isSecret: secretName.test(name) });
    }
  }

  get all(): readonly RequestVariable[] {
    return [...this.#known.values()];
  }

  /** The use of a secret. A sample that is not the same everywhere is replaced by its name. */
  ofSecret(wanted: string, sample: string): string {
    return this.of(wanted, /^[\w.~+/=-]+(?: [\w.~+/=-]+)*$/.test(sample) ? sample : wanted, true);
  }

  /** The use of a variable with a value. */
  of(wanted: string, value: string, isSecret: boolean): string {
    const stem = wanted.replace(/[^A-Za-z0-9_]+/g, '_');
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? stem : `${stem}${count}`;
      const known = this.#known.get(name);
      if (known === undefined) this.#known.set(name, { name, value, isSecret });
      if (known === undefined || known.value === value) return `{{${name}}}`;
    }
  }
}
