import type { DocumentAnswer } from '../server/documents.ts';

/** Style sheet of the help pages. The hash below is that of exactly this text. */
export const style: string = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --panel: #f5f7fa; --line: #d5dbe3; --ink: #1b2430; --soft: #566273;
  --accent: #0b5cad; --on-accent: #ffffff; --value: #a3241e; --key: #0f6a3b; --good: #0f6a3b; \
--bad: #a3241e;
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14181f; --panel: #1c222b; --line: #364150; --ink: #e6ebf2; --soft: #9eabbd;
    --accent: #7ab7f5; --on-accent: #0d1520; --value: #ff9d8f; --key: #7ed8a4; --good: #7ed8a4; \
--bad: #ff9d8f;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, \
"Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100rem; background: var(--paper); padding: .5rem 1rem; \
z-index: 1; }
.skip:focus { left: .5rem; top: .5rem; }
.bar { border-bottom: 1px solid var(--line); background: var(--panel); }
.bar nav, main { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
.bar ol { display: flex; flex-wrap: wrap; gap: .1rem .5rem; list-style: none; margin: 0; \
padding: .6rem 0; font-size: .95rem; }
.bar li { display: flex; gap: .5rem; align-items: center; min-height: 1.75rem; }
.bar li + li::before { content: "/"; color: var(--soft); }
main { padding-top: 1.5rem; padding-bottom: 3rem; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2.1rem); line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 2.5rem 0 .5rem; padding-top: 1rem; \
border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.25rem 0 .35rem; }
p { margin: .5rem 0; max-width: 46rem; }
.text { white-space: pre-line; }
.soft { color: var(--soft); }
.entries { list-style: none; padding: 0; margin: 1.25rem 0 0; }
.entries > li { padding: .7rem 0; border-top: 1px solid var(--line); }
.entries > li > p { margin: .15rem 0 0; }
.entry { font-weight: 600; font-size: 1.05rem; display: inline-block; padding: .2rem 0; }
.links { display: flex; flex-wrap: wrap; gap: .1rem 1rem; list-style: none; margin: .2rem 0 0; \
padding: 0; font-size: .95rem; }
.links a { display: inline-block; padding: .3rem 0; }
.links:has(code) { display: block; }
pre { margin: 0; padding: .8rem 1rem; background: var(--panel); border: 1px solid var(--line); \
border-radius: .4rem; font: .85rem/1.5 var(--code); overflow: auto; max-height: 34rem; \
tab-size: 2; overflow-wrap: normal; }
code { font-family: var(--code); font-size: .92em; }
pre + pre { margin-top: .6rem; }
#raw-part { margin-top: .75rem; }
.value { color: var(--value); font-style: normal; font-weight: 600; }
.key { color: var(--key); }
.note { border: 1px solid var(--line); border-left: .3rem solid var(--accent); \
border-radius: .3rem; padding: .5rem 1rem; margin: 2.5rem 0 0; background: var(--panel); }
.note strong { display: block; }
summary { cursor: pointer; padding: .35rem 0; }
.panel { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem 1.25rem 1.25rem; \
margin-top: 1rem; }
fieldset { border: 0; margin: 0 0 1rem; padding: 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .35rem; }
.choices { display: flex; flex-wrap: wrap; gap: .5rem; }
.choices label { display: flex; align-items: center; gap: .45rem; min-height: 2.75rem; \
padding: 0 .9rem; border: 1px solid var(--line); border-radius: .4rem; cursor: pointer; }
.choices label:has(:checked) { border-color: var(--accent); \
box-shadow: inset 0 0 0 1px var(--accent); }
.choices input { accent-color: var(--accent); margin: 0; }
table { border-collapse: collapse; width: 100%; margin-bottom: 1rem; }
th { text-align: left; font-weight: 600; padding: .3rem .75rem .3rem 0; \
border-bottom: 1px solid var(--line); }
td { padding: .35rem .75rem .35rem 0; vertical-align: middle; }
td:first-child { width: 1%; min-width: 11rem; }
td:last-child, th:last-child { padding-right: 0; }
td label { font-weight: 600; }
td small { display: block; color: var(--soft); }
input:not([type=checkbox], [type=radio]), select, textarea { width: 100%; min-height: 2.75rem; \
padding: .5rem .7rem; color: inherit; background: var(--paper); border: 1px solid var(--soft); \
border-radius: .35rem; font: inherit; }
td:has(> .check) { display: flex; align-items: center; gap: .25rem .9rem; }
td .check { font-weight: 400; font-size: .95rem; white-space: nowrap; }
td > [type=checkbox] { display: block; width: 1.4rem; height: 1.4rem; margin: .65rem 0; \
accent-color: var(--accent); }
.filter { display: grid; grid-template-columns: auto minmax(8rem, 24rem) 1fr; align-items: center; \
gap: .25rem .75rem; margin-top: 1rem; }
.filter label { font-weight: 600; }
textarea { font: .85rem/1.5 var(--code); resize: vertical; white-space: pre; overflow: auto; }
button { min-height: 2.75rem; padding: .4rem 1.6rem; border: 0; border-radius: .4rem; \
background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; \
cursor: pointer; }
button:hover { filter: brightness(1.08); }
button[disabled] { opacity: .6; cursor: progress; }
.copies { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: .5rem; \
margin: 0 0 .35rem; max-width: none; }
.copy { min-height: 2rem; padding: .15rem .8rem; background: var(--paper); color: var(--accent); \
border: 1px solid var(--line); font-size: .9rem; }
#answer-format { display: flex; align-items: center; justify-content: space-between; gap: .75rem; \
max-width: none; }
#answer-format .copies { margin: 0; }
h3:has(+ .copies) { margin-bottom: -1.9rem; }
.file { display: block; font-weight: 400; font-size: .95rem; margin-top: .4rem; }
.file input { margin-top: .2rem; }
.unseen { position: absolute; left: -100rem; }
a + .soft { margin-left: .35rem; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem; margin: 1rem 0 0; }
.check { display: flex; align-items: center; gap: .45rem; min-height: 2.75rem; }
.check input { accent-color: var(--accent); width: 1.1rem; height: 1.1rem; margin: 0; }
.status { font-weight: 600; margin: 0 0 .5rem; }
.status.good { color: var(--good); }
.status.bad { color: var(--bad); }
@media (max-width: 40rem) {
  .bar nav, main { padding-left: 1rem; padding-right: 1rem; }
  .panel { padding: .75rem .9rem 1rem; }
  thead { position: absolute; left: -100rem; }
  tr, td, td:first-child { display: block; width: auto; padding: .15rem 0; }
  td:has(> .check) { display: block; }
  td input[data-control] { padding-left: .35rem; padding-right: .35rem; }
  td small { display: inline; margin-left: .35rem; }
  pre, textarea { font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  pre { padding: .7rem .8rem; }
  .actions button { width: 100%; }
  h3:has(+ .copies) { margin-bottom: -1.6rem; }
  .filter { grid-template-columns: auto 1fr; }
  .filter .soft { grid-column: 2; }
}
@media print {
  :root { --paper: #fff; --panel: #fff; --line: #999; --ink: #000; --soft: #444; \
--accent: #000; --value: #000; --key: #000; }
  .bar, .skip, .test, .back, .filter, .copies { display: none; }
  section[data-binding][hidden] { display: block !important; }
  body { font-size: 10.5pt; }
  main { max-width: none; padding: 0; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: none; font-size: 8.5pt; \
break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .value { text-decoration: underline; }
}
@media (prefers-reduced-motion: no-preference) { a, button { transition: filter .1s; } }
`;

/** SHA-256 of the style sheet in base64, for the Content-Security-Policy. */
export const styleHash: string = 's94vXuOWYANMQlPZpZVvj3MYVimNWGt96cWKm5g/yFw=';

/**
 * The part of the script of the try-it panel that copies requests, answers and samples, and writes
 * a request as a command of curl.
 */
const copyScript: string = String.raw`// A text in the quotes of POSIX shells.
  const quoted = (text) => "'" + text.replace(/'/g, "'\\''") + "'";

  // A command for POSIX shells, in which brackets and a body that begins with @ mean themselves.
  function commandLine() {
    const { method, path, headers, body } = build();
    const parts = ['curl -g ' + quoted(new URL(path, location.href).href)];
    if (method !== 'GET' && body === undefined) parts.push('-X ' + method);
    for (const [name, value] of headers) parts.push('-H ' + quoted(name + ': ' + value));
    if (body !== undefined) parts.push('--data-raw ' + quoted(body));
    return parts.join(' \\\n  ');
  }

  // Whether the text was copied.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Without https there is no clipboard.
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      const copied = document.execCommand('copy');
      area.remove();
      return copied;
    }
  }

  function copyButton(label, what, textOf) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = label;
    button.setAttribute('aria-label', label + ': ' + what);
    button.addEventListener('click', async () => {
      const copied = await copy(textOf());
      button.focus();
      button.textContent = copied ? 'Copied' : 'Not copied';
      at('copied').textContent = what + (copied ? ' copied' : ' not copied');
      setTimeout(() => {
        button.textContent = label;
        at('copied').textContent = '';
      }, 2000);
    });
    return button;
  }

  const bodyText = () => (at('raw-part').hidden ? '' : '\n\n' + raw.value);
  at('request-copies').append(
    copyButton('Copy', 'Request', () => at('request').textContent + bodyText()),
    copyButton('Copy as curl', 'Request', commandLine),
  );
  at('answer-copies').append(copyButton('Copy', 'Answer', () => at('answer-body').textContent));
  for (const sample of document.querySelectorAll('[data-binding] pre')) {
    const line = document.createElement('p');
    line.className = 'copies';
    const what = sample.getAttribute('aria-label');
    line.append(copyButton('Copy', what, () => sample.textContent));
    sample.before(line);
  }`;

/**
 * Script of the try-it panel, for browsers. It reads the requests from the panel's `data-requests`,
 * builds the chosen one from the inputs, shows it, sends it and shows the answer. All text is
 * inserted as text nodes. The hash below is that of exactly this text.
 */
export const script: string = String.raw`
'use strict';
(() => {
  const at = (id) => document.getElementById(id);
  // Not the form itself: parameters may have names such as "dataset", which would hide its members.
  const panel = at('panel');
  if (!panel) return;
  const { requests, host, simple, repeated } = JSON.parse(panel.dataset.requests);
  const raw = at('raw');
  const edited = {};
  let answer;
  const dateTypes = { dateTime: 'datetime-local', date: 'date', time: 'time' };

  // A plain form sends nothing for a box without a tick, so it has a list in its place.
  for (const list of panel.querySelectorAll('[data-control=boolean]')) {
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = list.value === 'true';
    for (const name of ['id', 'name', 'data-field', 'aria-describedby']) {
      box.setAttribute(name, list.getAttribute(name));
    }
    list.replaceWith(box);
  }
  const fields = Array.from(panel.querySelectorAll('[data-field]'));
  for (const field of fields) {
    if (field.dataset.control === 'base64Binary') offerFile(field);
    else if (field.dataset.control) offerText(field);
  }

  // Browsers leave out seconds that are 0, which XML Schema does not.
  function fieldText(field) {
    if (field.type === 'checkbox') return String(field.checked);
    if (field.type !== 'datetime-local' && field.type !== 'time') return field.value;
    return field.value.replace(/(^|T)(\d\d:\d\d)$/, '$1$2:00');
  }

  // Makes a text field one for dates, unless that cannot show the value: no such has a time zone.
  function pick(field) {
    const value = field.value;
    field.type = dateTypes[field.dataset.control];
    if (fieldText(field) === value) return true;
    field.type = 'text';
    field.value = value;
    return false;
  }

  function offerText(field) {
    if (field.dataset.control !== 'date') field.step = '1';
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.setAttribute('aria-label', 'As text: ' + field.name);
    const label = document.createElement('label');
    label.className = 'check';
    label.append(box, ' As text');
    field.after(label);
    box.checked = !pick(field);
    box.addEventListener('change', () => {
      const value = fieldText(field);
      field.type = 'text';
      field.value = value;
      if (!box.checked) box.checked = !pick(field);
      show();
    });
  }

  // The content of a file, without the start of its data URL.
  function offerFile(field) {
    const input = document.createElement('input');
    input.type = 'file';
    const label = document.createElement('label');
    label.className = 'file';
    label.append('File for ' + field.name, input);
    field.after(label);
    input.addEventListener('change', () => {
      const reader = new FileReader();
      reader.addEventListener('load', () => {
        field.value = reader.result.slice(reader.result.indexOf(',') + 1);
        show();
      });
      if (input.files[0]) reader.readAsDataURL(input.files[0]);
    });
  }

  const chosen = () => requests.find((one) => at('use-' + one.binding).checked) || requests[0];
  const lines = (text) => text.split('\n').filter((line) => line !== '');
  const valuesOf = (field, i) => (repeated[i] ? lines(field.value) : [fieldText(field)]);
  const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
  const escapeXml = (text) => text.replace(/[&<>\r]/g, (one) => entities[one]);
  const fill = (pieces, values) =>
    pieces.map((one, i) => (i % 2 && values ? escapeXml(values[(i - 1) / 2] || '') : one)).join('');
  const pair = (name, value) => encodeURIComponent(name) + '=' + encodeURIComponent(value);
  const query = () =>
    fields.flatMap((one, i) => valuesOf(one, i).map((value) => pair(one.name, value))).join('&');

  function build() {
    const one = chosen();
    const request = { method: one.method, path: one.path, headers: one.headers, body: undefined };
    if (one.envelope) {
      request.body = simple ? fill(one.envelope, fields.map(fieldText)) : raw.value;
    } else if (one.replaces) {
      for (const field of fields) {
        const parts = request.path.split('(' + field.name + ')');
        request.path = parts.join(encodeURIComponent(fieldText(field)));
      }
      if (one.method === 'POST') request.body = '';
    } else if (one.method === 'GET') {
      request.path += (one.path.includes('?') ? '&' : '?') + query();
    } else {
      request.body = query();
    }
    return request;
  }

  function show() {
    const one = chosen();
    const asText = Boolean(one.envelope) && !simple;
    at('values').hidden = asText || fields.length === 0;
    at('raw-part').hidden = !asText;
    for (const field of fields) field.disabled = asText;
    const request = build();
    const head = [request.method + ' ' + request.path + ' HTTP/1.1', 'Host: ' + host];
    for (const [name, value] of request.headers) head.push(name + ': ' + value);
    if (request.body !== undefined) {
      const length = new TextEncoder().encode(request.body).length;
      head.splice(request.headers.length > 0 ? 3 : 2, 0, 'Content-Length: ' + length);
    }
    const body = request.body && !asText ? '\n\n' + request.body : '';
    at('request').textContent = head.join('\n') + body;
  }

  function choose() {
    const one = chosen();
    for (const sample of document.querySelectorAll('[data-binding]')) {
      sample.hidden = sample.dataset.binding !== one.binding;
    }
    if (one.envelope && !simple) {
      if (edited[one.binding] === undefined) edited[one.binding] = fill(one.envelope);
      raw.value = edited[one.binding];
    }
    show();
  }

  function attribute({ name, value }) {
    const escaped = escapeXml(value).replace(/"/g, '&quot;');
    return ' ' + name + '="' + escaped.replace(/\t/g, '&#x9;').replace(/\n/g, '&#xA;') + '"';
  }

  function indented(node, depth) {
    const margin = '\n' + '  '.repeat(depth);
    if (node.nodeType === 3) return '';
    if (node.nodeType !== 1) return margin + inline(node);
    const head = margin + '<' + node.nodeName + Array.from(node.attributes, attribute).join('');
    const end = '</' + node.nodeName + '>';
    const children = Array.from(node.childNodes);
    if (children.length === 0) return head + ' />';
    const isText = (one) => one.nodeType === 3 || one.nodeType === 4;
    const mixed = children.some((one) => isText(one) && one.nodeValue.trim() !== '');
    if (mixed || children.every((one) => one.nodeType === 3)) {
      return head + '>' + children.map(inline).join('') + end;
    }
    return head + '>' + children.map((one) => indented(one, depth + 1)).join('') + margin + end;
  }

  function inline(node) {
    if (node.nodeType === 3) return escapeXml(node.nodeValue);
    return new XMLSerializer().serializeToString(node);
  }

  function formatted(text) {
    try {
      if (/^\s*[[{]/.test(text)) return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
    if (!/^\s*</.test(text)) return text;
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    if (parsed.getElementsByTagName('parsererror').length > 0) return text;
    const declaration = /^<\?xml[^>]*\?>/.exec(text);
    const body = Array.from(parsed.childNodes, (node) => indented(node, 0)).join('');
    return (declaration ? declaration[0] : '') + (declaration ? body : body.slice(1));
  }

  function showAnswer() {
    const { status, headers, text, saved } = answer;
    at('answer-status').textContent = status;
    at('answer-status').className = 'status ' + (answer.good ? 'good' : 'bad');
    at('answer-headers').textContent = headers;
    at('answer-headers').hidden = headers === '';
    at('answer-body').textContent = at('format').checked ? formatted(text) : text;
    at('answer-body').hidden = text === '';
    at('answer-format').hidden = text === '';
    at('answer-empty').hidden = text !== '' || saved !== undefined || headers === '';
    at('answer-save').hidden = saved === undefined;
    if (saved) at('answer-save').href = saved;
    at('answer-part').hidden = false;
  }

  ${copyScript}
  const binaryType =
    /^(application\/(pdf|zip|octet-stream|vnd\.)|image\/|audio\/|video\/|font\/)/i;

  async function send() {
    const { method, path, headers, body } = build();
    const button = at('invoke');
    button.disabled = true;
    at('answer-status').textContent = 'Sending\u2026';
    at('answer-status').className = 'status';
    at('answer-part').hidden = false;
    if (answer && answer.saved) URL.revokeObjectURL(answer.saved);
    try {
      const started = performance.now();
      const options = { method, headers, body, cache: 'no-store', credentials: 'same-origin' };
      const response = await fetch(path, options);
      const bytes = await response.arrayBuffer();
      const time = Math.round(performance.now() - started) + ' ms';
      const size = bytes.byteLength + (bytes.byteLength === 1 ? ' byte' : ' bytes');
      const type = response.headers.get('content-type') || '';
      const binary = binaryType.test(type);
      answer = {
        good: response.ok,
        status: [response.status + ' ' + response.statusText, size, time].join(' \u00b7 '),
        headers: Array.from(response.headers, ([name, value]) => name + ': ' + value).join('\n'),
        text: binary ? '' : new TextDecoder().decode(bytes),
        saved: binary ? URL.createObjectURL(new Blob([bytes], { type })) : undefined,
      };
    } catch (error) {
      const status = 'No answer: ' + error.message;
      answer = { good: false, status, headers: '', text: '', saved: undefined };
    }
    button.disabled = false;
    showAnswer();
    at('answer-part').scrollIntoView({ block: 'nearest' });
  }

  panel.addEventListener('input', (event) => {
    if (event.target === raw) edited[chosen().binding] = raw.value;
    show();
  });
  panel.addEventListener('change', (event) => {
    if (event.target.id === 'format') {
      if (answer) showAnswer();
    } else if (event.target.type === 'radio') {
      choose();
    }
  });
  panel.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  for (const one of document.querySelectorAll('.with-script')) one.hidden = false;
  for (const one of document.querySelectorAll('.without-script')) one.hidden = true;
  at('bindings').disabled = false;
  // A link to the sample of a binding chooses it.
  function follow() {
    const linked = at('use-' + location.hash.slice(1));
    if (linked) linked.checked = true;
    choose();
  }
  addEventListener('hashchange', follow);
  follow();
})();
`;

/** SHA-256 of the script in base64, for the Content-Security-Policy. */
export const scriptHash: string = 'qwSxWaiodbEHu/zDB1KCUbVpwS/chUs6ZOoBzD76RjY=';

/** SHA-256 of the script in base64, for the Content-Security-Policy. */
export const filterHash: string = 'uTvIbQB8gyxaml9CsnnEPNRRgk6TFTRoiC1r2USstXU=';

/** Markup that is safe to place in a page. Only `html` creates it. */
export interface Html {
  readonly markup: string;
}

/**
 * Content of a template: text is encoded, markup is not, lists are joined, `undefined` and `false`
 * are omitted.
 */
type HtmlContent = string | number | Html | readonly HtmlContent[] | undefined | false;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * The only encoder of the pages, for text and quoted attribute values of HTML and XML. Characters
 * that neither allows become U+FFFD.
 */
export function encodeMarkup(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => entities[character] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g, '\ufffd')
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
  );
}

function contentMarkup(content: HtmlContent): string {
  if (content === undefined || content === false) return '';
  if (typeof content === 'string') return encodeMarkup(content);
  if (typeof content === 'number') return `${content}`;
  if ('markup' in content) return content.markup;
  let all = '';
  for (const one of content) all += contentMarkup(one);
  return all;
}

/** Template tag for markup. Encodes all content that is not markup already. */
export function html(parts: TemplateStringsArray, ...contents: readonly HtmlContent[]): Html {
  let markup = parts[0] ?? '';
  for (let at = 0; at < contents.length; at += 1) {
    markup += contentMarkup(contents[at]) + (parts[at + 1] ?? '');
  }
  return { markup };
}

/**
 * Declares a constant of this package as markup: style and script of the pages. Never for text of a
 * contract or request.
 */
function trustedMarkup(markup: string): Html {
  return { markup };
}

/** A step of the breadcrumb path above a page. The last one, the page itself, has no link. */
interface Crumb {
  readonly title: string;
  readonly href?: string | undefined;
}

/** The content of a page and its frame. */
interface Page {
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  /** Address of the discovery document, for `<link rel="alternate">`. */
  readonly discovery?: string | undefined;
  readonly content: Html;
  /** The script at its end. */
  readonly script?: string | undefined;
}

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}' 'sha256-${filterHash}'`,
  `style-src 'sha256-${styleHash}'`,
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A complete page with its headers. */
export function pageAnswer(page: Page): DocumentAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, max-age=0',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
    body: pageMarkup(page).markup,
  };
}

function pageMarkup({ title, crumbs, discovery, content, script }: Page): Html {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${
  discovery !== undefined && html`<link rel="alternate" type="text/xml" href="${discovery}" />\n`
}<title>${title}</title>
<style>${trustedMarkup(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar"><nav aria-label="Path"><ol>${crumbs.map(crumbMarkup)}</ol></nav></header>
<main id="content">
${content}
</main>
${script !== undefined && html`<script>${trustedMarkup(script)}</script>\n`}</body>
</html>
`;
}

function crumbMarkup({ title, href }: Crumb): Html {
  return href === undefined
    ? html`<li><span aria-current="page">${title}</span></li>`
    : html`<li><a href="${href}">${title}</a></li>`;
}

/** A description in the contract, with its line breaks; nothing if there is none. */
export function descriptionMarkup(description: string | undefined): Html | undefined {
  return description === undefined || description === ''
    ? undefined
    : html`<p class="text">${description}</p>`;
}
