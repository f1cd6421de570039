import type { DocumentAnswer, DocumentRequest, HttpAccess } from '../server/documentation.ts';
import { addQuery } from '../text/query.ts';
import type { OperationDocs, ServiceDocs } from './data.ts';
import { type Html, html } from './html.ts';
import { descriptionMarkup, pageAnswer } from './html-page.ts';
import { type Location, linkAddress } from './location.ts';
import { noTestSection, testSection } from './panel.ts';
import {
  bindingTitles,
  requestPieces,
  responsePieces,
  type SampleExchange,
  type SamplePiece,
  sampleExchanges,
} from './samples.ts';
import { script } from './script.ts';

/**
 * Help page of an operation: test section, then a sample of each binding.
 *
 * @param name the value of `?op=`; if the service has no such operation, the page says so
 * @param access whether WSDL is served, and whether the client may use HTTP GET and POST
 */
export function operationPage(
  service: ServiceDocs,
  name: string,
  location: Location,
  access: Pick<DocumentRequest, 'wsdl' | 'httpGet' | 'httpPost'>,
): DocumentAnswer {
  const path = linkAddress(location.prefix + service.path);
  const operation = service.operations.find((one) => one.name === name);
  const all = operation === undefined ? [] : sampleExchanges(service, operation, path);
  const accessOf = ({ request: { binding } }: SampleExchange): HttpAccess =>
    (binding === 'httpGet' || binding === 'httpPost' ? access[binding] : undefined) ?? 'everybody';
  const exchanges = all.filter((one) => /everybody|thisMachine/.test(accessOf(one)));
  // Without a binding for a form, ASMX has no form for remote clients.
  const elsewhere =
    all.some((one) => accessOf(one) === 'otherMachine') &&
    !exchanges.some(({ request }) => request.binding.startsWith('http'));
  return pageAnswer({
    title: `${name} - ${service.name} Web Service`,
    crumbs: [
      { title: 'Services', href: `${location.prefix}/` },
      { title: service.name, href: path },
      { title: name },
    ],
    discovery: access.wsdl ? addQuery(path, 'disco') : undefined,
    script: operation === undefined || elsewhere ? undefined : script,
    content: html`<p class="back">Click <a href="${path}">here</a> for a complete list of \
operations.</p>
<h1>${name}</h1>
${
  operation === undefined
    ? html`<p>${service.name} has no operation of this name.</p>`
    : operationContent(operation, exchanges, location, elsewhere)
}`,
  });
}

function operationContent(
  operation: OperationDocs,
  exchanges: readonly SampleExchange[],
  { host }: Location,
  elsewhere: boolean,
): Html {
  return html`${descriptionMarkup(operation.description)}
${exchanges.length > 0 && pageLinks(exchanges)}
${elsewhere ? noTestSection() : testSection(operation, exchanges, host)}
${exchanges.map((one) => sampleSection(one, operation, host))}`;
}

/**
 * Links to the sections of the page, which is long with four bindings. The script shows only the
 * section of the chosen one.
 */
function pageLinks(exchanges: readonly SampleExchange[]): Html {
  return html`<nav class="back without-script" aria-label="On this page"><ul class="links">
<li><a href="#test">Test</a></li>
${exchanges.map(
  ({ request: { binding } }) => html`<li><a href="#${binding}">${bindingTitles[binding]}</a></li>
`,
)}</ul></nav>`;
}

function sampleSection(exchange: SampleExchange, operation: OperationDocs, host: string): Html {
  const { binding } = exchange.request;
  const title = bindingTitles[binding];
  return html`<section data-binding="${binding}">
<h2 id="${binding}">${title}</h2>
<p>The following is a sample ${title} request and response.  The placeholders shown need to be \
replaced with actual values.</p>
<h3>Request</h3>
<pre tabindex="0" role="group" aria-label="${title} request">\
${requestPieces(exchange, operation, host).map(pieceMarkup)}</pre>
<h3>Response</h3>
<pre tabindex="0" role="group" aria-label="${title} response">\
${responsePieces(exchange).map(pieceMarkup)}</pre>
</section>
`;
}

function pieceMarkup({ kind, text }: SamplePiece): string | Html {
  if (kind === 'text') return text;
  return kind === 'value'
    ? html`<var class="value">${text}</var>`
    : html`<span class="key">${text}</span>`;
}
