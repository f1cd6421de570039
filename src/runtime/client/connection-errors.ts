import { AsmxError, messageOf, propertyOf, type RawAnswer } from '../operation/descriptor.ts';
import { decodeUtf8, platform } from '../platform/globals.ts';
import { hasNodeHttp, nodeCrypto } from '../platform/node.ts';
import { entities } from '../xml/tag.ts';
import {
  clip,
  headerValue,
  isWebPage,
  redirectText,
  shown,
  type TextAnswer,
  useIt,
} from './answer.ts';

/** Length of what others say in an error: of a proxy, its whole answer may be part of it. */
const longest = 500;

const unknownFate = 'The service may have handled the call; it was not sent again.';

/** A request of node:http that has no answer. */
export interface LostRequest {
  readonly url: string;
  /** TLS settings of the client. */
  readonly tls: TlsMaterial | undefined;
  /** Largest head of an answer in bytes. */
  readonly maxHeaderBytes: number;
  /** Whether part of it may have been sent before the connection was lost. */
  readonly mayHaveArrived: boolean;
}

/** The error for a request of node:http without an answer. */
export function transportError(cause: Error, lost: LostRequest): AsmxError {
  const isTooLarge = propertyOf(cause, 'code') === 'HPE_HEADER_OVERFLOW';
  if (isTooLarge) return headersTooLarge(lost.maxHeaderBytes, cause);
  const message = transportMessage(cause, lost);
  return new AsmxError('transport', message, { cause: printable(cause) });
}

/**
 * The error for a request that node:http refuses: the agent is for another scheme, or TLS cannot
 * use its settings.
 */
export function refusedRequest(error: unknown, { url, tls = {} }: LostRequest): unknown {
  const { host, protocol } = new platform.URL(url);
  const cause = printable(error);
  // Node alone finds out: agents of packages may serve both schemes.
  if (propertyOf(error, 'code') === 'ERR_INVALID_PROTOCOL') {
    const what = `The option agent is not for ${protocol} addresses.`;
    const message = `${what} Give an Agent of node:${protocol.slice(0, -1)}.`;
    return new AsmxError('transport', message, { cause });
  }
  if (protocol === 'http:') return error;
  const message = `No connection to ${host}: ${keyProblem(tls, error)}.`;
  return new AsmxError('transport', message, { cause });
}

/** The error for a request of `fetch` without an answer. */
export function fetchError(error: unknown, host: string): AsmxError {
  const cause = printable(error);
  if (fetchCode(error) === 'UND_ERR_HEADERS_OVERFLOW') return headersTooLarge(undefined, cause);
  return new AsmxError('transport', `No answer from ${host}: ${fetchReason(error)}`, { cause });
}

/** Fetch of Node and the soap package have the reason as cause. */
function fetchCode(error: unknown): string {
  return String(propertyOf(propertyOf(error, 'cause') ?? error, 'code'));
}

function fetchReason(error: unknown): string {
  const cause = propertyOf(error, 'cause');
  const failure = tlsFailure(cause ?? error) ?? tlsFailure(error);
  if (failure !== undefined) {
    const helps = failure.remedy === 'trust' && hasNodeHttp();
    const help = helps ? ' Node trusts the authorities in the file of NODE_EXTRA_CA_CERTS.' : '';
    return `${failure.words}.${help}`;
  }
  const message = messageOf(error);
  const inner = propertyOf(cause, 'message');
  if (inner === undefined || inner === '') return message;
  const isBroken = /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(fetchCode(error));
  const fate = isBroken ? `. ${unknownFate}` : '';
  return `${message}: ${String(inner)}${fate}`;
}

/** The error for an answer whose headers exceed their limit. */
function headersTooLarge(limit: number | undefined, cause: unknown): AsmxError {
  const most = limit === undefined ? 'allowed' : `${limit} bytes`;
  const help = limit === undefined ? '' : ' The option maxHeaderBytes sets another limit.';
  const message = `The headers of the answer are longer than ${most}.${help}`;
  return new AsmxError('too-large', message, { cause });
}

