import type { Documentation } from '../../../src/runtime/server/documents.ts';
import type { Server, ServerOptions } from '../../../src/runtime/server/options.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { request, start, type WireAnswer } from '../wire/exchange.ts';
import { createServer } from '../wire/serve.ts';

export const path = '/AuthCodeSending.asmx';

/** Shows where it thinks the services are. */
const documentation: Documentation = {
  answer: ({ origin, path: asked }) => ({ status: 200, headers: {}, body: origin + asked }),
};

type Handler = (input: unknown, context: never) => unknown;

/** A server of one operation, with pages. */
export function school(options: ServerOptions, handler: Handler = () => undefined): Server {
  const load = async () => ({ documentation });
  return createServer([{ operation: AuthCode, handler }], options, load);
}

/** What differs between requests of a test. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Ask = (line: string, asked?: Asked) => Promise<WireAnswer>;

/** Sends requests over a connection, then to `fetch`. */
export async function both(server: Server, check: (ask: Ask) => Promise<void>): Promise<void> {
  const { server: http, port } = await start(server.listener);
  try {
    await check((line, { headers = {}, body = '' } = {}) => request(port, line, headers, body));
  } finally {
    http.closeAllConnections();
    http.close();
  }
  await check(async (line, { headers = {}, body } = {}) => {
    const [method = '', target = ''] = line.split(' ');
    const init = { method, headers, ...(body === undefined ? {} : { body }) };
    const answer = await server.fetch(new Request(`http://school.test${target}`, init));
    return {
      status: answer.status,
      reason: answer.statusText,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
  });
}

const namespace = 'http://tempuri.org/';

/** A request of the operation over SOAP 1.1. */
export function soap(code = '1', phone = '2'): Required<Asked> {
  return {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${namespace}AuthCode"` },
    body:
      '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
      `<AuthCode xmlns="${namespace}"><code>${code}</code><phone>${phone}</phone></AuthCode>` +
      '</soap:Body></soap:Envelope>',
  };
}
