/**
 * Script of the try-it panel, for browsers alone. It reads the requests from the panel's
 * `data-requests`, builds the one chosen from the inputs, shows it, sends it and shows the answer;
 * all text reaches the page as text nodes. The hash below is that of exactly this text.
 */
export const script: string = `
'use strict';
(() => {
  const at = (id) => document.getElementById(id);
  // Not the form itself: parameters may have names such as "dataset", which would hide its members.
  const panel = at('panel');
  if (!panel) return;
  const { requests, host, simple, repeated } = JSON.parse(panel.dataset.requests);
  const fields = Array.from(panel.querySelectorAll('[data-field]'));
  const raw = at('raw');
  const edited = {};
  let answer;

  const chosen = () => requests.find((one) => at('use-' + one.binding).checked) || requests[0];
  const valuesOf = (field) => (repeated[fields.indexOf(field)] ? field.value.split('\\n').filter((line) => line !== '') : [field.value]);
  const escapeXml = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\\r/g, '&#xD;');
  const fill = (pieces, values) => pieces.map((piece, i) => (i % 2 ? (values ? escapeXml(values[(i - 1) / 2] || '') : piece) : piece)).join('');
  const query = () => fields.flatMap((field) => valuesOf(field).map((value) => encodeURIComponent(field.name) + '=' + encodeURIComponent(value))).join('&');

  function build() {
    const one = chosen();
    const request = { method: one.method, path: one.path, headers: one.headers, body: undefined };
    if (one.envelope) {
      request.body = simple ? fill(one.envelope, fields.map((field) => field.value)) : raw.value;
    } else if (one.replaces) {
      for (const field of fields) request.path = request.path.split('(' + field.name + ')').join(encodeURIComponent(field.value));
      if (one.method === 'POST') request.body = '';
    } else if (one.method === 'GET') {
      request.path += '?' + query();
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
    const lines = [request.method + ' ' + request.path + ' HTTP/1.1', 'Host: ' + host];
    for (const [name, value] of request.headers) lines.push(name + ': ' + value);
    if (request.body !== undefined) lines.splice(request.headers.length > 0 ? 3 : 2, 0, 'Content-Length: ' + new TextEncoder().encode(request.body).length);
    at('request').textContent = lines.join('\\n') + (request.body && !asText ? '\\n\\n' + request.body : '');
  }

  function choose() {
    const one = chosen();
    if (one.envelope && !simple) {
      if (edited[one.binding] === undefined) edited[one.binding] = fill(one.envelope);
      raw.value = edited[one.binding];
    }
    show();
  }

  function indented(node, depth) {
    const margin = '\\n' + '  '.repeat(depth);
    if (node.nodeType === 1) {
      const head = '<' + node.nodeName + Array.from(node.attributes, (one) => ' ' + one.name + '="' + escapeXml(one.value).replace(/"/g, '&quot;').replace(/\\t/g, '&#x9;').replace(/\\n/g, '&#xA;') + '"').join('');
      const children = Array.from(node.childNodes);
      if (children.length === 0) return margin + head + ' />';
      const mixed = children.some((one) => (one.nodeType === 3 || one.nodeType === 4) && one.nodeValue.trim() !== '');
      const leaf = children.every((one) => one.nodeType === 3);
      if (mixed || leaf) return margin + head + '>' + Array.from(children, (one) => inline(one)).join('') + '</' + node.nodeName + '>';
      return margin + head + '>' + children.map((one) => indented(one, depth + 1)).join('') + margin + '</' + node.nodeName + '>';
    }
    return node.nodeType === 3 ? '' : margin + inline(node);
  }

  function inline(node) {
    if (node.nodeType === 3) return escapeXml(node.nodeValue);
    return new XMLSerializer().serializeToString(node);
  }

  function formatted(text) {
    try {
      if (/^\\s*[[{]/.test(text)) return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
    if (!/^\\s*</.test(text)) return text;
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    if (parsed.getElementsByTagName('parsererror').length > 0) return text;
    const declaration = /^<\\?xml[^>]*\\?>/.exec(text);
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
    at('answer-empty').hidden = text !== '' || saved !== undefined || headers === '';
    at('answer-save').hidden = saved === undefined;
    if (saved) at('answer-save').href = saved;
    at('answer-part').hidden = false;
  }

  async function send() {
    const request = build();
    const button = at('invoke');
    button.disabled = true;
    at('answer-status').textContent = 'Sending…';
    at('answer-status').className = 'status';
    at('answer-part').hidden = false;
    if (answer && answer.saved) URL.revokeObjectURL(answer.saved);
    try {
      const started = performance.now();
      const response = await fetch(request.path, { method: request.method, headers: request.headers, body: request.body, cache: 'no-store', credentials: 'same-origin' });
      const bytes = await response.arrayBuffer();
      const time = Math.round(performance.now() - started);
      const type = response.headers.get('content-type') || '';
      const binary = /^(application\\/(pdf|zip|octet-stream|vnd\\.)|image\\/|audio\\/|video\\/|font\\/)/i.test(type);
      answer = {
        good: response.ok,
        status: response.status + ' ' + response.statusText + ' · ' + bytes.byteLength + (bytes.byteLength === 1 ? ' byte' : ' bytes') + ' · ' + time + ' ms',
        headers: Array.from(response.headers, ([name, value]) => name + ': ' + value).join('\\n'),
        text: binary ? '' : new TextDecoder().decode(bytes),
        saved: binary ? URL.createObjectURL(new Blob([bytes], { type })) : undefined,
      };
    } catch (error) {
      answer = { good: false, status: 'No answer: ' + error.message, headers: '', text: '', saved: undefined };
    }
    button.disabled = false;
    showAnswer();
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
  choose();
})();
`;

/** SHA-256 of the script in base64, for the Content-Security-Policy. */
export const scriptHash: string = 'h/W2/0zdiiUi9G8eidXDZvKDvdXbwlXpCVrKvtkbFFw=';
