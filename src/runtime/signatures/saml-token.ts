import { createSecretKey, type KeyObject } from 'node:crypto';
import { joinSecurityHeaders } from '../client/credentials.ts';
import { type SoapSecurity, securityOf, setHeaders } from '../client/request.ts';
import { createTransport } from '../client/transport.ts';
import { AsmxError, messageOf } from '../operation/descriptor.ts';
import { wsseNamespace } from '../operation/soap.ts';
import { byteLength } from '../platform/globals.ts';
import { escapeText } from '../xml/writer.ts';
import { attributeOf, idIn, readTree, samlVersions } from './message.ts';
import { secure } from './message-security.ts';
import {
  type CarriedToken,
  readSettings,
  readTokenSettings,
  type SignerSettings,
  type SigningSettings,
} from './rules.ts';

/** How a message shows that its sender may use an assertion (SAML Token Profile 1.1, 3.5). */
export type SamlConfirmation = 'bearer' | 'holder-of-key' | 'sender-vouches';

/**
 * A security object of a client, such as `usernameToken(…)`: of this runtime, of a vendored one,
 * or of the `soap` package.
 */
export interface ClientCredentials {
  addHeaders?(headers: Record<string, string>): void;
  addOptions?(options: Record<string, unknown>): void;
  toXML?(): string;
  postProcess?(xml: string, envelopeKey: string): string;
  createTransport?(options: never): unknown;
  receive?(call: never): unknown;
}

/** What carries a token: a security object for clients of this and of vendored runtimes. */
export interface TokenSecurity {
  /** Says that the envelope is changed, later. */
  postProcess(xml: string): string;
  /** Puts the token into each message before it is sent. */
  createTransport(
    options: object,
  ): (request: unknown, clock: unknown, receiver: unknown) => Promise<never>;
}

/** How an assertion is sent. Settings of a signer count unless the assertion is sent as bearer. */
export interface SamlTokenSettings extends Partial<Omit<SignerSettings, 'key'>> {
  /**
   * `bearer` only carries it; `holder-of-key` signs with the key that the assertion confirms, `key`
   * or `secret`; `sender-vouches` signs assertion and message with `key` and `cert` of the client.
   * Default `bearer`.
   */
  readonly confirmation?: SamlConfirmation | undefined;
  /** The private key that signs, in PEM or as an object of node:crypto. */
  readonly key?: SignerSettings['key'] | undefined;
  /** The shared secret that signs, for `holder-of-key`: bytes of the key, at least 16. */
  readonly secret?: Uint8Array | undefined;
}

/**
 * Sends an assertion of SAML 1.1 or 2.0 with each call (SAML Token Profile 1.1); for the option
 * `security` of a client. It is put into the Security header after all else is written, beside what
 * other objects have there; with `usernameToken` and headers of WS-Addressing, which are signed,
 * too. A function is asked for each call, and again if an interceptor repeats one.
 *
 * @throws TypeError a key is missing or cannot be read, or the certificate is not that of the key
 * @throws RangeError `timestamp` is not more than 0, or an algorithm or reference is unknown
 */
export function samlToken(
  assertion: string | (() => string | PromiseLike<string>),
  settings: SamlTokenSettings = {},
): TokenSecurity {
  const read = readConfirmation(settings);
  const isSigned = settings.confirmation === 'sender-vouches';
  const given = typeof assertion === 'string' ? () => assertion : assertion;
  return carrying(async () => withToken(read, { ...assertionOf(await given()), isSigned }));
}

function readConfirmation({ secret, ...settings }: SamlTokenSettings): SigningSettings {
  const { confirmation = 'bearer', key, ...others } = settings;
  const { cert, timestamp = false } = others;
  switch (confirmation) {
    case 'bearer':
      return readTokenSettings({ ...others, timestamp });
    case 'holder-of-key': {
      const proof = secret === undefined ? key : secretOf(secret);
      if (proof !== undefined) return readTokenSettings({ ...others, key: proof });
      throw new TypeError('holder-of-key needs the key or the secret of the assertion.');
    }
    case 'sender-vouches':
      if (key !== undefined && cert !== undefined) return readSettings({ ...others, key, cert });
      throw new TypeError('sender-vouches needs key and cert, with which the client signs.');
    default:
      throw new RangeError(
        `The confirmation '${String(confirmation)}' is unknown; known: bearer, holder-of-key, ` +
          'sender-vouches.',
      );
  }
}

/** The key of an HMAC. */
export function secretOf(secret: Uint8Array): KeyObject {
  if (secret.length < 16) throw new TypeError('The secret is shorter than 16 bytes.');
  return createSecretKey(secret);
}

/** Settings of a message that carries a token, and refers to it if its key signs. */
export function withToken(settings: SigningSettings, token: CarriedToken): SigningSettings {
  if (token.isSigned) return { ...settings, token };
  return { ...settings, token, keyInfo: () => ({ token: '', content: token.reference }) };
}

/**
 * Reads an assertion as far as it has to be referred to.
 *
 * @throws AsmxError encode: it is not well-formed, or no assertion of SAML 1.1 or 2.0
 */
export function assertionOf(
  given: unknown,
): Omit<CarriedToken, 'isSigned'> & { readonly id: string } {
  const text = typeof given === 'string' ? given.replace(/^\s*(?:<\?xml\s[^>]*\?>\s*)?/, '') : '';
  try {
    const { root } = readTree(text);
    const version = samlVersions.find(({ namespace }) => namespace === root.name.namespace);
    const id = version && attributeOf(root, version.id);
    const isRight = root.name.local === 'Assertion' && idIn(`#${id ?? ''}`) !== undefined;
    if (version === undefined || id === undefined || !isRight) {
      throw new Error('it is no assertion of SAML 1.1 or 2.0 with an ID');
    }
    const type = `xmlns:wsse11="${wsse11}" wsse11:TokenType="${version.tokenType}"`;
    const reference =
      `<wsse:SecurityTokenReference xmlns:wsse="${wsseNamespace}" ${type}>` +
      `<wsse:KeyIdentifier ValueType="${version.reference}">${escapeText(id)}` +
      '</wsse:KeyIdentifier></wsse:SecurityTokenReference>';
    return { xml: text.slice(root.start).trimEnd(), id, reference };
  } catch (cause) {
    // the cause may quote the assertion
    throw new AsmxError(
      'encode',
      `The assertion cannot be sent: ${messageOf(cause).slice(0, 200)}.`,
    );
  }
}

const wsse11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd';

/**
 * A security object that puts a token into each message on its way to the connection, since it may
 * have to ask for the token first.
 */
export function carrying(source: () => Promise<SigningSettings>): TokenSecurity {
  joinSecurityHeaders();
  const security: SoapSecurity = {
    // The envelope will be changed: it has a header, is sent over SOAP, and keeps its bytes.
    postProcess: (xml) => xml,
    createTransport(options) {
      const others = securityOf(options).filter((one) => one !== security);
      const transport = createTransport({ ...options, security: others });
      return async (request, clock, receiver) => {
        if (typeof request.body !== 'string' || request.rest !== undefined) {
          const message = 'A message with attachments or streams cannot carry a token.';
          throw new AsmxError('encode', message);
        }
        const body = secure(request.body, await clock.run(source));
        const headers = { ...request.headers };
        setHeaders(headers, { 'Content-Length': String(byteLength(body)) });
        return transport({ ...request, headers, body }, clock, receiver);
      };
    },
  };
  return security as TokenSecurity;
}
