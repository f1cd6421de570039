// What two answers have in common: status, content type, other headers, and the canonical body.
import { canonicalXml } from './canonical-xml.mjs';

/**
 * Headers ASMX sets on purpose. Not compared: the server's name and version, the connection, and
 * how the length is told.
 */
const comparedHeaders = [
  'content-type',
  'cache-control',
  'content-disposition',
  'set-cookie',
  'expires',
  'pragma',
  'vary',
  'allow',
  'x-custom',
];

/** Canonical form of a body: of its XML where it is XML, also after text a method wrote itself. */
export function canonicalBody(text, contentType, documents) {
  const start = text.indexOf('<?xml');
  if (/\bxml\b/.test(contentType ?? '') || start >= 0) {
    const at = Math.max(0, start);
    const xml = canonicalXml(text.slice(at).trim(), { ignoreIndentation: documents });
    if (xml !== undefined) return `${text.slice(0, at)}\n${xml}`;
  }
  return text;
}

/**
 * Fields in which an answer differs from the recorded one.
 * @param documents whether indentation counts for nothing, as in WSDLs
 * @returns `fields` that differ: `status`, `reason`, `body` or the name of a header; `exact` tells
 *   whether the bodies are equal to the byte
 */
export function compareAnswers(recorded, answer, documents) {
  const fields = [];
  if (recorded.status !== answer.status) fields.push('status');
  else if (recorded.reason !== answer.reason) fields.push('reason');
  for (const name of comparedHeaders) {
    if (recorded.headers[name] !== answer.headers[name]) fields.push(name);
  }
  const exact = recorded.body.equals(answer.body);
  if (!exact) {
    const [left, right] = [recorded, answer].map(({ body, headers }) =>
      canonicalBody(body.toString('utf8'), headers['content-type'], documents),
    );
    if (left !== right) fields.push('body');
  }
  return { fields, exact };
}
