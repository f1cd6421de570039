import { addQuery, linkPath } from '../forms/query.ts';
import type { BindingName } from '../operation/descriptor.ts';
import type { DocumentAnswer, DocumentRequest, HttpAccess } from '../server/documents.ts';
import { splitTarget } from '../server/request.ts';
import { descriptionMarkup, encodeMarkup, type Html, html, pageAnswer, script } from './html.ts';

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

/**
 * A request as shown in samples and the try-it panel, both of which add Host and Content-Length.
 */
interface SampleRequest {
  readonly binding: BindingName;
  readonly method: 'GET' | 'POST';
  /** Path from the root of the host. With `http:urlReplacement`, it includes `(parameter)`. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The envelope. HTTP bindings have none: their parameters form the query, path or body. */
  readonly envelope?: Sample | undefined;
  /** A valid envelope to start from, if it is edited as a whole. */
  readonly example?: Sample | undefined;
}

/** An answer as shown in samples. */
interface SampleResponse {
  readonly status: string;
  /** Absent if the answer is empty. */
  readonly contentType?: string | undefined;
  readonly body?: Sample | undefined;
}

/** A request and its answer over one binding. */
interface SampleExchange {
  readonly request: SampleRequest;
  readonly response: SampleResponse;
}

const order: readonly BindingName[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** Names of the bindings in headings. */
const bindingTitles: Readonly<Record<BindingName, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};

/**
 * Sample exchanges of an operation over all its bindings, in ASMX's order.
 *
 * @param path path of the service from the root of the host, encoded for a request line
 */
function sampleExchanges(
  service: ServiceDocs,
  operation: OperationDocs,
  path: string,
): readonly SampleExchange[] {
  return order.flatMap((binding) => {
    const exchange =
      binding === 'soap11' || binding === 'soap12'
        ? soapExchange(service, operation, path, binding)
        : httpExchange(operation, path, binding);
    return exchange === undefined ? [] : [exchange];
  });
}

function soapExchange(
  service: ServiceDocs,
  { soap }: OperationDocs,
  path: string,
  binding: SoapVersion,
): SampleExchange | undefined {
  if (!soap?.versions.includes(binding)) return undefined;
  const contentType = soapContentTypes[binding];
  const { namespace } = service;
  const { encoded, example } = soap;
  const read = (sample: SampleOutline): Sample => readSample(service, sample);
  const enveloped = (body: SampleOutline, header: SampleOutline | undefined): Sample =>
    sampleEnvelope(binding, {
      encoded,
      namespace,
      body: read(body),
      header: header === undefined ? undefined : read(header),
    });
  const action = [['SOAPAction', `"${soap.action}"`] as const];
  return {
    request: {
      binding,
      method: 'POST',
      path,
      headers: [['Content-Type', contentType], ...(binding === 'soap11' ? action : [])],
      envelope: enveloped(soap.request, soap.requestHeader),
      example: example === undefined ? undefined : enveloped(example, soap.exampleHeader),
    },
    response:
      soap.response === undefined
        ? { status: '202 Accepted' }
        : {
            status: '200 OK',
            contentType,
            body: enveloped(soap.response, soap.responseHeader),
          },
  };
}

/** A sample split at its placeholders, indented for an envelope. */
function readSample({ shapes }: ServiceDocs, sample: SampleOutline): Sample {
  return typeof sample === 'string'
    ? expandOutline(sample, shapes, 2).split(/[\u27e6\u27e7]/)
    : sample;
}

function httpExchange(
  { http }: OperationDocs,
  path: string,
  binding: 'httpGet' | 'httpPost',
): SampleExchange | undefined {
  if (!http?.bindings.includes(binding)) return undefined;
  const form = [['Content-Type', 'application/x-www-form-urlencoded'] as const];
  const { result } = http;
  return {
    request: {
      binding,
      method: binding === 'httpGet' ? 'GET' : 'POST',
      path: addressBelow(path, http.location),
      headers: binding === 'httpGet' ? [] : form,
    },
    response:
      result === undefined
        ? { status: '200 OK' }
        : {
            status: '200 OK',
            contentType: http.contentType ?? 'text/xml; charset=utf-8',
            body: http.contentType === undefined ? joinSamples([declaration], result) : result,
          },
  };
}

