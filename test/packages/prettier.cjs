module.exports = globalThis.loadPackage('prettier');
