import { reservedMethodNames, reservedWords } from '../names/identifiers.ts';
import { markdownText } from './markdown.ts';

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
interface RequestVariable {
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
function isXml({ headers }: SampleRequest): boolean {
  return /[/+]xml\b/i.test(contentTypeOf(headers) ?? '');
}

/** Whether a body is a form. */
function isForm({ headers }: SampleRequest): boolean {
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
function parametersOf(form: string): readonly (readonly [string, string])[] | undefined {
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
function byService(
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

// Texts of requests: what is literal, and uses of variables, told apart by U+0000. No XML, URL or
// header holds that character, so no text of a contract looks like a use of a variable.

/** The use of a variable in a URL, a header or a body. */
export function variableUse(name: string): string {
  return `\0${name}\0`;
}

/** A text that is literal throughout. */
export function literalText(text: string): string {
  return text.replaceAll('\0', '');
}

/** Whether a text is the use of a variable and nothing else. */
function isVariableUse(text: string): boolean {
  return /^\s*\0\w+\0\s*$/.test(text);
}

/** A text with its uses as `{{name}}`, and what is literal as `encode` writes it. */
function written(text: string, encode: (literal: string) => string): string {
  const parts = text.split(/\0(\w+)\0/);
  return parts.map((part, at) => (at % 2 === 1 ? `{{${part}}}` : encode(part))).join('');
}

/**
 * A value that every reader takes as it is: one line, without braces, quotes, backslashes and
 * angle brackets, that begins like no list or block of text. Readers look for variables in values,
 * too, and REST Client puts values into a request before it looks for commands.
 */
const plainValue = /^(?![ [\]@=:,;!*()&?])[\p{L}\p{N} _./~+%:=@&?,;!*()[\]-]*(?<! )$/u;

/** Whether a text can be the value of a variable. */
export function isPlainValue(text: string): boolean {
  return plainValue.test(text);
}

/** Characters that end a line, or that no line holds. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
const unprintable = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** A text on one line, in which nothing is the use of a variable: a name, a comment. */
export function plainLine(text: string): string {
  return text
    .replace(unprintable, ' ')
    .trim()
    .replace(/\{(?=\{)/g, '{ ');
}

/** Braces of a literal text that could be those of a variable, here or with what follows it. */
const openingBraces = /([{\\])\{|\{$/g;

/** The value of a header. A header has no escapes of its own: those of URLs do, as in an action. */
export function headerLine(value: string): string {
  const line = (literal: string): string =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
    literal.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(openingBraces, '$1%7B');
  return written(value, line);
}

/**
 * A URL, a query or a form, in which every character that means something to a reader is encoded.
 * What is encoded already stays so.
 */
function urlText(url: string): string {
  return written(url, (literal) =>
    literal.replace(meaningful, (one) => (one === "'" ? '%27' : encodeURIComponent(one))),
  );
}

/** All of ASCII but the characters of URLs; other ends of lines. */
const meaningful =
  /[^\w\-.~:/?#[\]@!$&()*+,;=%}\u{a1}-\u{10ffff}]|[\u{2028}\u{2029}\u{3000}\u{feff}]/gu;

/**
 * A body of XML, in which all data is still the same, but nothing is a variable or a command of a
 * reader: a line begins with a tag or with a reference, start tags and comments are on one line,
 * and the text of CDATA sections, which cannot have references, is escaped.
 */
function xmlText(body: string): string {
  let text = '';
  let isLineStart = true;
  for (const { kind, source } of xmlTokens(body.replace(/\r\n?/g, '\n'))) {
    if (kind === 'markup') {
      text += source.replace(/\n/g, ' ').replace(lineEnds, ' ');
      isLineStart = false;
      continue;
    }
    const lines = source.split('\n');
    text += lines
      .map((line, at) => (at > 0 || isLineStart ? withReference(line) : line))
      .join('\n')
      .replace(lineEnds, reference);
    isLineStart = (isLineStart || lines.length > 1) && (lines.at(-1) ?? '').trim() === '';
  }
  return written(text, (literal) => literal.replace(openingBraces, '$1&#123;'));
}

/**
 * A body that is neither XML nor a form, such as one of several parts, whose XML is written as
 * such. Other text has no references: see `isCommand`.
 */
function partsText(body: string): string {
  const xml = body.replace(/(?<=\r?\n\r?\n)<[\s\S]*?(?=\r?\n--|$)/g, xmlText);
  return written(xml, (literal) => literal);
}

/** What some readers take for the end of a line, but XML does not. */
const lineEnds = /[\r\u0085\u2028\u2029]/g;

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** A line of text, which begins with a reference or with a variable. */
function withReference(line: string): string {
  return line.replace(
    /^(\s*)([^\s&\0])/u,
    (_, space: string, first: string) => space + reference(first),
  );
}

interface XmlToken {
  readonly kind: 'markup' | 'text';
  /** Of a CDATA section the escaped text. */
  readonly source: string;
}

/** Kinds of markup by their start, with their end. Without one they last until the text ends. */
const enclosed: readonly (readonly [start: string, end: string])[] = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
];

/** Markup and text of a body, also of one that is not well-formed. */
function* xmlTokens(body: string): Iterable<XmlToken> {
  for (let at = 0; at < body.length; ) {
    const open = body.indexOf('<', at);
    const start = open < 0 ? body.length : open;
    if (start > at) yield { kind: 'text', source: body.slice(at, start) };
    if (start === body.length) return;
    const [begin = '', close = ''] = enclosed.find(([one]) => body.startsWith(one, start)) ?? [];
    const found = begin === '' ? -1 : body.indexOf(close, start + begin.length);
    const end = found < 0 ? body.length : found;
    if (begin === '') {
      at = endOfTag(body, start);
      // what is no tag is text, whatever it was meant to be
      yield at === start
        ? { kind: 'text', source: '&lt;' }
        : { kind: 'markup', source: body.slice(start, at) };
      if (at === start) at += 1;
    } else {
      at = end + (found < 0 ? 0 : close.length);
      yield begin === '<![CDATA['
        ? { kind: 'text', source: escaped(body.slice(start + begin.length, end)) }
        : { kind: 'markup', source: body.slice(start, at) };
    }
  }
}

/** The end of a tag; where it begins if there is none. */
function endOfTag(body: string, start: number): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (!/[A-Za-z_:/!]|[^\s\u0000-\u007f]/.test(body[start + 1] ?? '')) return start;
  let quote = '';
  for (let at = start + 1; at < body.length; at += 1) {
    const character = body[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
    if (character === '<') return start;
  }
  return start;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

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

/**
 * A `.http` file, which VS Code's REST Client, JetBrains' HTTP Client and httpyac send: a request
 * for each operation and binding, with variables at the top.
 */
export function writeHttp({ name, requests, variables }: RequestCollection): string {
  const declared = variables.map((one) => `@${one.name} = ${plainLine(one.value)}`);
  const head = [comment(name), ...declared].join('\n');
  return `${[head, ...requests.map(request)].join('\n\n')}\n`;
}

function request(one: SampleRequest): string {
  const { service, operation, binding, documentation, method, url, headers, body } = one;
  const lines = [
    `### ${plainLine(`${service}.${operation} over ${binding}`)}`,
    ...(documentation === undefined ? [] : documentation.split('\n').map(comment)),
    `${method} ${urlText(url)}`,
    ...Object.entries(headers).map(([key, value]) => `${key}: ${headerLine(value)}`),
    ...(body === undefined ? [] : ['', bodyText(one, body)]),
  ];
  return lines.join('\n');
}

/** A comment. One that begins with `@` would be a setting of the request. */
function comment(line: string): string {
  const text = plainLine(line);
  return text === '' ? '#' : `# ${text.replace(/^@/, '(at)')}`;
}

/**
 * A folder for Bruno: a file for each operation and binding, in a folder for each service, and an
 * environment with the variables.
 *
 * @returns texts by path
 */
export function writeBruno(collection: RequestCollection): ReadonlyMap<string, string> {
  const { name, requests } = collection;
  const files = new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name, type: 'collection' }, undefined, 2)}\n`],
    ['environments/local.bru', environment(collection)],
  ]);
  const freePath = freePaths([...files.keys()]);
  for (const [service, all] of byService(requests)) {
    for (const [index, request] of all.entries()) {
      const file = `${fileName(request.operation)} ${fileName(request.binding)}.bru`;
      files.set(freePath(`${fileName(service)}/${file}`), requestFile(request, index + 1));
    }
  }
  return files;
}

/** All are plain variables, because they have samples; Bruno keeps no value of a secret one. */
function environment({ variables }: RequestCollection): string {
  return block(
    'vars',
    variables.map((one) => [one.name, plainLine(one.value)]),
  );
}

function requestFile(request: SampleRequest, sequence: number): string {
  const { operation, binding, documentation, method } = request;
  const url = urlText(request.url);
  const { kind, headers, blocks } = brunoBody(request);
  const query = url.split('?')[1];
  const all = [
    block('meta', [
      ['name', plainLine(`${operation} over ${binding}`)],
      ['type', 'http'],
      ['seq', String(sequence)],
    ]),
    block(method.toLowerCase(), [
      ['url', url],
      ['body', kind],
      ['auth', 'none'],
    ]),
    ...(query === undefined ? [] : [block('params:query', pairsOf(query))]),
    block('headers', headers),
    ...blocks,
    ...(documentation === undefined ? [] : [textBlock('docs', markdownText(documentation))]),
  ];
  return all.join('\n');
}

/** The body of a request, and the headers that it needs. */
interface BrunoBody {
  readonly kind: 'none' | 'formUrlEncoded' | 'xml' | 'text';
  readonly headers: readonly Pair[];
  readonly blocks: readonly string[];
}

function brunoBody(request: SampleRequest): BrunoBody {
  const { body } = request;
  const headers = Object.entries(request.headers).map(
    ([key, value]): Pair => [key, headerLine(value)],
  );
  if (body === undefined) return { kind: 'none', headers, blocks: [] };
  const form = isForm(request) ? parametersOf(body) : undefined;
  if (form !== undefined) {
    return { kind: 'formUrlEncoded', headers, blocks: [block('body:form-urlencoded', form)] };
  }
  const kind = isXml(request) ? 'xml' : 'text';
  return {
    kind,
    // Bruno puts no variables into a text whose type is exactly that of a form
    headers: headers.map(([key, value]) => [key, value.replace(exactForm, '$&; charset=utf-8')]),
    blocks: [textBlock(`body:${kind}`, bodyText(request, body))],
  };
}

const exactForm = /^application\/x-www-form-urlencoded$/i;

type Pair = readonly [string, string];

/** A query as it is written: Bruno encodes nothing that it takes from the URL. */
function pairsOf(query: string): readonly Pair[] {
  return query.split('&').map((pair) => {
    const [key = '', ...rest] = pair.split('=');
    // a key that begins with ~ is switched off
    return [key.replace(/^~/, '%7E'), rest.join('=')];
  });
}

/** A block of pairs. Their values are on one line, and begin like no list or text. */
function block(name: string, pairs: readonly Pair[]): string {
  const lines = pairs.map(([key, value]) => `  ${keyText(key)}: ${value}\n`);
  return `${name} {\n${lines.join('')}}\n`;
}

/** A key, in quotes if it has what ends one. */
function keyText(key: string): string {
  return /^[\w.-]+$/.test(key) ? key : `"${key}"`;
}

function textBlock(name: string, text: string): string {
  return `${name} {\n${indented(text)}\n}\n`;
}

function indented(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `  ${line}`)
    .join('\n');
}

/** A name that every file system takes. */
function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[. ]+|[. ]+$/g, '') || 'unnamed';
}

/** Gives paths that differ from all before by more than letter case. */
function freePaths(taken: readonly string[]): (path: string) => string {
  const known = new Set(taken.map((one) => one.toLowerCase()));
  const counts = new Map<string, number>();
  return (path) => {
    let free = path;
    let count = counts.get(path.toLowerCase()) ?? 1;
    while (known.has(free.toLowerCase())) {
      count += 1;
      free = path.replace(/\.bru$/, ` ${count}.bru`);
    }
    counts.set(path.toLowerCase(), count);
    known.add(free.toLowerCase());
    return free;
  };
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A collection for Postman (format 2.1), and what imports it: a folder for each service, a request
 * for each operation and binding.
 */
export function writePostman({ name, requests, variables }: RequestCollection): string {
  const item = [...byService(requests)].map(([service, all]) => ({
    name: service,
    item: all.map(requestItem),
  }));
  const variable = variables.map((one) => ({
    key: one.name,
    value: plainLine(one.value),
    type: one.isSecret ? 'secret' : 'string',
  }));
  return `${JSON.stringify({ info: { name, schema }, item, variable }, undefined, 2)}\n`;
}

function requestItem(one: SampleRequest): object {
  const { operation, binding, documentation, method, url, headers, body } = one;
  const header = Object.entries(headers).map(([key, value]) => ({ key, value: headerLine(value) }));
  const request = {
    method,
    header,
    ...(body === undefined ? {} : { body: postmanBody(one, body) }),
    url: urlOf(urlText(url)),
    ...(documentation === undefined ? {} : { description: markdownText(documentation) }),
  };
  return { name: `${operation} over ${binding}`, request, response: [] };
}

function postmanBody(request: SampleRequest, body: string): object {
  const form = isForm(request) ? parametersOf(body) : undefined;
  if (form !== undefined) return { mode: 'urlencoded', urlencoded: form.map(parameter) };
  const language = isXml(request) ? 'xml' : 'text';
  return { mode: 'raw', raw: bodyText(request, body), options: { raw: { language } } };
}

/** A URL in parts: Postman shows the query as a table. One without a variable stays whole. */
function urlOf(whole: string): object | string {
  const [, host, path = '', query] = /^(\{\{\w+\}\})([^?]*)(?:\?(.*))?$/.exec(whole) ?? [];
  if (host === undefined) return whole;
  const parts = { raw: whole, host: [host], path: path.split('/').slice(1) };
  return query === undefined ? parts : { ...parts, query: queryOf(query) };
}

/** Postman sends a query as it is written. */
function queryOf(query: string): readonly object[] {
  return query.split('&').map((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return { key, value: rest.length === 0 ? null : rest.join('=') };
  });
}

function parameter([key, value]: readonly [string, string]): object {
  return { key, value, type: 'text' };
}
