import { type TlsRemedy, tlsFailure } from '../../runtime/client/transport-error.ts';
import { messageOf, propertyOf } from '../../runtime/operation/errors.ts';
import { hasCredentials, type WebAccess } from './access.ts';

/** Why a document could not be fetched: a clause, and what to do about it. */
interface Explanation {
  readonly message: string;
  readonly help?: string | undefined;
}

/** Explains an error of the network. */
export function explained(error: unknown, url: URL, limit: number): Explanation {
  const { host } = url;
  const code = propertyOf(error, 'code');
  const cause = propertyOf(error, 'cause');
  const known = explainedCall(error, host);
  if (known !== undefined) return known;
  if (code === 'too-large') return { message: `it is larger than ${limit} bytes` };
  const reason = propertyOf(cause, 'code');
  if (typeof reason !== 'string')
    return { message: messageOf(code === 'transport' ? cause : error) };
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN') {
    return { message: `there is no host '${host}'` };
  }
  const message = messageOf(cause);
  if (reason === 'ECONNREFUSED') {
    const asked = propertyOf(cause, 'port') ?? portOf(url);
    const isProxy = Number(asked) !== portOf(url);
    const who = isProxy ? 'the proxy' : `'${host}'`;
    return { message: `${who} refuses the connection${isProxy ? `: ${message}` : ''}` };
  }
  if (reason === 'ECONNRESET') return { message: `'${host}' closed the connection` };
  return { message };
}

/**
 * Explains why there was no answer where the client would name its options, which the command line
 * does not have: failures of TLS, and answers that are not HTTP. `undefined` for any other.
 *
 * @param host Default: that in the error.
 */
export function explainedCall(
  error: unknown,
  host: string = hostIn(error),
): Explanation | undefined {
  const cause = propertyOf(error, 'cause');
  if (propertyOf(cause, 'code') === 'HPE_HEADER_OVERFLOW') {
    const message = messageOf(error).replace(/\..*/s, '').replace(/^The/, 'the');
    return { message, help: 'Set NODE_OPTIONS=--max-http-header-size=BYTES for more' };
  }
  const [, reason, more] =
    /Parse Error: (.*)\. It breaks[^.]*\.(.*)$/s.exec(messageOf(error)) ?? [];
  if (reason !== undefined && more !== undefined) {
    const message = `the answer of '${host}' breaks the rules of HTTP: ${reason}`;
    return { message, help: more.trim().replace(/\.$/, '') || undefined };
  }
  if (/ it speaks TLS\./.test(messageOf(error))) {
    return { message: `'${host}' speaks TLS`, help: 'Try the address with https:' };
  }
  const failure = tlsFailure(cause);
  if (failure === undefined) return undefined;
  const { words, remedy } = failure;
  const message = words
    .replace(/^it\b/, `'${host}'`)
    .replace(/^its certificate/, `the certificate of '${host}'`);
  return { message, help: remedy && remedies[remedy] };
}

function hostIn(error: unknown): string {
  return /^No answer from (\S+): /.exec(messageOf(error))?.[1] ?? 'the server';
}

/** What helps against a failure of TLS on the command line. */
const remedies: Readonly<Record<TlsRemedy, string>> = {
  trust: 'Give its certificate authority with --ca FILE',
  'sign-in': 'Give a client certificate with --cert FILE and --key FILE, or with --pfx FILE',
  rename: 'Use a name of the certificate in the address',
  plain: 'Try the address with http:',
  old: 'To allow it, set NODE_OPTIONS="--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0"',
  renegotiate: 'Name an OpenSSL configuration with UnsafeLegacyServerConnect in --openssl-config',
};

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

/** Whether a server wants to know who asks. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

/** An answer that may refuse access. */
interface Refusal {
  readonly status: number;
  /** `WWW-Authenticate`. */
  readonly asked: string;
}

/** What to do about an answer that refuses access; `undefined` for any other. */
export function refusalHelp(
  { status, asked }: Refusal,
  access: WebAccess,
  trusted: boolean,
): string | undefined {
  if (!isRefusal(status)) return undefined;
  const scheme = unsupportedScheme(asked);
  if (scheme !== undefined) {
    return `${notSupported(scheme)} Download it with another program: ${curl(scheme)} -o FILE URL`;
  }
  if (trusted && hasCredentials(access)) return `${refusesGiven}${options}`;
  if (!trusted && hasCredentials(access)) return `What you gave was not sent: ${scope}. ${options}`;
  return options;
}

/** What to do about a call that is refused; `undefined` for any other. */
export function callRefusalHelp({ status, asked }: Refusal, access: WebAccess): string | undefined {
  if (!isRefusal(status)) return undefined;
  const scheme = unsupportedScheme(asked);
  if (scheme === undefined) return `${hasCredentials(access) ? refusesGiven : ''}${options}.`;
  const flags = curl(scheme).replace(/^curl /, '');
  return `${notSupported(scheme)} --curl prints the request for curl; add ${flags} to it.`;
}

/** The scheme that a server asks for, if it is none that can be given. */
function unsupportedScheme(asked: string): 'Digest' | 'Negotiate' | undefined {
  const bare = asked.replace(/"(?:[^"\\]|\\.)*"?/g, '');
  const names = bare
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^[^\s=]+\s*=/.test(one))
    .map((one) => one.replace(/\s.*/s, '').toLowerCase());
  if (names.some((one) => one !== 'digest' && one !== 'negotiate')) return undefined;
  if (names.includes('digest')) return 'Digest';
  return names.length > 0 ? 'Negotiate' : undefined;
}

function notSupported(scheme: string): string {
  return `The server asks for ${scheme}, which is not supported.`;
}

function curl(scheme: 'Digest' | 'Negotiate'): string {
  return scheme === 'Digest' ? 'curl --digest --user NAME' : 'curl --negotiate --user :';
}

const refusesGiven = 'The server refuses what you gave. ';
const scope = 'it goes to the server of the contract, or to the one host that is allowed';
const options =
  "Sign in with --user NAME:PASSWORD (with NTLM: --ntlm --user 'DOMAIN\\NAME:PASSWORD'), " +
  "with --header 'Name: value', or with --cert FILE and --key FILE or --pfx FILE; " +
  'env:NAME reads a value from the environment';
