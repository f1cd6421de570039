/**
 * What a browser has of Node: nothing. In bundles for browsers, `imports` of the package's
 * `package.json` puts this in the place of `platform/node.ts` and `client/node-transport.ts`.
 */
import type * as transport from './client/node-transport.ts';
import type * as node from './platform/node.ts';

export const hasNodeHttp: typeof node.hasNodeHttp = () => false;

export const nodeCrypto: typeof node.nodeCrypto = () => undefined;

export const tracingChannel: typeof node.tracingChannel = () => undefined;

// No caller gets here: without Node's HTTP, nothing connects or decompresses but `fetch`.

export const nodeHttp: typeof node.nodeHttp = absent;

export const decompress: typeof node.decompress = absent;

export const createInflate: typeof node.createInflate = absent;

export const createNodeTransport: typeof transport.createNodeTransport = absent;

function absent(): never {
  throw new Error('This is no Node.');
}
