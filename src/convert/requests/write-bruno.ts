import { markdownText } from '../markdown/markdown-text.ts';
import { headerText, plainLine, urlText } from './request-text.ts';
import {
  bodyText,
  byService,
  isForm,
  isXml,
  parametersOf,
  type RequestCollection,
  type SampleRequest,
} from './sample-request.ts';

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
  const { kind, headers, blocks } = bodyOf(request);
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

function bodyOf(request: SampleRequest): BrunoBody {
  const { body } = request;
  const headers = Object.entries(request.headers).map(
    ([key, value]): Pair => [key, headerText(value)],
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