/** A piece of a sample on the page: plain text, a parameter name, or a placeholder. */
interface SamplePiece {
  readonly kind: 'text' | 'key' | 'value';
  readonly text: string;
}

/** The request as it is sent, in pieces to highlight. */
function requestPieces(
  { request }: SampleExchange,
  { http }: OperationDocs,
  host: string,
): readonly SamplePiece[] {
  const { method, headers, envelope, path } = request;
  const pieces: SamplePiece[] = [text(`${method} `)];
  const form = http === undefined || envelope !== undefined ? [] : formPieces(http);
  if (http?.replaces && envelope === undefined) {
    pieces.push(...locationPieces(path, http.parameters));
  } else {
    pieces.push(text(path));
    if (method === 'GET') pieces.push(text(path.includes('?') ? '&' : '?'), ...form);
  }
  pieces.push(text(` HTTP/1.1\nHost: ${host}`));
  if (method === 'GET') return pieces;
  for (const [at, [name, value]] of headers.entries()) {
    pieces.push(text(`\n${name}: ${value}`));
    // ASMX puts the length after the content type
    if (at === 0) pieces.push(text('\nContent-Length: '), { kind: 'value', text: 'length' });
  }
  const body = envelope === undefined ? form : samplePieces(envelope);
  return [...pieces, text('\n\n'), ...body];
}

/** The answer, in pieces to highlight. */
function responsePieces({ response }: SampleExchange): readonly SamplePiece[] {
  const { status, contentType, body } = response;
  const pieces: SamplePiece[] = [text(`HTTP/1.1 ${status}`)];
  if (contentType === undefined || body === undefined) return pieces;
  pieces.push(text(`\nContent-Type: ${contentType}\nContent-Length: `));
  return [...pieces, { kind: 'value', text: 'length' }, text('\n\n'), ...samplePieces(body)];
}

/** A sample text with its placeholders marked. */
function samplePieces(sample: Sample): readonly SamplePiece[] {
  return sample.map((one, at) => ({ kind: at % 2 === 0 ? 'text' : 'value', text: one }));
}

/**
 * `a=string&b=string`. ASMX shows an array's name twice. The parts of these messages are strings,
 * whatever the type.
 */
function formPieces({ parameters }: HttpDocs): readonly SamplePiece[] {
  const shown = parameters.flatMap((one) => (one.repeated ? [one, one] : [one]));
  return shown.flatMap((one, at): SamplePiece[] => [
    ...(at === 0 ? [] : [text('&')]),
    { kind: 'key', text: one.name },
    text('='),
    { kind: 'value', text: one.type },
  ]);
}

/** A path with `(parameter)` in it. */
function locationPieces(
  path: string,
  parameters: readonly ParameterDocs[],
): readonly SamplePiece[] {
  const types = new Map(parameters.map((one) => [`(${one.name})`, one.type]));
  return path.split(/(\([^()]*\))/).map((one) => {
    const type = types.get(one);
    return type === undefined ? text(one) : { kind: 'value', text: type };
  });
}

function text(content: string): SamplePiece {
  return { kind: 'text', text: content };
}

/** An open start tag. */
interface OpenTag {
  readonly name: string;
  readonly depth: number;
  /** Its content so far. */
  content: 'nothing' | 'text' | 'children';
}

/** A shape: lines of an outline with `$1`, `$2` … for its values. */
interface Shape {
  readonly lines: string[];
  values: number;
}