function transportMessage(error: Error, lost: LostRequest): string {
  const { host, protocol, port } = new platform.URL(lost.url);
  const code = propertyOf(error, 'code');
  if (code === 'ECONNREFUSED') {
    const by = otherAddress(error, port || (protocol === 'https:' ? '443' : '80'));
    return `No connection to ${host}: ${by === '' ? 'it was refused' : `${by} refused it`}.`;
  }
  const start = `No answer from ${host}: `;
  const failure = protocol === 'https:' ? tlsFailure(error) : undefined;
  if (failure !== undefined) return `${start}${failure.words}. ${tlsHelp(failure, lost)}`.trim();
  if (typeof code === 'string' && code.startsWith('HPE_')) {
    return `${start}${brokenHttp(error, protocol)}`;
  }
  const message = start + (shown(error.message, longest) || String(code));
  const { pfx, cert = pfx } = lost.tls ?? {};
  const refuses = code === 'ECONNRESET' && protocol === 'https:' && cert !== undefined;
  const guess = refuses ? '. It may refuse the certificate of the client' : '';
  return lost.mayHaveArrived ? `${message}${guess}. ${unknownFate}` : message + guess;
}

/** What to do about a failure of TLS, or what is wrong with what was given against it. */
function tlsHelp({ remedy }: TlsFailure, { tls: given = {} }: LostRequest): string {
  const { ca, cert, key, passphrase, pfx } = given;
  const problem =
    (remedy === 'trust' ? keyProblem({ ca }) : undefined) ??
    (remedy === 'sign-in' ? keyProblem({ cert, key, passphrase, pfx }) : undefined);
  if (problem !== undefined) return `But ${problem}.`;
  return remedy === undefined ? '' : remedies[remedy];
}

const remedies: Readonly<Record<TlsRemedy, string>> = {
  trust: 'If it is the right one, give that of its authority as tls: { ca }.',
  'sign-in': 'Give one that it knows as security: clientCertificate({ key, cert }).',
  rename: 'Use a name of the certificate in the address, or give it as tls: { servername }.',
  plain: 'Try the address with http:.',
  old: "Allow what is old with tls: { minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }.",
  renegotiate: 'Allow that with tls: { secureOptions: 4 }, which is SSL_OP_LEGACY_SERVER_CONNECT.',
};

/** Violations of HTTP that Node accepts with --insecure-http-parser, by its words for them. */
const tolerated = new RegExp(
  "expected CR after (?:response line|header value)|can't be present with|Invalid HTTP version|" +
    'Invalid header value char|whitespace after header value',
);
/** Others that it accepts with it, by its words and what it stopped at. */
const toleratedBefore = /chunk size\n *(?:\r\n|;)|chunk data\n[0-9a-f]+ *(?:\r\n|;)/i;

/** What is wrong with an answer that node:http cannot read. */
function brokenHttp(error: Error, protocol: string): string {
  const packet = propertyOf(error, 'rawPacket');
  const bytes = packet instanceof Uint8Array ? packet : new Uint8Array(0);
  const [first, second] = bytes;
  // an alert or a handshake of TLS (RFC 8446, section 5.1)
  if (protocol === 'http:' && (first === 21 || first === 22) && second === 3) {
    return 'it speaks TLS. Try the address with https:.';
  }
  const at = Number(propertyOf(error, 'bytesParsed') ?? 0);
  const next = String.fromCharCode(...bytes.subarray(at, at + 40));
  const reason = `${shown(error.message, longest)}. It breaks the rules of HTTP.`;
  const helps = tolerated.test(reason) || toleratedBefore.test(`${error.message}\n${next}`);
  return helps
    ? `${reason} If the service cannot be mended, run Node with --insecure-http-parser.`
    : reason;
}

/** Who refused a connection, if its port is not that of the service; otherwise empty. */
function otherAddress(error: Error, own: string): string {
  // of a name with several addresses, the first one
  const [first = error] = (propertyOf(error, 'errors') ?? []) as readonly unknown[];
  const port = propertyOf(first, 'port');
  if (port === undefined || String(port) === own) return '';
  return `${String(propertyOf(first, 'address'))}:${String(port)}, perhaps a proxy,`;
}

