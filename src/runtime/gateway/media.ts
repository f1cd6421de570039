import { header, type Incoming } from '../server/incoming.ts';
import { Problem } from './problem.ts';

/** Media types of results; the first is the usual one. */
export const jsonTypes: readonly string[] = ['application/json'];
/** Those of results that can be sent record by record, too. */
export const recordTypes: readonly string[] = [
  ...jsonTypes,
  'application/jsonl',
  'application/x-ndjson',
];

/**
 * The media type that a client prefers (RFC 9110, section 12.5.1).
 *
 * @throws Problem 406: it takes none
 */
export function acceptedType(incoming: Incoming, offered: readonly string[]): string {
  const accept = header(incoming, 'accept');
  const [usual = ''] = offered;
  if (accept === undefined || accept.trim() === '') return usual;
  const ranges = accept.split(',').map(rangeOf);
  let best = '';
  let most = 0;
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > most) [best, most] = [type, quality];
  }
  if (most > 0) return best;
  throw new Problem(406, { detail: `Results are available as ${offered.join(', ')}.` });
}

interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

function rangeOf(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((one) => one.trim().toLowerCase());
  const weight = parameters.find((one) => one.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { range, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality by the most specific range. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const [main] = type.split('/');
  for (const one of [type, `${main}/*`, '*/*']) {
    const found = ranges.filter(({ range }) => range === one);
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality));
  }
  return 0;
}

const json = /^application\/(?:[\w.!#$&^-]+\+)?json$/i;

/**
 * Checks that a body is JSON in UTF-8.
 *
 * @throws Problem 415
 */
export function checkContentType(incoming: Incoming): void {
  const encoding = header(incoming, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const detail = 'The body must not be compressed.';
    throw new Problem(415, { detail }, ['Accept-Encoding', 'identity']);
  }
  const [type = '', ...parameters] = (header(incoming, 'content-type') ?? '')
    .split(';')
    .map((one) => one.trim());
  const charset = parameters.find((one) => /^charset=/i.test(one));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/i.test(charset);
  if (json.test(type) && isUtf8) return;
  const detail = 'The body must be JSON in UTF-8, with Content-Type application/json.';
  throw new Problem(415, { detail }, ['Accept', 'application/json']);
}