/**
 * The XML text of an outline, indented by two spaces for each level, with LF between lines.
 *
 * An outline has a line for each element, indented by one space for each level: `<` and its start
 * tag, with `>` and its text if it has no attributes; or the word of a shape and its values, of
 * which the last extends to the end of the line. Lines that start with `"` are text, with `|`
 * unchanged markup, and with `+` a further line of either. Shapes come first: `=` and the word,
 * then the lines it stands for. Lines below that of a shape belong to its innermost element.
 *
 * @param shapes shapes shared by several outlines
 * @param depth level of the outermost elements
 */
export function expandOutline(outline: string, shapes: string = '', depth: number = 0): string {
  const text = new MarkupText();
  text.lines(shapes);
  text.lines(outline, depth);
  return text.finish();
}

class MarkupText {
  private text = '';
  private readonly open: OpenTag[] = [];
  private readonly shapes = new Map<string, Shape>();

  /** Writes the lines of an outline, and collects its shapes. */
  lines(outline: string, start: number = 0): void {
    let shape: Shape | undefined;
    // additional depth of elements, compared with the outline, below each line still open
    const offsets: { readonly depth: number; readonly offset: number }[] = [];
    for (const line of outline === '' ? [] : outline.split('\n')) {
      const content = line.trimStart();
      const indent = line.length - content.length;
      if (indent === 0 && line.startsWith('=')) {
        shape = { lines: [], values: 0 };
        this.shapes.set(line.slice(1), shape);
      } else if (shape !== undefined && indent > 0) {
        addLine(shape, line.slice(1));
      } else {
        shape = undefined;
        let above = offsets.pop();
        while (above !== undefined && above.depth >= indent) above = offsets.pop();
        if (above !== undefined) offsets.push(above);
        const depth = indent + (above?.offset ?? start);
        offsets.push({ depth: indent, offset: this.line(content, depth) - indent });
      }
    }
  }

  finish(): string {
    this.close(0);
    return this.text.slice(1);
  }

  /** Writes a line. Returns the depth of its innermost element. */
  private line(content: string, depth: number): number {
    const [word = ''] = content.split(' ', 1);
    const shape = this.shapes.get(word);
    if (shape === undefined) {
      this.markup(content, depth);
      return depth;
    }
    const values = content.split(' ').slice(1);
    const last = values.splice(shape.values - 1).join(' ');
    let inner = depth;
    for (const one of shape.lines) {
      const filled = one.replace(/\$(\d)/g, (_, digit) => values[Number(digit) - 1] ?? last);
      const bare = filled.trimStart();
      inner = this.line(bare, depth + filled.length - bare.length);
    }
    return inner;
  }

  private markup(content: string, depth: number): void {
    const rest = content.slice(1);
    if (content.startsWith('+')) {
      this.text += `\n${rest}`;
      return;
    }
    this.close(depth);
    const parent = this.open[this.open.length - 1];
    if (parent?.content === 'nothing') this.text += '>';
    const isText = content.startsWith('"');
    if (parent !== undefined) parent.content = isText ? 'text' : 'children';
    if (isText) {
      this.text += rest;
      return;
    }
    this.text += `\n${'  '.repeat(depth)}`;
    if (content.startsWith('|')) {
      this.text += rest;
      return;
    }
    this.text += content;
    const name = /^[^ >]*/.exec(rest)?.[0] ?? '';
    const isWhole = rest.charAt(name.length) === '>';
    this.open.push({ name, depth, content: isWhole ? 'text' : 'nothing' });
  }

  /** Closes all elements at a depth or deeper. */
  private close(depth: number): void {
    let one = this.open.pop();
    while (one !== undefined && one.depth >= depth) {
      if (one.content === 'nothing') this.text += ' />';
      else if (one.content === 'text') this.text += `</${one.name}>`;
      else this.text += `\n${'  '.repeat(one.depth)}</${one.name}>`;
      one = this.open.pop();
    }
    if (one !== undefined) this.open.push(one);
  }
}