/**
 * What helps against a failure of TLS: to trust an authority, to show a certificate of the client,
 * to use another name, to speak HTTP, to allow what is old, or old renegotiation.
 */
export type TlsRemedy = 'trust' | 'sign-in' | 'rename' | 'plain' | 'old' | 'renegotiate';

/** A failure of TLS in words. */
export interface TlsFailure {
  /** A clause about the server, which begins with `it` or `its certificate`. */
  readonly words: string;
  /** What helps, if anything on this side does. */
  readonly remedy?: TlsRemedy | undefined;
}

/** By Node's code and OpenSSL's reason, in lower case and with blanks; the first one counts. */
const failures: readonly (readonly [pattern: RegExp, words: string, remedy?: TlsRemedy])[] = [
  [/depth zero self signed/, 'its certificate is not trusted: it is self-signed', 'trust'],
  [
    /self signed|unable to (?:verify|get issuer)|cert untrusted/,
    'its certificate is not trusted: its authority is not known here, or one between is missing',
    'trust',
  ],
  [/cert has expired/, 'its certificate has expired, or the clock here is wrong'],
  [/cert not yet valid/, 'its certificate is not valid yet, or the clock here is wrong'],
  [/altname invalid|hostname mismatch/, 'its certificate is for other names', 'rename'],
  [/invalid purpose/, 'its certificate is not for servers'],
  [/cert revoked/, 'its certificate was revoked'],
  [/wrong version number|packet length too long/, 'it does not speak TLS', 'plain'],
  [/protocol version|unsupported protocol/, 'it speaks no version of TLS that is allowed', 'old'],
  [/no protocols available/, 'it was not asked: minVersion and maxVersion leave no version of TLS'],
  [/certificate required/, 'it wants a certificate of the client', 'sign-in'],
  [
    /alert handshake failure/,
    'it refuses the handshake: it wants a certificate of the client, or other ciphers',
    'sign-in',
  ],
  // alerts about the client's certificate (RFC 8446, section 6.2)
  [
    /alert (?:no|bad|unsupported) certificate|alert certificate|alert unknown ca|access denied/,
    'it refuses the certificate of the client',
    'sign-in',
  ],
  [/insufficient security|no shared cipher/, 'it wants ciphers that are not allowed', 'old'],
  [/legacy renegotiation/, 'it knows no secure renegotiation', 'renegotiate'],
  [
    /too (?:small|weak)|legacy sigalg|wrong signature type/,
    'it has a weaker key or signature than is allowed',
    'old',
  ],
  [/unrecognized name/, 'it does not know the name by which it was called', 'rename'],
  [
    /before secure tls connection/,
    'it closed the connection during the TLS handshake: it speaks no TLS or another version, or ' +
      'refuses the certificate of the client',
  ],
];

/** An error of OpenSSL: numbers, library, function, reason, and a place in its source. */
const openSsl =
  /(?:\w+ EPROTO )?(?:[0-9A-F]+:)?error:[0-9A-F]+:[^:\n]*:[^:\n]*:([^:\n]*)(?::[^\n]*)?\n?/;
/** Codes of Node for certificates that are refused. */
const refused = /^(?:CERT_|CRL_|UNABLE_TO_|ERROR_IN_|INVALID_CA$|PATH_LENGTH|UNSPECIFIED$)/;

/** The reason in an error of OpenSSL, without its numbers and the places in its source. */
function plainReason(message: string): string {
  const [, reason] = openSsl.exec(message) ?? [];
  if (reason === undefined) return message;
  return reason.startsWith('reason(') ? 'it gives no reason' : reason;
}

/** An error that can be printed, with its causes: without places in the source of OpenSSL. */
export function printable(error: unknown): unknown {
  const inner = propertyOf(error, 'cause');
  const cause = inner === undefined ? undefined : printable(inner);
  const message = messageOf(error);
  if (cause === inner && !openSsl.test(message)) return error;
  const copy = new Error(plainReason(message));
  // no enumerable property, as the cause that an error is created with
  if (cause !== undefined) Object.defineProperty(copy, 'cause', { value: cause });
  return Object.assign(copy, { code: propertyOf(error, 'code') });
}

