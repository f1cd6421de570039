// As much of MicrosoftAjax as proxies of scripts use, written for the test by its documentation.
(() => {
  Function.prototype.registerClass = function registerClass(name, base) {
    if (name.split('.').reduce((at, part) => at[part], window) !== this) throw new Error(name);
    this.base = base;
    return this;
  };
  Function.prototype.initializeBase = function initializeBase(instance) {
    if (this.base === undefined) throw new Error('It has no base.');
    for (const key of Object.keys(this.base.prototype)) {
      this.prototype[key] ??= this.base.prototype[key];
    }
    this.base.apply(instance);
  };
  Function.prototype.registerEnum = function registerEnum(_, flags) {
    for (const key of Object.keys(this.prototype)) this[key] = this.prototype[key];
    this.flags = flags;
  };
  const Base = function WebServiceProxyBase() {};
  for (const [name, field] of [
    ['path', '_path'],
    ['timeout', '_timeout'],
    ['defaultUserContext', '_userContext'],
    ['defaultSucceededCallback', '_succeeded'],
    ['defaultFailedCallback', '_failed'],
  ]) {
    Base.prototype[`get_${name}`] = function get() {
      return this[field];
    };
    Base.prototype[`set_${name}`] = function set(value) {
      this[field] = value;
    };
  }
  Base.prototype._invoke = function invoke(path, method, useGet, values, ok, failed, context) {
    window.invoked = [path, method, useGet];
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify(values),
    };
    fetch(`${path}/${method}`, request)
      .then((answer) => answer.json())
      .then(({ d, Message }) => {
        if (Message === undefined) (ok ?? this._succeeded)(d, context, method);
        else (failed ?? this._failed)(Message, context, method);
      });
    return 'a WebRequest';
  };
  window.Sys = { Net: { WebServiceProxy: Base } };
})();
