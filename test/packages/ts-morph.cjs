module.exports = globalThis.loadPackage('ts-morph');