function addLine(shape: Shape, line: string): void {
  shape.lines.push(line);
  for (const [, digit] of line.matchAll(/\$(\d)/g)) {
    shape.values = Math.max(shape.values, Number(digit));
  }
}

type SoapVersion = 'soap11' | 'soap12';

/** XML declaration of samples, with a line end. */
const declaration: string = '<?xml version="1.0" encoding="utf-8"?>\n';
const encodingStyles = {
  soap11: 'http://schemas.xmlsoap.org/soap/encoding/',
  soap12: 'http://www.w3.org/2003/05/soap-encoding',
} as const;
const envelopes = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const;
/** On the help pages the prefix shows the version; on the wire it is `soap` in both. */
const prefixes = { soap11: 'soap', soap12: 'soap12' } as const;
/** Content types of requests and answers. */
const soapContentTypes: Readonly<Record<SoapVersion, string>> = {
  soap11: 'text/xml; charset=utf-8',
  soap12: 'application/soap+xml; charset=utf-8',
};

/** The content of an envelope. */
interface EnvelopeContent extends Pick<SoapDocs, 'encoded'> {
  /** Namespace of the service. */
  readonly namespace: string;
  readonly body: Sample;
  readonly header: Sample | undefined;
}

/**
 * An envelope around the samples of header and body. Its attributes are in the order of ASMX's
 * samples: xsi, xsd, soap.
 */
function sampleEnvelope(
  version: SoapVersion,
  { encoded: isEncoded, namespace, body, header }: EnvelopeContent,
): Sample {
  const p = prefixes[version];
  const style = encodingStyles[version];
  const tns = encodeMarkup(namespace);
  const types = `${tns}${tns.endsWith('/') ? '' : '/'}encodedTypes`;
  const encoded = isEncoded
    ? ` xmlns:soapenc="${style}" xmlns:tns="${tns}" xmlns:types="${types}"`
    : '';
  const before =
    `${declaration}<${p}:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xmlns:xsd="http://www.w3.org/2001/XMLSchema"${encoded} xmlns:${p}="${envelopes[version]}">\n`;
  const bodyTag = isEncoded ? `${p}:Body ${p}:encodingStyle="${style}"` : `${p}:Body`;
  const end = `\n</${p}:Envelope>`;
  const bodyPart =
    body.length === 1 && body[0] === ''
      ? [`  <${bodyTag} />${end}`]
      : joinSamples([`  <${bodyTag}>\n`], body, [`\n  </${p}:Body>${end}`]);
  const headerPart = header
    ? joinSamples([`  <${p}:Header>\n`], header, [`\n  </${p}:Header>\n`])
    : [''];
  return joinSamples([before], headerPart, bodyPart);
}

/** Concatenates samples. The last text of one and the first of the next are joined. */
function joinSamples(...samples: readonly Sample[]): Sample {
  const joined: string[] = [''];
  for (const sample of samples) {
    joined.push((joined.pop() ?? '') + (sample[0] ?? ''), ...sample.slice(1));
  }
  return joined;
}

/** Types for whose values the script offers a field of the browser beside the text field. */
const controls = new Set(['dateTime', 'date', 'time', 'base64Binary']);

/** Whole numbers that are mostly without a sign, which number keys of telephones may lack. */
const wholeNumber =
  /^(?:unsigned)?(?:byte|short|int|long)$|^(?:integer|nonNegativeInteger|positiveInteger)$/i;
const fraction = /^(?:decimal|float|double)$/;

/** The keys that a telephone shows for a type. */
function inputMode(type: string): string | undefined {
  if (wholeNumber.test(type)) return 'numeric';
  return fraction.test(type) ? 'decimal' : undefined;
}

