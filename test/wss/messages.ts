import { createHash, createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCaller } from '../../src/runtime/client/call.ts';
import type { ClientOptions } from '../../src/runtime/client/request.ts';
import type {
  AnswerEvent,
  Context,
  Server,
  ServerOptions,
} from '../../src/runtime/server/options.ts';
import { canonicalise, elementWithId, readTree } from '../../src/runtime/signatures/message.ts';
import { type SignatureRules, type SignerSettings, signer } from '../../src/runtime/wss.ts';
import { path, school } from '../runtime/server/front.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';

export { path };

const folder = join(import.meta.dirname, '../fixtures/wss');
/** A file of the certificates and keys. */
export const pem = (name: string): string => readFileSync(join(folder, name), 'utf8');
export const fileOf = (name: string): string => join(folder, name);

/** The key of a name with its certificate. */
export function keyOf(name: string): Pick<SignerSettings, 'key' | 'cert'> {
  return { key: pem(`${name}.key`), cert: pem(`${name}.pem`) };
}

/** Trusts what the authority issued. */
export const rules: SignatureRules = { trust: pem('ca.pem') };
export const input = { code: '1', phone: '2' };

const types = {
  soap11: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: 'http://tempuri.org/AuthCode' },
  soap12: { 'Content-Type': 'application/soap+xml; charset=utf-8' },
};
const namespaces = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};
type Version = keyof typeof types;

/** An envelope that is not signed. */
export function envelope(version: Version = 'soap11', header = ''): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${namespaces[version]}">` +
    (header === '' ? '' : `<soap:Header>${header}</soap:Header>`) +
    '<soap:Body><AuthCode xmlns="http://tempuri.org/"><code>1</code><phone>2</phone></AuthCode>' +
    '</soap:Body></soap:Envelope>'
  );
}

/** A signed envelope. */
export function signed(settings: Partial<SignerSettings> = {}, xml: string = envelope()): string {
  return signer({ ...keyOf('client'), ...settings }).postProcess(xml, 'soap');
}

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/**
 * An envelope that is signed as most other stacks do: without a PrefixList. Signed are Body,
 * Timestamp, and elements with these IDs.
 */
export function bare(
  xml: string,
  { name = 'client', ids = [] }: { name?: string; ids?: readonly string[] } = {},
): string {
  const [created, expires] = [0, 300_000].map((more) => new Date(Date.now() + more).toISOString());
  const certificate = pem(`${name}.pem`).replace(/-----[A-Z ]+-----|\n/g, '');
  const security = (signature: string): string =>
    `<o:Security xmlns:o="${oasis}secext-1.0.xsd" xmlns:u="${oasis}utility-1.0.xsd">` +
    `<u:Timestamp u:Id="time"><u:Created>${created}</u:Created><u:Expires>${expires}</u:Expires>` +
    `</u:Timestamp>${signature}</o:Security>`;
  const withId = xml.replace('<soap:Body', '$& Id="body"');
  const whole = (signature: string): string =>
    withId.includes('<soap:Header>')
      ? withId.replace('</soap:Header>', (end) => security(signature) + end)
      : withId.replace('<soap:Body', (body) => {
          return `<soap:Header>${security(signature)}</soap:Header>${body}`;
        });
  const tree = readTree(whole(''));
  const transforms = `<Transforms><Transform Algorithm="${exclusive}"></Transform></Transforms>`;
  const references = ['body', 'time', ...ids].map((id) => {
    const { text } = canonicalise(tree, elementWithId(tree, id));
    const digest = createHash('sha256').update(text).digest('base64');
    return (
      `<Reference URI="#${id}">${transforms}<DigestMethod Algorithm="${sha256}"></DigestMethod>` +
      `<DigestValue>${digest}</DigestValue></Reference>`
    );
  });
  const info = (declaration: string): string =>
    `<SignedInfo${declaration}><CanonicalizationMethod Algorithm="${exclusive}">` +
    '</CanonicalizationMethod><SignatureMethod ' +
    'Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>' +
    `${references.join('')}</SignedInfo>`;
  const dsig = ' xmlns="http://www.w3.org/2000/09/xmldsig#"';
  const value = createSign('sha256')
    .update(info(dsig))
    .sign(pem(`${name}.key`), 'base64');
  return whole(
    `<Signature${dsig}>${info('')}<SignatureValue>${value}</SignatureValue><KeyInfo><X509Data>` +
      `<X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></Signature>`,
  );
}

/** What became of a request. */
export interface Outcome {
  readonly status: number;
  readonly body: string;
  readonly reason: string | undefined;
  readonly identity: unknown;
  readonly input: unknown;
}

/** Sends requests to a server with this option. */
export function sender(
  security: ServerOptions['security'],
  options: ServerOptions = {},
): (body: string, headers?: Record<string, string>) => Promise<Outcome> {
  const events: AnswerEvent[] = [];
  const seen: Pick<Outcome, 'identity' | 'input'>[] = [];
  const server = school(
    { security, onAnswer: (event) => void events.push(event), ...options },
    (given, context: Context) => void seen.push({ identity: context.identity, input: given }),
  );
  return async (body, headers = {}) => {
    const version = body.includes(namespaces.soap12) ? 'soap12' : 'soap11';
    const init = { method: 'POST', headers: { ...types[version], ...headers }, body };
    const answer = await server.fetch(new Request(`http://test${path}`, init));
    const { status } = answer;
    const { reason } = events.splice(0)[0] ?? {};
    const one = seen.splice(0)[0];
    return {
      status,
      body: await answer.text(),
      reason,
      identity: one?.identity,
      input: one?.input,
    };
  };
}

/** A client of a server in the same process. */
export function call(
  server: Server,
  security: ClientOptions['security'],
  options: ClientOptions = {},
): Promise<unknown> {
  const { fetch } = server;
  return createCaller({ baseUrl: 'http://test', fetch, security, ...options }, {}).call(
    AuthCode,
    input,
  );
}
