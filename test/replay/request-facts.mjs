// What a recorded request says, taken from its bytes alone: the facts that Microsoft's messages
// repeat.
import { schoolOperations } from './handlers.mjs';

const text = (request) => request.body.toString('utf8');

/** Path below the service's own, from its `/` on. */
export function suffixOf({ target }) {
  return /\.asmx(\/[^?]*)?/i.exec(target)?.[1] ?? '';
}

/** Name of the service. */
export function serviceOf({ target }) {
  return /([^/]*)\.asmx/i.exec(target)?.[1] ?? '';
}

/** Parameters of a GET or POST below a service, by name in lower case. */
export function parametersOf(request) {
  const source = request.method === 'GET' ? (request.target.split('?')[1] ?? '') : text(request);
  const found = new Map();
  for (const pair of source.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    );
    found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), value]);
  }
  return found;
}

/** The first parameter of the operation that is not there. */
export function missingParameter(request) {
  const given = parametersOf(request);
  const declared = schoolOperations[serviceOf(request)]?.[suffixOf(request).slice(1)] ?? [];
  return declared.find((name) => !given.has(name.toLowerCase()));
}

/** The operation a name means, whatever its letter case. */
export function rightName(request) {
  const wrong = suffixOf(request).slice(1).toLowerCase();
  return Object.keys(schoolOperations[serviceOf(request)] ?? {}).find(
    (name) => name.toLowerCase() === wrong,
  );
}

/** .NET types of the parameters that some request gives a bad value. */
const types = {
  n: 'System.Int32',
  studentid: 'System.Int32',
  ids: 'System.Int32',
  b: 'System.Boolean',
  d: 'System.Double',
  by: 'System.Byte',
  data: 'System.Byte',
};

const good = {
  'System.Int32': (value) => /^ *[+-]?[0-9]+ *$/.test(value) && Math.abs(Number(value)) < 2 ** 31,
  'System.Boolean': (value) => /^(true|false)$/i.test(value),
  'System.Double': (value) => Number.isFinite(Number(value)),
  'System.Byte': (value) => Number(value) < 256,
};

/** The first value that is no value of its type, and the name of that type. */
export function badValue(request) {
  for (const [name, values] of parametersOf(request)) {
    const type = types[name];
    if (type === undefined) continue;
    const tried = name === 'ids' ? values : [values.join(',')];
    const value = tried.find((one) => !good[type](one));
    if (value !== undefined) return [value, type];
  }
  return [];
}

/** The value of SOAPAction as ASMX looks it up. */
export function soapAction({ headers }) {
  const action = headers.soapaction ?? '';
  return /^".*"$/.test(action) ? action.slice(1, -1) : action;
}

/** `action` of the content type. */
export function actionParameter({ headers }) {
  return /action="([^"]*)"/.exec(headers['content-type'] ?? '')?.[1];
}

/** Namespace and local name of an element by its start tag, declared on itself or on the root. */
function nameOf(tag, root) {
  const [, prefix, local] = /^<(?:([\w.-]+):)?([\w.-]+)/.exec(tag) ?? [];
  const declared = new RegExp(`xmlns${prefix === undefined ? '' : `:${prefix}`}="([^"]*)"`);
  return [local ?? '', (declared.exec(tag) ?? declared.exec(root))?.[1] ?? ''];
}

function tagAfter(xml, mark) {
  const start = xml.search(mark);
  const inside = start < 0 ? '' : xml.slice(xml.indexOf('>', start) + 1).trimStart();
  return inside.startsWith('</') ? '' : (/^<[^>]*>/.exec(inside)?.[0] ?? '');
}

/** Start tag of the root. */
function rootTag(request) {
  return /<[A-Za-z][^>]*>/.exec(text(request))?.[0] ?? '';
}

/** Local name and namespace of the root. */
export const rootName = (request) => nameOf(rootTag(request), '');

/** Local name and namespace of the first element in Body. */
export const bodyElement = (request) =>
  nameOf(tagAfter(text(request), /<soap:Body/), rootTag(request));

/** Local name of the first header entry. */
export const headerName = (request) =>
  nameOf(tagAfter(text(request), /<soap:Header/), rootTag(request))[0];

/**
 * The element that Ping of the strict service does not know, as the message shows it, and what it
 * knows there.
 */
export function unknownElement(request) {
  const [local, namespace] = bodyElement(request);
  const known = 'http://tempuri.org/';
  return namespace === known
    ? [`<zzz xmlns='${known}'>..</zzz>`, `${known}:text, ${known}:n`]
    : [`<${local} xmlns='${namespace}'>..</${local}>`, `${known}:Ping`];
}
