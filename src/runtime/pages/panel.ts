import type { OperationDocs, ParameterDocs } from './data.ts';
import { type Html, html } from './html.ts';
import { bindingTitles, type SampleExchange } from './samples.ts';

/**
 * The test section of an operation: ASMX's plain form, which works without script, and the try-it
 * panel for all bindings around it, which the script brings to life.
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
  const requests = exchanges.map(({ request }) => ({
    ...request,
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
  return html`<section class="test" aria-labelledby="test">
<h2 id="test">Test</h2>
<p class="without-script">${plainHint(plain, bare)}</p>
<p class="with-script" hidden>Choose a protocol, fill in the values and send the request.</p>
<div class="panel${plain === undefined && ' with-script'}" id="panel" data-requests="${data}"${plain === undefined && html` hidden`}>
<form method="${plain?.method ?? 'POST'}"${plain && html` action="${plain.action}"`} target="_blank" autocomplete="off">
<fieldset class="with-script" id="bindings" hidden disabled><legend>Protocol</legend><div class="choices">
${exchanges.map(({ request: { binding } }) => {
  const checked = binding === (plain?.binding ?? exchanges[0]?.request.binding);
  return html`<label><input type="radio" name="binding" id="use-${binding}"${checked && html` checked`}> ${bindingTitles[binding]}</label>
`;
})}</div></fieldset>
<div id="values"${fields.length === 0 && html` hidden`}>
<table><thead><tr><th scope="col">Parameter</th><th scope="col">Value</th></tr></thead>
<tbody>
${fields.map(fieldRow)}</tbody></table>
</div>
<div class="with-script" hidden><h3 id="request-title">Request</h3>
<pre id="request" tabindex="0" role="group" aria-labelledby="request-title"></pre>
<div id="raw-part" hidden><label for="raw">Body of the request:</label>
<textarea id="raw" rows="20" spellcheck="false" autocapitalize="off"></textarea></div></div>
<p class="actions"><button type="submit" id="invoke">Invoke</button></p>
</form>
<div id="answer-part" hidden>
<h3 id="answer-title">Answer</h3>
<p class="status" id="answer-status" role="status" aria-live="polite"></p>
<pre id="answer-headers" tabindex="0" role="group" aria-label="Headers of the answer"></pre>
<p><label class="check"><input type="checkbox" id="format" checked> Indent XML and JSON</label></p>
<pre id="answer-body" tabindex="0" role="group" aria-labelledby="answer-title"></pre>
<p class="soft" id="answer-empty" hidden>The body is empty.</p>
<p><a id="answer-save" download hidden>Save the body</a></p>
</div>
</div>
</section>`;
}

/**
 * The test section of an operation that takes HTTP POST from this machine alone, for clients
 * elsewhere.
 */
export function noTestSection(): Html {
  return html`<section class="test" aria-labelledby="test">
<h2 id="test">Test</h2>
<p>The test form is only available for requests from the local machine.</p>
</section>`;
}

/**
 * Inputs of the form: named as HTTP GET and POST name them, with the types SOAP gives them, which
 * say more.
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

/** Where the plain form goes: HTTP POST, else GET; nowhere without either. */
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
    return `To test the operation using the HTTP ${plain.method} protocol, click the 'Invoke' button.`;
  }
  return complex
    ? 'The test form is only available for methods with primitive types as parameters.'
    : 'This operation is reachable over SOAP alone; testing it from this page needs JavaScript.';
}

function fieldRow({ name, type, values, repeated }: ParameterDocs, at: number): Html {
  const id = `field-${at}`;
  const list = `values-${at}`;
  const input = repeated
    ? html`<textarea id="${id}" name="${name}" data-field rows="3" spellcheck="false" aria-describedby="type-${at}"></textarea>`
    : html`<input type="text" id="${id}" name="${name}" data-field aria-describedby="type-${at}"${values && html` list="${list}"`} spellcheck="false" autocapitalize="off">`;
  const options =
    values &&
    html`<datalist id="${list}">${values.map((one) => html`<option value="${one}"></option>`)}</datalist>`;
  return html`<tr><td><label for="${id}">${name}:</label> <small id="type-${at}">${type}${repeated && ', one value a line'}</small></td><td>${input}${options}</td></tr>
`;
}
