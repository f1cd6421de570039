/** What users of generated code and the generated client and server import. */
export type { Caller, ClientDefaults } from './caller.ts';
export { createCaller } from './caller.ts';
export type {
  CallOptions,
  ClientInterceptor,
  ClientOptions,
  HeadersOption,
  HeaderValues,
  PreparedRequest,
  RawResult,
  SoapSecurity,
  StreamOptions,
  TlsOptions,
} from './client-options.ts';
export type {
  DocumentAnswer,
  Documentation,
  DocumentRequest,
} from './documentation.ts';
export type { AsmxErrorCode, AsmxErrorDetails, RawAnswer } from './errors.ts';
export { AsmxError, isAsmxError } from './errors.ts';
export type { JsonValue } from './json-value.ts';
export type { AtMostOneOf, OneOf } from './one-of.ts';
export type {
  BindingName,
  ElementName,
  FaultDescriptor,
  HeaderDescriptor,
  HttpCodec,
  Operation,
  OperationTypes,
  RecordStep,
  SoapCodec,
  StreamCodec,
  StreamingOperation,
  WrittenKind,
} from './operation.ts';
export type {
  NoInput,
  OperationMethod,
  OperationMethodWithoutInput,
  StreamingMethod,
  StreamingMethodWithoutInput,
} from './operation-method.ts';
export {
  createMethod,
  createMethodWithoutInput,
  createStreamingMethod,
  createStreamingMethodWithoutInput,
} from './operation-method.ts';
export type {
  FetchFunction,
  FetchInit,
  FetchRequest,
  FetchResponse,
  PlatformResponse,
  PlatformSignal,
} from './platform.ts';
export { createServer } from './server.ts';
export type {
  Context,
  FetchHandler,
  Handler,
  HandlerResult,
  NodeListener,
  NodeRequest,
  NodeResponse,
  ParityOptions,
  Records,
  Route,
  Server,
  ServerCall,
  ServerInterceptor,
  ServerLimits,
  ServerOptions,
  StreamingHandler,
} from './server-options.ts';
export type { OperationWithFaults, SoapFaultCode, SoapFaultInit } from './soap-fault.ts';
export { fault, isFault, notImplemented, SoapFault } from './soap-fault.ts';
export type { Deviation } from './xml-deviation.ts';
export type { XmlAttribute, XmlElement, XmlNode } from './xml-element.ts';