/** Why a connection over TLS failed; `undefined` if TLS is not the reason. */
export function tlsFailure(error: unknown): TlsFailure | undefined {
  const message = messageOf(error);
  const code = String(propertyOf(error, 'code') ?? '');
  const reason = plainReason(message);
  const text = `${code} ${reason}`.toLowerCase().replace(/_/g, ' ');
  const found = failures.find(([pattern]) => pattern.test(text));
  if (found !== undefined) {
    const [, words, remedy] = found;
    const [, alert] = / alert (.*(?:cert|ca\b).*)/.exec(text) ?? [];
    const more = alert === undefined || remedy !== 'sign-in' ? '' : ` (${alert})`;
    return { words: (remedy === 'rename' ? certifiedNames(error) : '') || words + more, remedy };
  }
  if (/^(?:EPROTO|ERR_SSL_)/.test(code) || openSsl.test(message)) {
    return { words: `it fails at TLS (${reason})` };
  }
  return refused.test(code) ? { words: `its certificate is refused (${reason})` } : undefined;
}

/** The names in the certificate of an error; empty if they are not known. */
function certifiedNames(error: unknown): string {
  const names = String(propertyOf(propertyOf(error, 'cert'), 'subjectaltname') ?? '')
    .split(', ')
    .flatMap((name): string | [] => /^(?:DNS|IP Address):([!-~]+)$/.exec(name)?.[1] ?? []);
  const asked = propertyOf(error, 'host');
  if (names.length === 0 || typeof asked !== 'string') return '';
  const more = names.length > 5 ? ', …' : '';
  return `its certificate is for ${names.slice(0, 5).join(', ')}${more}, not for ${asked}`;
}

/** Keys and certificates, as options of `tls.connect`. */
type TlsMaterial = Readonly<Record<string, unknown>>;
/** How an option is called where it was given, such as `--key`. */
type NameOf = (option: 'cert' | 'key' | 'ca' | 'pfx' | 'passphrase') => string;
type Words = (name: NameOf, given: TlsMaterial) => string;

const encrypted =
  (what: 'key' | 'pfx'): Words =>
  (name, { passphrase }) =>
    passphrase === undefined
      ? `${name(what)} is encrypted: give ${name('passphrase')}`
      : `${name('passphrase')} does not open ${name(what)}`;

/** What OpenSSL says of keys and certificates that it cannot use; the first one counts. */
const problems: readonly (readonly [pattern: RegExp, words: Words])[] = [
  [/values mismatch|type mismatch/, (name) => `${name('key')} is not the key of ${name('cert')}`],
  [
    /unsupported pkcs12/,
    (name) => `${name('pfx')} is encrypted in a way that OpenSSL no longer reads: write it anew`,
  ],
  [/private key from pfx/, (name) => `${name('pfx')} has no private key`],
  [/mac verify|pkcs12/, encrypted('pfx')],
  [/decrypt|interrupted|passphrase required/, encrypted('key')],
  [/not enough data|wrong tag|too long/, (name) => `${name('pfx')} is no PKCS #12, or damaged`],
  [
    /too (?:small|weak)/,
    (name) => `${name('cert')} or its key is weaker than OpenSSL allows: make a new one`,
  ],
  [/decoder|unsupported/, (name) => `${name('key')} is damaged, or of a kind that is not known`],
  [/no cipher match/, () => 'the ciphers are not known'],
];

/**
 * What is wrong with keys and certificates, as a clause; `undefined` if nothing is known to be.
 *
 * @param cause What TLS says of them. Without it, they are looked at, and whether they are a pair.
 */
export function keyProblem(
  given: TlsMaterial,
  cause?: unknown,
  name: NameOf = (option) => `the option ${option}`,
): string | undefined {
  for (const option of ['cert', 'key', 'ca', 'pfx'] as const) {
    for (const one of [given[option] ?? []].flat()) {
      const problem = materialProblem(option, one);
      if (problem !== undefined) return `${name(option)} ${problem}`;
    }
  }
  if (cause === undefined) return pairProblem(given, name);
  const message = messageOf(cause);
  const told = `${String(propertyOf(cause, 'library') ?? '')} ${message}`.toLowerCase();
  const [, words] = problems.find(([pattern]) => pattern.test(told)) ?? [];
  // What Node received may hold a password.
  return words?.(name, given) ?? plainReason(message).replace(/ Received .*/s, '');
}

