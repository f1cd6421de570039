import { canonicalPath } from '../forms/query.ts';
import { propertyOf } from '../operation/descriptor.ts';
import { decodeText, knownCharset } from '../platform/globals.ts';
import {
  type CallContext,
  composeAnswer,
  type FaultOptions,
  invoke,
  isThrownFault,
  reportError,
  type ServerInvocation,
  unknownException,
} from '../server/call.ts';
import {
  answerRefused,
  type Endpoint,
  noUnknownHeaders,
  type OpenedRecords,
  type Route,
  type ServedService,
  type ServerProtocol,
  type ServerSettings,
} from '../server/protocol.ts';
import {
  type Answer,
  header,
  type Incoming,
  isProxyPath,
  isScriptCall,
  type Outgoing,
  parseContentType,
  unrecognizedGetPage,
} from '../server/request.ts';
import {
  type Field,
  isBranches,
  isSimple,
  type Member,
  type ObjectType,
  type Simple,
  type Type,
} from '../types/description.ts';
import type { Message } from '../types/message.ts';
import {
  parseScript,
  ScriptError,
  type ScriptValue,
  scriptMember,
  scriptObject,
  scriptText,
  shortened,
} from './json.ts';
import {
  flagBits,
  parametersOf,
  readParameters,
  readQuery,
  recordPlace,
  simpleKind,
  typeName,
  writeOutput,
} from './messages.ts';

/** Scripts have no binding; theirs is POST without an envelope, too. */
const binding = 'httpPost';

/** A route that scripts may call. */
type ScriptRoute = Route & { readonly script: NonNullable<Route['script']> };

/** Calls by scripts with JSON, as those of `[ScriptService]` in ASMX. */
export const scriptServer: ServerProtocol = {
  binding: 'script',
  createEndpoint: (service, settings) => new ScriptEndpoint(service, settings),
};

class ScriptEndpoint implements Endpoint {
  readonly isDocument = false;
  readonly takesBody = true;
  private readonly routes: ReadonlyMap<string, ScriptRoute>;
  private readonly settings: ServerSettings;

  constructor({ routes }: ServedService, settings: ServerSettings) {
    this.routes = new Map(routes.filter(isScriptRoute).map((one) => [one.operation.name, one]));
    this.settings = settings;
  }

  takes(incoming: Incoming, suffix: string): boolean {
    return isScriptCall(incoming, suffix) && !isProxyPath(suffix);
  }

  answer(incoming: Incoming, suffix: string, body: Uint8Array): Answer {
    const { settings } = this;
    const { guard } = settings;
    const failed = (error: unknown): Outgoing => failureAnswer(error, settings.options);
    const found = this.find(incoming, suffix);
    if (found instanceof ScriptError) {
      return answerRefused(guard, incoming, refusalAnswer(found, settings.options), failed);
    }
    const { service, name: operation } = found.operation;
    incoming.exchange?.called(operation, binding);
    const admit = (): Answer => this.run(found, incoming, body);
    return guard === undefined
      ? admit()
      : guard(incoming, { service, operation, binding, admit, failed });
  }

  failed(_incoming: Incoming, error: unknown): Outgoing {
    return failureAnswer(error, this.settings.options);
  }

  tooLarge(incoming: Incoming): Answer {
    const { guard, options } = this.settings;
    const problem = new ScriptError('Maximum request length exceeded.');
    return answerRefused(guard, incoming, refusalAnswer(problem, options), (error) =>
      failureAnswer(error, options),
    );
  }

  /** The operation of a call, or why there is none. */
  private find({ method, isRouted }: Incoming, suffix: string): ScriptRoute | ScriptError {
    const path = isRouted ? suffix : canonicalPath(suffix);
    const name = decoded(path.slice(1));
    const route = this.routes.get(name);
    if (route === undefined) {
      const message = `Unknown web method ${shortened(name)}.\r\nParameter name: methodName`;
      return new ScriptError(message, 'System.ArgumentException');
    }
    if (method === 'POST' || (method === 'GET' && route.script.get)) return route;
    return new ScriptError(
      `An attempt was made to call the method '${name}' using a ${shortened(method)} request, ` +
        'which is not allowed.',
    );
  }

