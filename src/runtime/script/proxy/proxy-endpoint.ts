import { type Answer, type Incoming, isProxyPath } from '../../server/incoming.ts';
import { unrecognizedGetPage } from '../../server/pages.ts';
import type { Endpoint, ServerProtocol, Service } from '../../server/protocol.ts';
import type { ServerSettings } from '../../server/settings.ts';
import { failureAnswer } from '../failure.ts';
import { scriptText } from '../json/write-text.ts';
import { parametersOf } from '../message.ts';
import { proxyScript } from './proxy-script.ts';
import { type ProxyTypes, proxyTypes } from './proxy-types.ts';

/** What scripts call a service with: at `/js`, and at `/jsdebug` to read it. */
export const scriptProxyServer: ServerProtocol = {
  binding: 'scriptProxy',
  createEndpoint: (service, settings) => new ProxyEndpoint(service, settings),
};

/** An operation: its name, the names of its parameters, and whether it is called by GET. */
type Method = readonly [name: string, parameters: readonly string[], isGet: boolean];

/** What a script says of a service. */
interface Content {
  readonly name: string;
  readonly methods: readonly Method[];
  readonly types: ProxyTypes;
}

class ProxyEndpoint implements Endpoint {
  readonly isDocument = true;
  readonly takesBody = false;
  readonly tooLarge = unrecognizedGetPage;
  private readonly service: Service;
  private readonly settings: ServerSettings;
  private content: Content | undefined;

  constructor(service: Service, settings: ServerSettings) {
    this.service = service;
    this.settings = settings;
  }

  takes({ method }: Incoming, suffix: string): boolean {
    return method === 'GET' && isProxyPath(suffix);
  }

  answer({ path }: Incoming, suffix: string): Answer {
    this.content ??= contentOf(this.service);
    const own = path.slice(0, path.length - suffix.length);
    return {
      status: 200,
      headers: ['Cache-Control', 'no-cache', 'Content-Type', type, ...noSniffing],
      body: scriptOf(this.content, own, suffix.toLowerCase() === '/jsdebug'),
    };
  }

  failed(_incoming: Incoming, error: unknown): ReturnType<typeof failureAnswer> {
    return failureAnswer(error, this.settings.options);
  }
}

const type = 'application/x-javascript; charset=utf-8';
const noSniffing = ['X-Content-Type-Options', 'nosniff'] as const;

function contentOf({ routes }: Service): Content {
  const scripted = routes.flatMap(({ operation, script }) =>
    script === undefined ? [] : [{ operation, script }],
  );
  const messages = scripted.flatMap(({ script: { input, output } }) =>
    output === undefined ? [input] : [input, output],
  );
  return {
    name: scripted[0]?.operation.service ?? '',
    methods: scripted.map(({ operation, script }) => [
      operation.name,
      parametersOf(script.input).map(({ name }) => name),
      script.get === true,
    ]),
    types: proxyTypes(messages),
  };
}

function scriptOf({ name, methods, types }: Content, path: string, isDebug: boolean): string {
  const lines = isDebug ? methods.map((one) => comment(name, one)) : [];
  const code = isDebug ? proxyScript : compact(proxyScript);
  const values = [scriptText(name), scriptText(path), methodsText(methods), ...typesText(types)];
  const given = `typeof globalThis === 'object' ? globalThis : window,\n${values.join(',\n')}`;
  return `${lines.join('')}(${code})(${given});\n`;
}

/** How an operation is called. */
function comment(service: string, [name, parameters]: Method): string {
  const all = [...parameters, 'succeededCallback', 'failedCallback', 'userContext'];
  return `// ${`${service}.${name}(${all.join(', ')})`.replace(/[\s\u2028\u2029]+/g, ' ')}\n`;
}

/** The same code without indentation and comments. */
function compact(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('// '))
    .join('\n');
}

function methodsText(methods: readonly Method[]): string {
  const items = methods.map(
    ([name, parameters, isGet]) =>
      `[${scriptText(name)}, [${parameters.map(scriptText).join(', ')}]${isGet ? ', true' : ''}]`,
  );
  return listText(items);
}

function typesText({ objects, enums }: ProxyTypes): readonly string[] {
  const numbers = enums.map(([name, values]) => {
    const items = values.map(([one, number]) => `[${scriptText(one)}, ${number}]`);
    return `[${scriptText(name)}, [${items.join(', ')}]]`;
  });
  return [listText(objects.map(scriptText)), listText(numbers)];
}

function listText(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`;
}
