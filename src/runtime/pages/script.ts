import { copyScript } from './copy-script.ts';

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