/** A row of the test form: name and type of a parameter, and its input. */
function fieldRow(parameter: ParameterDocs, at: number): Html {
  const { name, type, repeated } = parameter;
  const id = `field-${at}`;
  const note = html`<small id="type-${at}">${type}${repeated && ', one value a line'}</small>`;
  return html`<tr><td><label for="${id}">${name}:</label> ${note}</td>\
<td>${fieldInput(parameter, at)}</td></tr>
`;
}

/** A list if it has all possible values, otherwise a text field. */
function fieldInput(parameter: ParameterDocs, at: number): Html {
  const { name, type, values, repeated, freeText, preset = '' } = parameter;
  const common = html`id="field-${at}" name="${name}" data-field="" aria-describedby="type-${at}"`;
  if (repeated) return html`<textarea ${common} rows="3" spellcheck="false"></textarea>`;
  if (!freeText && values !== undefined)
    return html`<select ${common}>${options(values, preset)}</select>`;
  if (!freeText && type === 'boolean') {
    const chosen = preset === 'true' || preset === '1' ? 'true' : 'false';
    return html`<select ${common} data-control="boolean">\
${options(['false', 'true'], chosen)}</select>`;
  }
  const list = values && html` list="values-${at}"`;
  const value = preset !== '' && html` value="${preset}"`;
  const control = !freeText && controls.has(type) && html` data-control="${type}"`;
  const mode = freeText ? undefined : inputMode(type);
  const keys = mode && html` inputmode="${mode}"`;
  const input = html`<input type="text" ${common}${control}${keys}${list}${value} \
spellcheck="false" autocapitalize="off">`;
  return values === undefined
    ? input
    : html`${input}<datalist id="values-${at}">${options(values, '')}</datalist>`;
}

function options(values: readonly string[], chosen: string): readonly Html[] {
  return values.map(
    (one) => html`<option value="${one}"${one === chosen && html` selected`}>${one}</option>`,
  );
}

/** The address of a request, split for links and samples. */
export interface Location {
  /** Host and port that the client used. */
  readonly host: string;
  /** Path prefix at which the server is mounted, without a trailing `/`; empty for none. */
  readonly prefix: string;
  /** The origin with its prefix, without a trailing `/`. */
  readonly base: string;
}

/** Splits an origin such as `http://localhost:8080/mounted`. */
export function readOrigin(origin: string): Location {
  const base = origin.replace(/\/+$/, '');
  const rest = base.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const slash = rest.indexOf('/');
  return slash < 0
    ? { host: rest, prefix: '', base }
    : { host: rest.slice(0, slash), prefix: rest.slice(slash), base };
}

/** Encodes the path and query of a service for a link. */
export function linkAddress(address: string): string {
  const { path, query } = splitTarget(address);
  return query === '' ? linkPath(path) : `${linkPath(path)}?${linkPath(query)}`;
}

/**
 * The address of an operation over GET or POST: its location after the path of the service, before
 * the query.
 *
 * @param address encoded for a link
 */
function addressBelow(address: string, location: string): string {
  const [path = '', query] = address.split('?');
  const below = path + linkPath(location);
  return query === undefined ? below : `${below}?${query}`;
}

/**
 * The test section of an operation: ASMX's plain form, which works without script, inside the
 * try-it panel for all bindings, which the script activates.
 */
