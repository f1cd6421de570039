import type { OperationDocs, ParameterDocs } from './data.ts';
import { fieldRow } from './field.ts';
import { type Html, html } from './html.ts';
import { bindingTitles, type SampleExchange } from './samples.ts';

/**
 * The test section of an operation: ASMX's plain form, which works without script, inside the
 * try-it panel for all bindings, which the script activates.
 */
export function testSection(
  operation: OperationDocs,
  exchanges: readonly SampleExchange[],
  host: string,
): Html {
  const { http, parameters } = operation;
  const simple =
    parameters !== undefined &&
    (http === undefined || http.parameters.length === parameters.length);
  const fields = formFields(operation, simple);
  const requests = exchanges.map(({ request: { example, ...request } }) => ({
    ...request,
    envelope: simple ? request.envelope : (example ?? request.envelope),
    replaces: http?.replaces === true && request.envelope === undefined,
  }));
  const data = JSON.stringify({
    requests,
    host,
    simple,
    repeated: fields.map((one) => one.repeated === true),
  });
  const plain = plainForm(exchanges);
  const bare = parameters === undefined && http === undefined;
  const panelClass = plain === undefined ? 'panel with-script' : 'panel';
  const hidden = plain === undefined && html` hidden`;
  const action = plain && html` action="${plain.action}"`;
  return html`<section class="test" aria-labelledby="test">
<h2 id="test">Test</h2>
<p class="without-script">${plainHint(plain, bare)}</p>
<p class="with-script" hidden>Choose a protocol, fill in the values and send the request.</p>
<div class="${panelClass}" id="panel" data-requests="${data}"${hidden}>
<form method="${plain?.method ?? 'POST'}"${action} target="_blank" autocomplete="off" novalidate>
<fieldset class="with-script" id="bindings" hidden disabled><legend>Protocol</legend>\
<div class="choices">
${bindingChoices(exchanges, plain)}</div></fieldset>
<div id="values"${fields.length === 0 && html` hidden`}>
<table><thead><tr><th scope="col">Parameter</th><th scope="col">Value</th></tr></thead>
<tbody>
${fields.map(fieldRow)}</tbody></table>
</div>
${requestPart}
<p class="actions"><button type="submit" id="invoke">Invoke</button></p>
</form>
${answerPart}
</div>
</section>`;
}

/** The request as it will be sent, or a body that is edited as a whole. */
const requestPart = html`<div class="with-script" hidden><h3 id="request-title">Request</h3>
<p class="copies" id="request-copies"></p>
<pre id="request" tabindex="0" role="group" aria-labelledby="request-title"></pre>
<div id="raw-part" hidden><label for="raw">Body of the request:</label>
<textarea id="raw" rows="20" spellcheck="false" autocapitalize="off"></textarea></div></div>`;

/** Where the script shows the answer. */
const answerPart = html`<div id="answer-part" hidden>
<h3 id="answer-title">Answer</h3>
<p class="status" id="answer-status" role="status" aria-live="polite"></p>
<pre id="answer-headers" tabindex="0" role="group" aria-label="Headers of the answer"></pre>
<p id="answer-format"><label class="check"><input type="checkbox" id="format" checked> \
Indent XML and JSON</label><span class="copies" id="answer-copies"></span></p>
<pre id="answer-body" tabindex="0" role="group" aria-labelledby="answer-title"></pre>
<p class="soft" id="answer-empty" hidden>The body is empty.</p>
<p><a id="answer-save" download hidden>Save the body</a></p>
</div>
<p class="unseen" id="copied" role="status"></p>`;

function bindingChoices(exchanges: readonly SampleExchange[], plain?: PlainForm): readonly Html[] {
  const first = plain?.binding ?? exchanges[0]?.request.binding;
  return exchanges.map(({ request: { binding } }) => {
    const checked = binding === first && html` checked`;
    return html`<label><input type="radio" name="binding" id="use-${binding}"${checked}> \
${bindingTitles[binding]}</label>
`;
  });
}

/** The test section for remote clients, if only this machine may use HTTP POST. */
export function noTestSection(): Html {
  return html`<section class="test" aria-labelledby="test">
<h2 id="test">Test</h2>
<p>The test form is only available for requests from the local machine.</p>
</section>`;
}

/**
 * Inputs of the form, with the names of HTTP GET and POST and the types of SOAP, which are more
 * precise.
 */
function formFields(
  { http, parameters = [] }: OperationDocs,
  simple: boolean,
): readonly ParameterDocs[] {
  if (http === undefined) return parameters;
  if (!simple) return http.parameters;
  return parameters.map((one, at) => ({ ...one, name: http.parameters[at]?.name ?? one.name }));
}

interface PlainForm {
  readonly binding: 'httpGet' | 'httpPost';
  readonly method: 'GET' | 'POST';
  readonly action: string;
}

/** Target of the plain form: HTTP POST, otherwise GET, otherwise none. */
function plainForm(exchanges: readonly SampleExchange[]): PlainForm | undefined {
  for (const binding of ['httpPost', 'httpGet'] as const) {
    const found = exchanges.find(({ request }) => request.binding === binding);
    if (found !== undefined) {
      return { binding, method: found.request.method, action: found.request.path };
    }
  }
  return undefined;
}

function plainHint(plain: PlainForm | undefined, complex: boolean): string {
  if (plain !== undefined) {
    return (
      `To test the operation using the HTTP ${plain.method} protocol, ` +
      "click the 'Invoke' button."
    );
  }
  return complex
    ? 'The test form is only available for methods with primitive types as parameters.'
    : 'This operation is reachable over SOAP alone; testing it from this page needs JavaScript.';
}