  private run(route: ScriptRoute, incoming: Incoming, body: Uint8Array): Answer {
    const { settings } = this;
    let input: unknown;
    try {
      const json =
        incoming.method === 'GET'
          ? readQuery(route.script.input, incoming.query, settings.limits.elements)
          : this.bodyOf(incoming, body);
      input = readParameters(route.script.input, json);
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      return refusalAnswer(error, settings.options);
    }
    return invoke(incoming, invocation(route, input, settings), settings);
  }

  private bodyOf(incoming: Incoming, body: Uint8Array): ScriptValue {
    if (body.length === 0) return new Map();
    const { charset } = parseContentType(header(incoming, 'content-type') ?? '');
    const known = charset !== undefined && knownCharset(charset) ? charset.toLowerCase() : 'utf-8';
    const text = decodeText(body, known).replace(/^\ufeff/, '');
    return parseScript(text, this.settings.limits.elements);
  }
}

function isScriptRoute(route: Route): route is ScriptRoute {
  return route.script !== undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function invocation(
  route: ScriptRoute,
  input: unknown,
  { options }: ServerSettings,
): ServerInvocation {
  return {
    route,
    binding,
    input,
    soapHeaders: {},
    unknownHeaders: noUnknownHeaders,
    done(output, call) {
      const { response } = call;
      if (response.ended) return composeAnswer(response, undefined, scriptType, true);
      const records = route.codec.records?.opened(output);
      if (records !== undefined) return stream(records, route, call);
      const document = `{"d":${writeOutput(route.script.output, output)}}`;
      return composeAnswer(response, document, scriptType, true);
    },
    failed: (error) => failureAnswer(error, options),
  };

  function stream(
    records: OpenedRecords,
    { script: { output } }: ScriptRoute,
    call: CallContext,
  ): Outgoing {
    const { path, write } = output === undefined ? nowhere : recordPlace(output);
    const head = `{"d":${path.map((name) => `{${scriptText(name)}:`).join('')}[`;
    const tail = `]${'}'.repeat(path.length)}}`;
    let separator = '';
    const next = (record: unknown): string => {
      const text = separator + write(record);
      separator = ',';
      return text;
    };
    return records.framed(
      { head, tail, empty: head + tail, write: next },
      {
        answer: (document) => composeAnswer(call.response, document, scriptType, true),
        report: (error) => reportError(error, options, call),
      },
    );
  }
}

const nowhere = { path: [] as readonly string[], write: (): string => 'null' };

/** What scripts call a service with: at `/js`, and at `/jsdebug` to read it. */
export const scriptProxyServer: ServerProtocol = {
  binding: 'scriptProxy',
  createEndpoint: (service, settings) => new ProxyEndpoint(service, settings),
};

/** An operation: its name, the names of its parameters, and whether it is called by GET. */
type Method = readonly [name: string, parameters: readonly string[], isGet: boolean];

/** What a script says of a service. */
interface Content {
  readonly name: string;
  readonly methods: readonly Method[];
  readonly types: ProxyTypes;
}

class ProxyEndpoint implements Endpoint {
  readonly isDocument = true;
  readonly takesBody = false;
  readonly tooLarge = unrecognizedGetPage;
  private readonly service: ServedService;
  private readonly settings: ServerSettings;
  private content: Content | undefined;

  constructor(service: ServedService, settings: ServerSettings) {
    this.service = service;
    this.settings = settings;
  }

  takes({ method }: Incoming, suffix: string): boolean {
    return method === 'GET' && isProxyPath(suffix);
  }

  answer({ path }: Incoming, suffix: string): Answer {
    this.content ??= contentOf(this.service);
    const own = path.slice(0, path.length - suffix.length);
    return {
      status: 200,
      headers: ['Cache-Control', 'no-cache', 'Content-Type', type, ...noSniffing],
      body: scriptOf(this.content, own, suffix.toLowerCase() === '/jsdebug'),
    };
  }

  failed(_incoming: Incoming, error: unknown): ReturnType<typeof failureAnswer> {
    return failureAnswer(error, this.settings.options);
  }
}

const type = 'application/x-javascript; charset=utf-8';
const noSniffing = ['X-Content-Type-Options', 'nosniff'] as const;

function contentOf({ routes }: ServedService): Content {
  const scripted = routes.flatMap(({ operation, script }) =>
    script === undefined ? [] : [{ operation, script }],
  );
  const messages = scripted.flatMap(({ script: { input, output } }) =>
    output === undefined ? [input] : [input, output],
  );
  return {
    name: scripted[0]?.operation.service ?? '',
    methods: scripted.map(({ operation, script }) => [
      operation.name,
      parametersOf(script.input).map(({ name }) => name),
      script.get === true,
    ]),
    types: proxyTypes(messages),
  };
}

function scriptOf({ name, methods, types }: Content, path: string, isDebug: boolean): string {
  const lines = isDebug ? methods.map((one) => comment(name, one)) : [];
  const code = isDebug ? proxyScript : compact(proxyScript);
  const values = [scriptText(name), scriptText(path), methodsText(methods), ...typesText(types)];
  const given = `typeof globalThis === 'object' ? globalThis : window,\n${values.join(',\n')}`;
  return `${lines.join('')}(${code})(${given});\n`;
}

/** How an operation is called. */
function comment(service: string, [name, parameters]: Method): string {
  const all = [...parameters, 'succeededCallback', 'failedCallback', 'userContext'];
  return `// ${`${service}.${name}(${all.join(', ')})`.replace(/[\s\u2028\u2029]+/g, ' ')}\n`;
}

/** The same code without indentation and comments. */
function compact(code: string): string {
  return code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('// '))
    .join('\n');
}

function methodsText(methods: readonly Method[]): string {
  const items = methods.map(
    ([name, parameters, isGet]) =>
      `[${scriptText(name)}, [${parameters.map(scriptText).join(', ')}]${isGet ? ', true' : ''}]`,
  );
  return scriptList(items);
}

function typesText({ objects, enums }: ProxyTypes): readonly string[] {
  const numbers = enums.map(([name, values]) => {
    const items = values.map(([one, number]) => `[${scriptText(one)}, ${number}]`);
    return `[${scriptText(name)}, [${items.join(', ')}]]`;
  });
  return [scriptList(objects.map(scriptText)), scriptList(numbers)];
}

function scriptList(items: readonly string[]): string {
  return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n]`;
}

/** The types that scripts need constructors and constants of. */
interface ProxyTypes {
  readonly objects: readonly string[];
  readonly enums: readonly ProxyEnum[];
}

/** An enumeration: its name, and the number of each name in it. */
type ProxyEnum = readonly [
  name: string,
  numbers: readonly (readonly [name: string, number: string])[],
];

/** Finds the named types in messages. */
function proxyTypes(messages: readonly Message[]): ProxyTypes {
  const found = new Set<Type>();
  const add = (types: readonly Type[]): void => {
    for (const type of types) found.add(type);
  };
  for (const message of messages)
    for (const { field } of parametersOf(message)) add(typesOf(field));
  // the set grows during the loop
  for (const type of found) add(partsOf(type));
  const all = [...found];
  const objects = all.filter(isObject).map(typeName);
  return {
    objects: [...new Set(objects)].filter((name) => name !== ''),
    enums: [...new Map(all.filter(isSimple).flatMap(enumOf))],
  };
}

function isObject(type: Type): type is ObjectType {
  return 'kind' in type && type.kind === 'object';
}

function partsOf(type: Type): readonly Type[] {
  if (isSimple(type) || type.kind === 'xml') return [];
  if (type.kind === 'array') return typesOf(type.item());
  return [...(type.family?.members() ?? []), ...type.members.flatMap(typesIn)];
}

function typesIn(member: Member): readonly Type[] {
  return isBranches(member) ? member.members.flatMap(typesIn) : typesOf(member);
}

function typesOf({ type, taken, turn }: Field): readonly Type[] {
  return [
    ...(type === undefined ? [] : [type]),
    ...(taken?.().flatMap(typesOf) ?? []),
    ...(turn === undefined ? [] : typesIn(turn)),
  ];
}

/** An enumeration with a name, and its numbers. */
function enumOf(type: Simple): readonly ProxyEnum[] {
  const found = simpleKind(type);
  if (found.kind !== 'enum' && found.kind !== 'flags') return [];
  const { label, names } = found;
  // one without a name is called by its place
  if (!/^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u.test(label)) return [];
  if (found.kind === 'enum') return [[label, names.map((name, at) => [name, String(at)])]];
  return [[label, [...flagBits(names)].map(([name, bit]) => [name, String(bit)])]];
}

/**
 * What a page calls a service with. It runs by itself; where MicrosoftAjax is on the page, what it
 * makes is a `Sys.Net.WebServiceProxy`, which does the work. A function of the global object, the
 * service's name and path, parameters by operation, and the types of the contract.
 */
const proxyScript: string = String.raw`function (root, name, path, methods, types, enums) {
  'use strict';
  var Base = root.Sys && root.Sys.Net && root.Sys.Net.WebServiceProxy;
  var own = Object.prototype.hasOwnProperty;

  // Where this file came from, if that is the service: it may be behind another path there.
  var script = root.document && root.document.currentScript;
  var source = /^(.*)\/js(?:debug)?(?:[?#].*)?$/i.exec((script && script.src) || '');
  if (source) path = source[1];

  function define(full, value) {
    var parts = full.split('.');
    var last = parts.pop();
    var at = root;
    parts.forEach(function (part) {
      if (!own.call(at, part)) Object.defineProperty(at, part, setting({}));
      at = at[part];
    });
    Object.defineProperty(at, last, setting(value));
  }

  function setting(value) {
    return { value: value, configurable: true, enumerable: true, writable: true };
  }

  // Types never take the place of what the page or the browser has.
  function defineType(full, value) {
    var isFree = !(full.split('.')[0] in root);
    if (isFree) define(full, value);
    return isFree;
  }

  function Service() {
    if (Base) Service.initializeBase(this);
    this._path = null;
    this._timeout = 0;
    this._userContext = null;
    this._succeeded = null;
    this._failed = null;
  }

  function accessors(property, field) {
    if (!Base) {
      Service.prototype['get_' + property] = function () { return this[field]; };
      Service.prototype['set_' + property] = function (value) { this[field] = value; };
    }
    Service['get_' + property] = function () { return shared['get_' + property](); };
    Service['set_' + property] = function (value) { shared['set_' + property](value); };
  }

  function method(operation, parameters, isGet) {
    var invoke = function () {
      var values = {};
      for (var at = 0; at < parameters.length; at += 1) {
        var value = arguments[at] === undefined ? null : arguments[at];
        Object.defineProperty(values, parameters[at], setting(value));
      }
      var rest = Array.prototype.slice.call(arguments, parameters.length);
      var target = this.get_path() || shared.get_path();
      if (Base) return this._invoke(target, operation, isGet, values, rest[0], rest[1], rest[2]);
      return call(this, [target, operation, isGet], values, rest);
    };
    Object.defineProperty(Service.prototype, operation, setting(invoke));
    if (operation === 'prototype') return;
    Object.defineProperty(Service, operation, setting(function () {
      return invoke.apply(shared, arguments);
    }));
  }

  function call(proxy, to, values, rest) {
    var operation = to[1];
    var succeeded = rest[0] || proxy._succeeded;
    var failed = rest[1] || proxy._failed;
    var context = rest[2] === undefined ? proxy._userContext : rest[2];
    var url = to[0] + '/' + encodeURIComponent(operation);
    var work = send(url, to[2], values, proxy._timeout);
    if (succeeded || failed) {
      work.then(
        succeeded && function (result) { succeeded(result, context, operation); },
        failed && function (error) { failed(error, context, operation); }
      );
    }
    return work;
  }

  function queryOf(values) {
    return Object.keys(values).map(function (one) {
      return encodeURIComponent(one) + '=' + encodeURIComponent(JSON.stringify(values[one]));
    }).join('&');
  }

  function send(url, isGet, values, timeout) {
    var abort = timeout > 0 ? new AbortController() : undefined;
    var timer = abort && setTimeout(function () { abort.abort(); }, timeout);
    var request = {
      method: isGet ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: isGet ? undefined : JSON.stringify(values),
      signal: abort && abort.signal
    };
    var status = -1;
    var query = isGet ? queryOf(values) : '';
    if (query) url += (url.indexOf('?') < 0 ? '?' : '&') + query;
    return fetch(url, request)
      .then(function (answer) {
        status = answer.status;
        return answer.text();
      })
      .then(function (text) {
        clearTimeout(timer);
        var found = read(text);
        if (status === 200 && own.call(Object(found), 'd')) return found.d;
        throw failure(found || {}, status, false);
      })
      .catch(function (error) {
        clearTimeout(timer);
        if (error.get_message) throw error;
        throw failure({ Message: error.message }, status, Boolean(abort && abort.signal.aborted));
      });
  }

  // Moments are told from texts by their backslashes, which JSON.parse drops.
  function read(text) {
    var marked = text.replace(
      /(^|[^\\])"\\\/Date\((-?\d+)(?:[a-zA-Z]|[+-]\d{4})?\)\\\/"/g,
      '$1{"$$moment":$2}'
    );
    try {
      return JSON.parse(marked, function (key, value) {
        var isMoment = value !== null && typeof value === 'object' && own.call(value, '$moment');
        return isMoment ? new Date(value.$moment) : value;
      });
    } catch (error) {
      return undefined;
    }
  }

  function failure(told, status, timedOut) {
    var message = told.Message || 'The server method failed.';
    var error = new Error(message);
    error.get_message = function () { return message; };
    error.get_stackTrace = function () { return told.StackTrace || ''; };
    error.get_exceptionType = function () { return told.ExceptionType || ''; };
    error.get_statusCode = function () { return status; };
    error.get_timedOut = function () { return timedOut; };
    return error;
  }

  function typed(type) {
    return function (properties) {
      for (var property in properties) {
        if (own.call(properties, property)) {
          Object.defineProperty(this, property, setting(properties[property]));
        }
      }
      this.__type = type;
    };
  }

  function enumeration(numbers) {
    var made = function () { throw new Error('An enumeration has no instances.'); };
    numbers.forEach(function (one) {
      Object.defineProperty(Base ? made.prototype : made, one[0], setting(one[1]));
    });
    return made;
  }

  define(name, Service);
  if (Base) Service.registerClass(name, Base);
  var shared;
  accessors('path', '_path');
  accessors('timeout', '_timeout');
  accessors('defaultUserContext', '_userContext');
  accessors('defaultSucceededCallback', '_succeeded');
  accessors('defaultFailedCallback', '_failed');
  methods.forEach(function (one) { method(one[0], one[1], one[2] === true); });
  shared = new Service();
  Service._staticInstance = shared;
  shared.set_path(path);
  types.forEach(function (type) {
    var made = typed(type);
    if (defineType(type, made) && Base) made.registerClass(type);
  });
  enums.forEach(function (one) {
    var made = enumeration(one[1]);
    if (defineType(one[0], made) && Base) made.registerEnum(one[0], true);
  });
}`;

/** The content type of answers to scripts. */
const scriptType = 'application/json; charset=utf-8';

/** What ASMX says where its exceptions stay inside. */
const hidden = 'There was an error processing the request.';

/** The answer to a refused call. */
function refusalAnswer(error: Error, options: FaultOptions): Outgoing {
  const refusal = { message: error.message, cause: error };
  return { ...failureAnswer(error, options), refusal };
}

/**
 * The answer to an exception. As ASMX with custom errors, it says nothing of it unless the options
 * let its message out, and its stack only with those for development.
 */
function failureAnswer(error: unknown, options: FaultOptions): Outgoing {
  const { parity, faultDetail } = options;
  const isShown =
    parity?.suppressExceptions !== true &&
    (parity?.exceptionMessages === true || faultDetail === true);
  const members = isShown
    ? [
        exceptionText(error, 'message'),
        faultDetail === true ? exceptionText(error, 'stack') : '',
        exceptionType(error),
      ]
    : [hidden, '', ''];
  const [message = '', stack = '', type = ''] = members;
  return {
    status: 500,
    headers: ['Cache-Control', 'private', 'Content-Type', scriptType, 'jsonerror', 'true'],
    body: scriptObject([
      scriptMember('Message', scriptText(message)),
      scriptMember('StackTrace', scriptText(stack)),
      scriptMember('ExceptionType', scriptText(type)),
    ]),
  };
}

function exceptionText(error: unknown, property: 'message' | 'stack'): string {
  if (error instanceof Error) return String(propertyOf(error, property) ?? '');
  if (property === 'stack') return '';
  return typeof error === 'string' ? error : unknownException;
}

/** The type of an exception: the name of the error, which a handler may have chosen. */
function exceptionType(error: unknown): string {
  if (isThrownFault(error)) return 'System.Web.Services.Protocols.SoapException';
  return error instanceof Error ? String(propertyOf(error, 'name') ?? '') : '';
}