/** What is wrong with a text or bytes that should be PEM, or PKCS #12 for `pfx`. */
function materialProblem(option: string, one: unknown): string | undefined {
  const text = textOf(propertyOf(one, 'pem') ?? propertyOf(one, 'buf') ?? one);
  if (text === undefined) return undefined;
  if (text.trim() === '') return 'is empty';
  const [, label] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(text) ?? [];
  const isBinary = /^0[\x80-\x84\ufffd]/.test(text);
  if (option === 'pfx' && label === undefined && isBinary) return undefined;
  if (option === 'pfx' && label !== undefined) return 'is PEM, not PKCS #12';
  const wanted = option === 'key' ? 'PRIVATE KEY' : 'CERTIFICATE';
  if (text.includes(`${wanted}-----`)) {
    if (!/-----[\r\n]/.test(text)) return 'has no line breaks, or \\n in place of them';
    if (!text.includes('-----END ')) return 'ends too early';
    return option === 'key' || areSound(text) ? undefined : 'is damaged';
  }
  if (label !== undefined) return `is PEM of a ${label}, not of a ${wanted}`;
  if (isBinary) return 'is binary, and not PEM';
  if (/^[^\n]{1,300}\.(?:pem|crt|cer|key|pfx|p12|der)$/i.test(text.trim())) {
    return 'is the name of a file, and not what is in it';
  }
  return option === 'pfx' ? 'is no PKCS #12' : `is no PEM: it lacks -----BEGIN ${wanted}-----`;
}

function textOf(material: unknown): string | undefined {
  if (typeof material === 'string') return material;
  return material instanceof Uint8Array ? decodeUtf8(material) : undefined;
}

/** Whether all certificates in PEM can be read; TLS passes over those that cannot. */
function areSound(pem: string): boolean {
  const crypto = nodeCrypto() as NodeCrypto | undefined;
  try {
    for (const [one] of pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]*-----END/g)) {
      if (crypto !== undefined) new crypto.X509Certificate(`${one} CERTIFICATE-----`);
    }
    return true;
  } catch {
    return false;
  }
}

/** The part of node:crypto that reads keys and certificates. */
interface NodeCrypto {
  createPrivateKey(options: { readonly key: unknown; readonly passphrase: unknown }): object;
  X509Certificate: new (pem: unknown) => { checkPrivateKey(key: object): boolean };
}

/** TLS says nothing of a key of another kind, or of none: it then shows no certificate. */
function pairProblem({ cert, key, passphrase }: TlsMaterial, name: NameOf): string | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (key === undefined) return `${name('cert')} has no key: give ${name('key')}`;
  if (cert === undefined) return `${name('key')} has no certificate: give ${name('cert')}`;
  const crypto = nodeCrypto() as NodeCrypto | undefined;
  if (crypto === undefined || Array.isArray(cert) || Array.isArray(key)) return undefined;
  try {
    const own = crypto.createPrivateKey({ key, passphrase });
    if (new crypto.X509Certificate(cert).checkPrivateKey(own)) return undefined;
    return `${name('key')} is not the key of ${name('cert')}`;
  } catch (error) {
    return keyProblem({ passphrase }, error, name);
  }
}

/**
 * The error for an answer that is not a message: the text of its page, what it is instead, and what
 * to try.
 *
 * @param text Start of the message if the code is `protocol`.
 */
