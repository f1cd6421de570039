/**
 * Imported by generated `soap.ts`: client and server for the `soap` package. The package itself is
 * passed in.
 */
export type { AnyOperation } from './operation/operation.ts';
export type { SoapPackageClientOptions } from './soap-package/client.ts';
export { createSoapPackageCaller } from './soap-package/client.ts';
export type { SoapPackageServerOptions } from './soap-package/server.ts';
export { listenWithSoapPackage } from './soap-package/server.ts';
