import type { DocumentRequest } from '../server/documentation.ts';
import { addQuery } from '../text/query.ts';
import type { PublishedDocument } from './data.ts';
import { encodeMarkup } from './html.ts';
import { withActions } from './with-actions.ts';

/** Addresses in a published document. */
export interface PublishedAddresses {
  /** Scheme, host, port and prefix before the paths of services. */
  readonly base: string;
  /** That of the service, at which the other documents are. */
  readonly url: string;
}

/**
 * The text of a published document with the addresses of a request.
 *
 * @param access who may call over HTTP GET and POST; ASMX omits their ports unless everyone may
 */
export function publishedText(
  { text }: PublishedDocument,
  { base, url }: PublishedAddresses,
  {
    httpGet = 'everybody',
    httpPost,
    actions,
  }: Pick<DocumentRequest, 'httpGet' | 'httpPost' | 'actions'>,
): string {
  const off = { G: httpGet !== 'everybody', P: httpPost !== 'everybody' };
  const kept = (only: string): boolean => (only !== 'P' && !off.G) || (only !== 'G' && !off.P);
  const [first = '', ...limited] = text.split('\x03');
  const whole = limited.map((part) => {
    const end = part.indexOf('\x04');
    return (kept(part.charAt(0)) ? part.slice(1, end) : '') + part.slice(end + 1);
  });
  const [before = '', ...located] = (first + whole.join('')).split('\x02');
  const linked = located.map((part) =>
    part.replace(/^\w+(?:=\w+)?/, (query) => encodeMarkup(addQuery(url, query))),
  );
  const addressed = (before + linked.join('')).split('\x01').join(encodeMarkup(base));
  return actions === undefined ? addressed : withActions(addressed, actions);
}
