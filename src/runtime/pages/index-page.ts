import type { DocumentAnswer } from '../server/documentation.ts';
import { encodeQueryValue } from '../text/path.ts';
import { addQuery } from '../text/query.ts';
import type { OperationDocs, ServiceDocs } from './data.ts';
import { filterField, filterScript } from './filter.ts';
import { type Html, html } from './html.ts';
import { descriptionMarkup, pageAnswer } from './html-page.ts';
import { type Location, linkAddress } from './location.ts';

/** Address of an operation's page, below the service's. */
function operationLink(path: string, operation: OperationDocs): string {
  return addQuery(path, `op=${encodeQueryValue(operation.name)}`);
}

function signature({ signature: text }: OperationDocs): Html | undefined {
  return text === undefined ? undefined : html`<code class="soft">${text}</code>`;
}

/** Operations sorted by name, by code unit. */
function sortedOperations({ operations }: ServiceDocs): readonly OperationDocs[] {
  return [...operations].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Help page of a service: its description and operations. */
export function indexPage(service: ServiceDocs, location: Location, wsdl: boolean): DocumentAnswer {
  const path = linkAddress(location.prefix + service.path);
  const description = wsdl
    ? html`For a formal definition, please review the \
<a href="${addQuery(path, 'WSDL')}">Service Description</a>.`
    : undefined;
  const filter = filterField(service.operations.length);
  return pageAnswer({
    title: `${service.name} Web Service`,
    crumbs: [{ title: 'Services', href: `${location.prefix}/` }, { title: service.name }],
    discovery: wsdl ? addQuery(path, 'disco') : undefined,
    script: filter && filterScript,
    content: html`<h1>${service.name}</h1>
${descriptionMarkup(service.description)}
<p>The following operations are supported.  ${description}</p>
${filter}
<ul class="entries" id="entries">
${sortedOperations(service).map(
  (one) => html`<li><a class="entry" href="${operationLink(path, one)}">${one.name}</a>\
${signature(one)}
${descriptionMarkup(one.description)}</li>
`,
)}</ul>
${service.namespace === 'http://tempuri.org/' && temporaryNamespace}`,
  });
}

/** List of all services, at the root. */
export function rootPage(
  services: readonly ServiceDocs[],
  location: Location,
  wsdl: boolean,
): DocumentAnswer {
  const filter = filterField(services.reduce((sum, one) => sum + one.operations.length, 0));
  return pageAnswer({
    title: 'Web Services',
    crumbs: [{ title: 'Services' }],
    script: filter && filterScript,
    content: html`<h1>Web Services</h1>
<p>${services.length} ${services.length === 1 ? 'service is' : 'services are'} available at \
<code>${location.base}</code>.</p>
${filter}
<ul class="entries" id="entries">
${services.map((one) => serviceEntry(one, location, wsdl))}</ul>`,
  });
}

function serviceEntry(service: ServiceDocs, location: Location, wsdl: boolean): Html {
  const path = linkAddress(location.prefix + service.path);
  return html`<li><a class="entry" href="${path}">${service.name}</a>
${descriptionMarkup(service.description)}
<ul class="links" aria-label="Operations of ${service.name}">${sortedOperations(service).map(
    (one) => html`<li><a href="${operationLink(path, one)}">${one.name}</a>${signature(one)}</li>`,
  )}${
    wsdl &&
    html`<li><a href="${addQuery(path, 'WSDL')}" aria-label="WSDL of ${service.name}">WSDL</a></li>`
  }</ul></li>
`;
}

/** ASMX's note about its own default namespace. */
const temporaryNamespace: Html = html`<aside class="note" aria-labelledby="namespace">
<p id="namespace"><strong>This web service is using http://tempuri.org/ as its default \
namespace.</strong></p>
<p>Recommendation: Change the default namespace before the XML Web service is made public.</p>
<details><summary>Why, and how</summary>
<p>Clients tell services apart by their XML namespace, so a published service needs one that \
no one else uses. http://tempuri.org/ is meant for
services under development. A good namespace starts with a domain name you control; it need not \
lead to a page on the Web.
Changing it changes every message: clients have to be updated with it.</p>
<h3>Contract (YAML)</h3>
<pre tabindex="0">namespace: http://example.com/webservices/</pre>
<h3>C#</h3>
<pre tabindex="0">[WebService(Namespace="http://example.com/webservices/")]
public class MyWebService {
    // implementation
}</pre>
<h3>Visual Basic</h3>
<pre tabindex="0">&lt;WebService(Namespace:="http://example.com/webservices/")&gt; Public Class \
MyWebService
    ' implementation
End Class</pre>
<h3>C++</h3>
<pre tabindex="0">[WebService(Namespace="http://example.com/webservices/")]
public ref class MyWebService {
    // implementation
};</pre>
</details>
</aside>`;
