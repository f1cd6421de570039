import { createHash, randomBytes } from 'node:crypto';
import type { AnswerEvent, Context, ServerOptions } from '../../../src/runtime/server/options.ts';
import type { ServerSecurities } from '../../../src/runtime/server/security.ts';
import { type Asked, both, path, school, soap } from './front.ts';

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-';
export const wsse: string = `${oasis}wssecurity-secext-1.0.xsd`;
const wsu = `${oasis}wssecurity-utility-1.0.xsd`;
const profile = `${oasis}username-token-profile-1.0`;

/** A time so many seconds from now, as clients write it. */
export function seconds(from: number): string {
  return new Date(Date.now() + from * 1000).toISOString();
}

/** A UsernameToken as clients write it. */
export interface Token {
  readonly username?: string;
  readonly password?: string;
  readonly type?: 'Text' | 'Digest';
  readonly nonce?: string | undefined;
  readonly created?: string | undefined;
}

/** A nonce that nobody had. */
export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

/** The XML of a token. Of a digest, nonce and Created are added if it does not say otherwise. */
export function usernameToken(token: Token = {}): string {
  const { username = 'ada', password = 'secret', type = 'Digest' } = token;
  const nonce = 'nonce' in token ? token.nonce : newNonce();
  const created = 'created' in token ? token.created : seconds(0);
  const digest = createHash('sha1')
    .update(Buffer.from(nonce ?? '', 'base64'))
    .update((created ?? '') + password)
    .digest('base64');
  return (
    `<wsse:UsernameToken><wsse:Username>${username}</wsse:Username>` +
    `<wsse:Password Type="${profile}#Password${type}">${type === 'Text' ? password : digest}</wsse:Password>` +
    (nonce === undefined ? '' : `<wsse:Nonce>${nonce}</wsse:Nonce>`) +
    (created === undefined ? '' : `<wsu:Created>${created}</wsu:Created>`) +
    '</wsse:UsernameToken>'
  );
}

/** A Timestamp. */
export function timestamp(created: string, expires: string): string {
  return `<wsu:Timestamp><wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires></wsu:Timestamp>`;
}

/** A Security header. */
export function security(content: string, attributes = 'soap:mustUnderstand="1"'): string {
  return `<wsse:Security xmlns:wsse="${wsse}" xmlns:wsu="${wsu}" ${attributes}>${content}</wsse:Security>`;
}

/** A request over SOAP 1.1 with these headers. */
export function withHeaders(headers: string): Required<Asked> {
  const { headers: http, body } = soap();
  const header = `<soap:Header>${headers}</soap:Header>`;
  return { headers: http, body: body.replace('<soap:Body>', `${header}$&`) };
}

/** The same request over SOAP 1.2. */
export function as12({ headers, body }: Required<Asked>): Required<Asked> {
  const { SOAPAction: _, ...others } = headers;
  return {
    headers: { ...others, 'Content-Type': 'application/soap+xml; charset=utf-8' },
    body: body.replace(/http:\/\/schemas[^"]*/, 'http://www.w3.org/2003/05/soap-envelope'),
  };
}

/** What became of a request, over a connection and through `fetch`. */
export interface Outcome {
  readonly status: number;
  readonly body: string;
  readonly challenge: string | undefined;
  readonly identity: unknown;
  readonly ran: boolean;
  readonly reason: string | undefined;
  readonly errors: readonly unknown[];
}

/** Sends a request to a server with this option, twice, and returns both outcomes. */
export async function outcomes(
  option: ServerSecurities,
  asked: Asked | (() => Asked),
  options: ServerOptions = {},
  line = `POST ${path}`,
): Promise<readonly Outcome[]> {
  const found: Outcome[] = [];
  const events: AnswerEvent[] = [];
  const errors: unknown[] = [];
  let identity: unknown;
  let ran = false;
  const server = school(
    {
      onAnswer: (event) => void events.push(event),
      onError: (error) => void errors.push(error),
      security: option,
      ...options,
    },
    (_input, context: Context) => {
      ran = true;
      identity = context.identity;
    },
  );
  await both(server, async (ask) => {
    ran = false;
    identity = undefined;
    const answer = await ask(line, typeof asked === 'function' ? asked() : asked);
    found.push({
      status: answer.status,
      body: answer.body,
      challenge: answer.headers['www-authenticate'],
      identity,
      ran,
      reason: events.at(-1)?.reason,
      errors: errors.splice(0),
    });
  });
  return found;
}

/** The outcome that both ways have in common. */
export async function outcome(...given: Parameters<typeof outcomes>): Promise<Outcome> {
  const [one, two] = await outcomes(...given);
  if (one === undefined || two === undefined || one.status !== two.status || one.ran !== two.ran) {
    throw new Error(`the ways differ: ${JSON.stringify([one, two])}`);
  }
  return one;
}