function testSection(
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
function noTestSection(): Html {
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

/**
 * Text with placeholders: entries at even indexes are text, those between them placeholders for the
 * reader to replace.
 */
export type Sample = readonly string[];

/**
 * Content of a part of an envelope as an outline for `expandOutline`, with the shapes of the
 * service. Placeholders are in white square brackets. Content that cannot be an outline is a
 * {@link Sample}.
 */
export type SampleOutline = string | Sample;

/** The documentation of one service. The generated `docs.ts` has one for each service. */
export interface ServiceDocs {
  readonly name: string;
  /** Path below the server's base, such as `/AuthCodeSending.asmx`. */
  readonly path: string;
  readonly namespace: string;
  readonly description?: string | undefined;
  /**
   * Names of the SOAP bindings in the order of their ports, for discovery: `{namespace}local` if
   * the namespace is not that of the service.
   */
  readonly soapBindings: readonly string[];
  /** Shapes of the samples' outlines. */
  readonly shapes?: string | undefined;
  /** In the order of the contract. */
  readonly operations: readonly OperationDocs[];
  /** The contract's own documents, if they are published. The first is the WSDL. */
  readonly published?: readonly PublishedDocument[] | undefined;
  /**
   * The WSDL as an outline, for `expandOutline`. U+0000 is replaced by the service's address.
   * Absent if the contract's only document is published.
   */
  readonly wsdl?: string | undefined;
}

/** A document of the contract, with what a request decides marked by characters XML forbids. */
export interface PublishedDocument {
  /** The query that asks for it: `wsdl`, and for others `wsdl=…` or `xsd=…`. */
  readonly query: string;
  /**
   * U+0001 is replaced by the base address, U+0002 and a query by the address of that document.
   * What is between U+0003 and U+0004 is left out if only HTTP GET (`G`), POST (`P`) or both (`B`)
   * use it, as the first letter says, and not everyone may use these.
   */
  readonly text: string;
}

/** One operation on the help pages. */
export interface OperationDocs {
  /** Message name, which `?op=` takes; unique in the service. */
  readonly name: string;
  /** Its parameters and its result, in the YAML notation: `(id: int, name: string?): User`. */
  readonly signature?: string | undefined;
  readonly description?: string | undefined;
  /**
   * Inputs of the test form. Absent if a parameter is not a simple value; then the XML is edited as
   * a whole.
   */
  readonly parameters?: readonly ParameterDocs[] | undefined;
  readonly soap?: SoapDocs | undefined;
  readonly http?: HttpDocs | undefined;
}

/** A parameter with a simple value. */
export interface ParameterDocs {
  readonly name: string;
  /** Its text in samples: the local name of its type. */
  readonly type: string;
  /** Values of an enumeration. */
  readonly values?: readonly string[] | undefined;
  /**
   * Whether several values may be given, which HTTP GET and POST send separately under the same
   * name.
   */
  readonly repeated?: boolean | undefined;
  /**
   * Whether values are not just one of `type` or `values`, as for lists, or must match a pattern.
   * Only a text field accepts them all.
   */
  readonly freeText?: boolean | undefined;
  /** Initial content of the field: the fixed or default value. */
  readonly preset?: string | undefined;
}

/** An operation over SOAP, for samples. The versions differ only in the envelope. */
export interface SoapDocs {
  readonly versions: readonly ('soap11' | 'soap12')[];
  readonly action: string;
  /** Whether messages use SOAP encoding. */
  readonly encoded?: boolean | undefined;
  /** Content of `soap:Body`. With simple parameters, the n-th placeholder is the n-th parameter. */
  readonly request: SampleOutline;
  /** Content of `soap:Header`. */
  readonly requestHeader?: SampleOutline | undefined;
  /** A valid body to start from, if requests are edited as a whole. */
  readonly example?: string | undefined;
  readonly exampleHeader?: string | undefined;
  /** Absent for one-way operations. */
  readonly response?: SampleOutline | undefined;
  readonly responseHeader?: SampleOutline | undefined;
}

/** An operation over HTTP GET and POST, for samples. */
export interface HttpDocs {
  readonly bindings: readonly ('httpGet' | 'httpPost')[];
  /** Such as `/AuthCode`; with `replaces`, a pattern with `(parameter)`. */
  readonly location: string;
  /** Whether values are in the location (`http:urlReplacement`). */
  readonly replaces?: boolean | undefined;
  readonly parameters: readonly ParameterDocs[];
  /** The answer without XML declaration; absent for void. */
  readonly result?: Sample | undefined;
  /** Content type of an answer that is not XML and has no declaration. */
  readonly contentType?: string | undefined;
}
