import { isXml, type RequestCollection, type SampleRequest } from './sample-request.ts';

/**
 * A `.http` file, which VS Code's REST Client, JetBrains' HTTP Client and httpyac send: a request
 * for each operation and binding, with variables at the top.
 */
export function writeHttp({ name, requests, variables }: RequestCollection): string {
  const declared = variables.map((one) => `@${one.name} = ${oneLine(one.value)}`);
  const head = [`# ${oneLine(name)}`, ...declared].join('\n');
  return `${[head, ...requests.map(request)].join('\n\n')}\n`;
}

function request(one: SampleRequest): string {
  const { service, operation, binding, documentation, method, url, headers, body } = one;
  const lines = [
    `### ${oneLine(`${service}.${operation} over ${binding}`)}`,
    ...(documentation === undefined ? [] : documentation.split('\n').map(comment)),
    `${method} ${url}`,
    ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`),
    ...(body === undefined ? [] : ['', withoutSeparators(one, body)]),
  ];
  return lines.join('\n');
}

/** A body in which no line begins the next request, as httpyac also sees it after white space. */
function withoutSeparators(one: SampleRequest, body: string): string {
  return isXml(one) ? body.replace(/^([ \t]*)###/gm, '$1&#35;##') : body.replace(/^###/gm, ' ###');
}

/** A comment. One that begins with `@` would be a setting of the request. */
function comment(line: string): string {
  const text = oneLine(line);
  return text === '' ? '#' : `# ${text.replace(/^@/, '(at)')}`;
}

/** A text on one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
