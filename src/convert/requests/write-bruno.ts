import {
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
  for (const [service, all] of byService(requests)) {
    for (const [index, request] of all.entries()) {
      const file = `${fileName(request.operation)} ${fileName(request.binding)}.bru`;
      files.set(uniquePath(files, `${fileName(service)}/${file}`), requestFile(request, index + 1));
    }
  }
  return files;
}

/** All are plain variables, because they have samples; Bruno keeps no value of a secret one. */
function environment({ variables }: RequestCollection): string {
  return block(
    'vars',
    variables.map((one) => [one.name, one.value]),
  );
}

function requestFile(request: SampleRequest, sequence: number): string {
  const { operation, binding, documentation, method, url, headers, body } = request;
  const kind = body === undefined ? 'none' : bodyKind(request);
  const query = url.split('?')[1];
  const target: readonly Pair[] = [
    ['url', url],
    ['body', kind],
    ['auth', 'none'],
  ];
  const blocks = [
    block('meta', [
      ['name', `${operation} over ${binding}`],
      ['type', 'http'],
      ['seq', String(sequence)],
    ]),
    block(method.toLowerCase(), target),
    ...(query === undefined ? [] : [block('params:query', pairsOf(query))]),
    block('headers', Object.entries(headers)),
    ...(body === undefined ? [] : [bodyBlock(kind, body)]),
    ...(documentation === undefined ? [] : [textBlock('docs', documentation)]),
  ];
  return blocks.join('\n');
}

type BodyKind = 'formUrlEncoded' | 'xml' | 'text';

function bodyKind(request: SampleRequest): BodyKind {
  return isForm(request) ? 'formUrlEncoded' : isXml(request) ? 'xml' : 'text';
}

function bodyBlock(kind: BodyKind | 'none', body: string): string {
  return kind === 'formUrlEncoded'
    ? block('body:form-urlencoded', parametersOf(body))
    : textBlock(`body:${kind}`, body);
}

type Pair = readonly [string, string];

/** A query as it is written: Bruno encodes nothing that it takes from the URL. */
function pairsOf(query: string): readonly Pair[] {
  return query.split('&').map((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return [key, rest.join('=')];
  });
}

function block(name: string, pairs: readonly Pair[]): string {
  const lines = pairs.map(([key, value]) => `  ${keyText(key)}: ${valueText(value)}\n`);
  return `${name} {\n${lines.join('')}}\n`;
}

/** A key, in quotes if it has what ends one. */
function keyText(key: string): string {
  return /^[\w.-]+$/.test(key) ? key : `"${key.replace(/["\\]/g, '\\$&')}"`;
}

/** A value; one of several lines is between `'''`. */
function valueText(value: string): string {
  if (!/[\r\n]/.test(value)) return value;
  return `'''\n${indented(value.replace(/'''/g, "'' '"), 4)}\n  '''`;
}

function textBlock(name: string, text: string): string {
  return `${name} {\n${indented(text, 2)}\n}\n`;
}

function indented(text: string, columns: number): string {
  const margin = ' '.repeat(columns);
  return text
    .split(/\r?\n/)
    .map((line) => margin + line)
    .join('\n');
}

/** A name that every file system takes. */
function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').replace(/^[. ]+|[. ]+$/g, '') || 'unnamed';
}

/** A path that differs from others by more than letter case. */
function uniquePath(files: ReadonlyMap<string, string>, path: string): string {
  const taken = new Set([...files.keys()].map((one) => one.toLowerCase()));
  let free = path;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) {
    free = path.replace(/\.bru$/, ` ${count}.bru`);
  }
  return free;
}