export function explainedError(brief: AsmxError, answer: TextAnswer, text = ''): AsmxError {
  const { code, operation, binding } = brief;
  const raw = answer.raw();
  const { status } = raw;
  const known = { raw, operation, binding };
  const location = headerValue(raw.headers, 'location');
  if (status >= 300 && status < 400 && location !== '') {
    const start = redirectText(status, location, answer.method);
    return new AsmxError(code, `${start} ${useIt}, or set redirect to 'follow'.`, known);
  }
  const start = code === 'protocol' ? text : statusText(answer, raw);
  const more = explain(answer, raw, code === 'protocol');
  const end = more !== '' && /[^.!?]$/.test(start) ? `${start}.` : start;
  return new AsmxError(code, `${end} ${more}`.trim(), known);
}

function statusText(answer: TextAnswer, raw: RawAnswer): string {
  const told = pageMessage(answer);
  const isProxy = raw.status === 407;
  const name = `${isProxy ? 'Proxy' : 'WWW'}-Authenticate`;
  const asked = raw.headers[name.toLowerCase()];
  // What devices say of an error may be there alone.
  const reason = told === '' && raw.statusText ? ` ${shown(raw.statusText, 200)}` : '';
  const more = asked === undefined ? reason : `${reason} (${name}: ${shown(asked, 200)})`;
  const start = `${isProxy ? 'A proxy' : 'The server'} answered with status ${raw.status}${more}`;
  return `${start}${told === '' ? '.' : `: ${told}`}`;
}

const askUrl = 'Is the URL that of the service, such as …/Service.asmx?';
/** What to do about a status. */
const advices: Readonly<Record<number, string>> = {
  401: 'Sign in with the option security.',
  403: 'It refuses this user, or calls from here.',
  404: askUrl,
  405: `It takes no such method there. ${askUrl}`,
  407: 'Give user and password in the address of the proxy.',
  411: 'It wants to know the length of the request, which streams do not have.',
  413: 'The request is longer than it takes.',
  415: 'It does not take the content type, which the option binding changes.',
};

/**
 * Sentences that explain what an answer is if it is not a message, and what to try.
 *
 * @param isSuccess Whether its status was not told yet.
 */
function explain(answer: TextAnswer, { status, headers }: RawAnswer, isSuccess: boolean): string {
  const { text, contentType, secured } = answer;
  const type = contentType === '' ? 'no content type' : `content type ${shown(contentType, 100)}`;
  const kind = isSuccess ? `status ${status}, ${type}` : type;
  const wait = headerValue(headers, 'retry-after');
  const own = status === 401 && secured ? 'It refuses what security sends.' : advices[status];
  const advice = wait === '' ? (own ?? '') : `Retry-After: ${shown(wait, 100)}.`;
  if (text.trim() === '') return `The answer is empty (${kind}). ${isSuccess ? askUrl : advice}`;
  const begins = `It begins: ${shown(text.trimStart(), 200)}`;
  if (!isWebPage(answer)) return isSuccess ? `It has ${kind}. ${begins}` : advice;
  const failed = status === 500 ? 'The log of the server says what failed.' : advice;
  const parts = [`It is a web page (${kind}).`, isSuccess ? askUrl : failed, begins];
  return parts.filter((part) => part !== '').join(' ');
}

/** The readable message of an error answer. */
function pageMessage(answer: TextAnswer): string {
  const text = answer.text.slice(0, 65536);
  if (!isWebPage(answer)) return clip(decodeEntities(text).trim(), longest);
  const parts = ['title', 'h2'].map((name) => elementText(text, name));
  return [...new Set(parts)].filter((part) => part !== '').join(': ');
}

/** The text of the first element of a page with a name. */
function elementText(page: string, name: string): string {
  const [, html = ''] = page.split(new RegExp(`</?${name}(?![^\\s>])[^<>]*>`, 'i'), 2);
  const text = decodeEntities(html.replace(/<[^<>]*>/g, ''));
  return clip(text.replace(/\s+/g, ' ').trim(), longest);
}

/** Decodes the entities of a text; XML stays as it is. */
function decodeEntities(text: string): string {
  if (/^\s*</.test(text)) return text;
  return text.replace(/&(?:#([0-9]{1,6})|([a-z]{2,4}));/g, (whole, code?: string, name = '') => {
    if (code !== undefined) return String.fromCodePoint(Number(code));
    return name === 'nbsp' ? ' ' : (entities.get(name) ?? whole);
  });
}
