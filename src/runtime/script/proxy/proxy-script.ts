/**
 * What a page calls a service with. It runs by itself; where MicrosoftAjax is on the page, what it
 * makes is a `Sys.Net.WebServiceProxy`, which does the work. A function of the global object, the
 * service's name and path, parameters by operation, and the types of the contract.
 */
export const proxyScript: string = String.raw`function (root, name, path, methods, types, enums) {
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
