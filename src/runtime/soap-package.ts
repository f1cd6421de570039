/**
 * Imported by generated `soap.ts`: client and server for the `soap` package. The package itself is
 * passed in.
 */
export type { AnyOperation } from './operation/descriptor.ts';
export {
  createSoapPackageCaller,
  listenWithSoapPackage,
  type SoapPackageClientOptions,
  type SoapPackageServerOptions,
} from './soap/package.ts';
