import { headerText, plainLine, urlText } from './request-text.ts';
import { bodyText, type RequestCollection, type SampleRequest } from './sample-request.ts';

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
    ...Object.entries(headers).map(([key, value]) => `${key}: ${headerText(value)}`),
    ...(body === undefined ? [] : ['', bodyText(one, body)]),
  ];
  return lines.join('\n');
}

/** A comment. One that begins with `@` would be a setting of the request. */
function comment(line: string): string {
  const text = plainLine(line);
  return text === '' ? '#' : `# ${text.replace(/^@/, '(at)')}`;
}
