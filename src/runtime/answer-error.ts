import { AsmxError, type AsmxErrorCode } from './errors.ts';
import type { IncomingAnswer } from './wire.ts';

const longest = 500;

/**
 * The error of an answer that can't be read, with the message found in it: the text of a plain answer, title and
 * headline of an HTML error page.
 *
 * @param text Replaces what the answer says.
 */
export function answerError(
  answer: IncomingAnswer,
  code: Extract<AsmxErrorCode, 'http-status' | 'protocol'>,
  text?: string,
): AsmxError {
  const { operation, status } = answer;
  const found = text ?? messageOf(answer);
  const message =
    code === 'http-status'
      ? `The server answered with status ${status}${found === '' ? '.' : `: ${found}`}`
      : found;
  return new AsmxError(code, message, {
    operation: `${operation.service}.${operation.name}`,
    raw: answer.raw(),
  });
}

/** What an error answer says to a person. */
function messageOf(answer: IncomingAnswer): string {
  const text = answer.text.slice(0, 65536);
  const html = /html/i.test(answer.contentType) || /^\s*<(?:!doctype html|html)/i.test(text);
  if (html) {
    const title = plain(between(text, '<title', '</title>'));
    const headline = plain(between(text, '<h2', '</h2>'));
    return [...new Set([title, headline])].filter((part) => part !== '').join(': ');
  }
  if (text.trimStart().startsWith('<')) return '';
  return clip(decodeEntities(text).trim());
}

/** What stands between the end of the tag that starts with `open` and `close`, letter case apart. */
function between(text: string, open: string, close: string): string {
  const lower = text.toLowerCase();
  const from = lower.indexOf('>', Math.max(0, lower.indexOf(open)));
  if (!lower.includes(open) || from < 0) return '';
  const to = lower.indexOf(close, from);
  return to < 0 ? '' : text.slice(from + 1, to);
}

function plain(html: string): string {
  return clip(
    decodeEntities(html.replaceAll(/<[^<>]*>/g, ''))
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

function clip(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#([0-9]{1,6})|([a-z]{2,4}));/g,
    (whole, code?: string, name?: string) =>
      code !== undefined ? String.fromCodePoint(Number(code)) : (entities[name ?? ''] ?? whole),
  );
}
