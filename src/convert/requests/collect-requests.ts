import { reservedMethodNames, reservedWords } from '../../names/reserved-names.ts';
import { isPlainValue, isVariableUse, variableUse } from './request-text.ts';
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
 * @param variables those that the requests use already
 */
export function collectRequests(
  name: string,
  requests: readonly SampleRequest[],
  variables: Variables = new Variables(),
): RequestCollection {
  const found = requests.map((request): SampleRequest => {
    const { url } = request;
    const origin = originOf(url);
    const base = origin === undefined ? '' : variables.use('baseUrl', origin);
    const [path = '', query] = splitOnce(url.slice(origin?.length ?? 0), '?');
    const target = query === undefined ? path : `${path}?${withoutSecrets(query, variables)}`;
    return { ...request, url: `${base}${target}`, body: bodyOf(request, variables) };
  });
  return { name, requests: found, variables: variables.all };
}

/** The origin of a URL that has no variable in it, and that can be the value of one. */
function originOf(url: string): string | undefined {
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  return isPlainValue(origin) && URL.canParse(origin) ? origin : undefined;
}

function bodyOf(request: SampleRequest, variables: Variables): string | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  if (isForm(request)) return withoutSecrets(body, variables);
  if (!isXml(request)) return body;
  return body.replace(simpleElement, (whole, ...[, local, text]: string[]) => {
    if (local === undefined || text === undefined || !secretName.test(local)) return whole;
    if (isVariableUse(text)) return whole;
    return whole.replace(`>${text}<`, () => `>${variables.useOfSecret(local, text)}<`);
  });
}

/** An element with text and nothing else: its tag, local name and text. */
const simpleElement =
  /<((?:[\w.-]+:)?([\w.-]+))(?:\s[^<>]*)?>([^<>]+|<!\[CDATA\[[^<>]*\]\]>)<\/\1\s*>/g;

/** A query or form. Its text stays as it is but for secrets. */
function withoutSecrets(encoded: string, variables: Variables): string {
  return encoded
    .split('&')
    .map((pair) => {
      const [name = '', value] = splitOnce(pair, '=');
      if (value === undefined || value === '' || !secretName.test(decoded(name))) return pair;
      if (isVariableUse(value)) return pair;
      const sample = decoded(value) === value ? value : '';
      return `${name}=${variables.useOfSecret(decoded(name), sample)}`;
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
export class Variables {
  readonly #values = new Map<string, string>();
  /** Uses by name and value, and the last number of each name. */
  readonly #uses = new Map<string, Map<string, string>>();
  readonly #counts = new Map<string, number>();
  readonly #secrets = new Set<string>();

  get all(): readonly RequestVariable[] {
    return [...this.#values].map(([name, value]) => {
      const isSecret = isSecretName(name) || this.#secrets.has(variableUse(name));
      return { name, value, isSecret };
    });
  }

  /** The use of a secret. A sample that is not the same everywhere is replaced by its name. */
  useOfSecret(wanted: string, sample: string): string {
    const isSame = /^[\w.~+/=-]+(?: [\w.~+/=-]+)*$/.test(sample);
    const use = this.use(wanted, isSame ? sample : variableName(wanted));
    this.#secrets.add(use);
    return use;
  }

  /**
   * The use of a variable with a value.
   *
   * @param numbered its name at the second value, the third and so on
   */
  use(
    wanted: string,
    value: string,
    numbered: (name: string, count: number) => string = (name, count) => `${name}${count}`,
  ): string {
    const name = variableName(wanted);
    const second = numbered(name, 2);
    const uses = this.#uses.get(second) ?? new Map<string, string>();
    const known = uses.get(value);
    if (known !== undefined) return known;
    let count = this.#counts.get(second) ?? 1;
    let free = count === 1 ? name : numbered(name, count);
    while ((this.#values.get(free) ?? value) !== value) {
      count += 1;
      free = numbered(name, count);
    }
    this.#counts.set(second, count);
    this.#values.set(free, value);
    const use = variableUse(free);
    this.#uses.set(second, uses.set(value, use));
    return use;
  }
}

/** A name that every reader takes: for httpyac, variables are those of JavaScript. */
function variableName(wanted: string): string {
  const name = wanted.replace(/[^A-Za-z0-9_]+/g, '_');
  const isTaken = reservedWords.has(name) || reservedMethodNames.has(name);
  return /^\d/.test(name) || isTaken ? `_${name}` : name;
}
