/**
 * What generated `soap.ts` imports: client and server on the `soap` package. The package itself is
 * passed in.
 */
export type { SoapPackageClientOptions } from './soap-package/client.ts';
export { createSoapPackageCaller } from './soap-package/client.ts';
export type { SoapPackageServerOptions } from './soap-package/server.ts';
export { listenWithSoapPackage } from './soap-package/server.ts';
