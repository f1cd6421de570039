import { AsmxError, type AsmxErrorCode, type RawAnswer } from '../operation/errors.ts';
import type { IncomingAnswer } from '../operation/operation.ts';
import { decodeText, invalidAt, xmlEncoding } from '../text/encoding.ts';
import { charsetOf } from '../text/header.ts';
import type { DeviationSink } from '../xml/deviation.ts';
import { entities } from '../xml/references.ts';
import { positionOf, XmlError } from '../xml/xml-error.ts';
import { withoutUser } from './address.ts';
import { clip, shown } from './call-error.ts';
import { headerValue } from './transport.ts';

/** An answer whose body is text. */
export interface TextAnswer extends IncomingAnswer {
  readonly text: string;
  /** The charset it was decoded from. */
  readonly encoding: string;
}

/** The answer with its body as text. */
export function withText(answer: IncomingAnswer): TextAnswer {
  const { body, charset, contentType } = answer;
  const encoding = xmlEncoding(body, charset ?? charsetOf(contentType));
  return { ...answer, text: decodeText(body, encoding), encoding };
}

/**
 * Checks that the bytes of a message are in its charset (XML 1.0, section 4.3.3). What the
 * operation wrote before it counts if it is text, too.
 *
 * @param start Where the message starts in the text.
 * @throws XmlError they are not, and the reader is not lenient
 */
export function checkBytes(answer: TextAnswer, start: number): void {
  const { operation, body, text, encoding, reader } = answer;
  const { written = 'binary' } = operation;
  const at = invalidAt(text, body, encoding, written === 'binary' ? start : 0);
  if (at >= 0) refuseBytes(notInCharset(encoding).locate(text, at), reader.deviations);
}

/** The error for bytes that are not in a charset. */
export function notInCharset(encoding: string): XmlError {
  const message = `The bytes are not ${encoding}: say in the option 'charset' what they are.`;
  return new XmlError('malformed', message);
}

/** Throws an error that a lenient reader notes instead. */
export function refuseBytes(error: XmlError, deviations: DeviationSink | undefined): void {
  if (deviations?.lenient !== true) throw error;
  deviations.add('', error.message + positionOf(error));
}

/** Length of a server's message quoted in an error. */
const longest = 500;
/** Length of the part of an answer that its error shows. */
const excerpt = 200;

/**
 * The error for an answer that is not a message: the text of its page, what it is instead, and what
 * to try.
 *
 * @param text Start of the message if the code is `protocol`.
 */
export function answerError(
  answer: TextAnswer,
  code: Extract<AsmxErrorCode, 'http-status' | 'protocol'>,
  text = '',
): AsmxError {
  const raw = answer.raw();
  const { status } = raw;
  const location = headerValue(raw.headers, 'location');
  if (status >= 300 && status < 400 && location !== '') {
    const start = redirectText(status, location, answer.method);
    return new AsmxError(code, `${start} ${useIt}, or set redirect to 'follow'.`, { raw });
  }
  const start = code === 'protocol' ? text : statusText(answer, raw);
  const more = status === 407 ? login : explain(answer, status, code === 'protocol');
  const end = more !== '' && /[^.!?]$/.test(start) ? `${start}.` : start;
  return new AsmxError(code, `${end} ${more}`.trim(), { raw });
}

/** What to do about a proxy that asks who one is. */
const login = 'Give user and password in the address of the proxy.';

/** What to do about a redirect. */
export const useIt = "If that is the service's address, give it as endpoint";

/**
 * The message about a redirect. After a GET, its query may repeat the parameters of the call, which
 * are no part of an error.
 */
export function redirectText(status: number, location: string, method: string): string {
  const place = method === 'GET' ? location.replace(/[?#].*/s, '') : location;
  const target = shown(withoutUser(place), longest);
  return `The server answered with status ${status}, a redirect to ${target}.`;
}

function statusText(answer: TextAnswer, raw: RawAnswer): string {
  const told = messageOf(answer);
  const isProxy = raw.status === 407;
  const name = `${isProxy ? 'Proxy' : 'WWW'}-Authenticate`;
  const asked = raw.headers[name.toLowerCase()];
  const scheme = asked === undefined ? '' : ` (${name}: ${shown(asked, excerpt)})`;
  const start = `${isProxy ? 'A proxy' : 'The server'} answered with status ${raw.status}${scheme}`;
  return `${start}${told === '' ? '.' : `: ${told}`}`;
}

/** Whether an answer is a web page, by its content type or its start. */
export function isWebPage({
  contentType,
  text,
}: Pick<TextAnswer, 'contentType' | 'text'>): boolean {
  return /html/i.test(contentType) || startsPage(text);
}

/** Whether a text starts as HTML. */
export function startsPage(text: string): boolean {
  return /^\s*(?:<\?xml[^<>]*\?>\s*)?<(?:!doctype\s+html|html[\s>])/i.test(text);
}

const advice = 'Is the URL that of the service, such as …/Service.asmx?';
/** Statuses of services that were found, and say what they do not like of a request. */
const found: readonly number[] = [400, 403, 407, 413, 415, 429, 503];

/** What to do about a web page in place of a message. */
function pageAdvice(status: number): string {
  if (status === 401) return 'Sign in with the option security. ';
  return found.includes(status) ? '' : `${advice} `;
}

/**
 * Sentences that explain what an answer is if it is not a message, and what to try.
 *
 * @param isSuccess Whether its status was not told yet.
 */
function explain(answer: TextAnswer, status: number, isSuccess: boolean): string {
  const { text, contentType } = answer;
  const type = contentType === '' ? 'no content type' : `content type ${shown(contentType, 100)}`;
  const kind = isSuccess ? `status ${status}, ${type}` : type;
  if (text.trim() === '') return `The answer is empty (${kind}). ${isSuccess ? advice : ''}`;
  const begins = `It begins: ${shown(text.trimStart(), excerpt)}`;
  if (isWebPage(answer)) return `It is a web page (${kind}). ${pageAdvice(status)}${begins}`;
  return isSuccess ? `It has ${kind}. ${begins}` : '';
}

/** The readable message of an error answer. */
function messageOf(answer: TextAnswer): string {
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
