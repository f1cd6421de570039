/** Imported by users of generated code, and by the generated client and server. */

export type { CookieJar, HeaderValues, PreparedRequest } from './client/answer.ts';
export {
  type Caller,
  type ClientFunctions,
  type ClientTraceEvent,
  clientChannel,
  createCaller,
  createMethod,
  createMethodWithoutInput,
  type OperationMethod,
  type OperationMethodWithoutInput,
  type RetryOptions,
  retry,
  withDeviations,
} from './client/call.ts';
export { cookieJar } from './client/cookies.ts';
export {
  basic,
  bearer,
  type CertificateFiles,
  clientCertificate,
  type NtlmCredentials,
  ntlm,
  type TokenSource,
  type UsernameTokenSettings,
  usernameToken,
} from './client/credentials.ts';
export {
  type CallOptions,
  type ClientDefaults,
  type ClientInterceptor,
  type ClientOptions,
  clientSoapHeaders,
  type HeadersOption,
  type RawResult,
  type SoapSecurity,
  type StreamOptions,
  type TlsOptions,
} from './client/request.ts';
export { followRedirects } from './client/transport.ts';
export type {
  DataSetChange,
  DataSetColumnDetails,
  DataSetColumns,
  DataSetColumnType,
  DataSetDescription,
  DataSetInput,
  DataSetOf,
  DataSetRelation,
  DataSetRow,
  DataSetTables,
  DataSetValue,
  ReadDataSet,
  WrittenDataSet,
} from './data-set/column.ts';
export { readDataSet } from './data-set/reader.ts';
export { writeDataSet } from './data-set/writer.ts';
export { httpGet, httpPost, readWritten } from './http/client.ts';
export { httpGetServer, httpPostServer } from './http/server.ts';
export {
  type AnyOf,
  AsmxError,
  type AsmxErrorCode,
  type AsmxErrorDetails,
  type AtMostOneOf,
  type BasicCredentials,
  type BindingName,
  type ElementName,
  type FaultDescriptor,
  type HeaderDescriptor,
  type HttpCodec,
  isAsmxError,
  type JsonValue,
  type NoInput,
  type OneOf,
  type Operation,
  type OperationTypes,
  type RawAnswer,
  type RecordStep,
  type SentAttachment,
  type SoapCodec,
  type StreamCodec,
  type StreamingOperation,
  type WrittenKind,
} from './operation/descriptor.ts';
export {
  type AddressingOptions,
  type AddressingRules,
  type EndpointReference,
  fault,
  isFault,
  notImplemented,
  type OperationWithFaults,
  parseXml,
  SoapFault,
  type SoapFaultCode,
  type SoapFaultInit,
  type SoapHeaderAttributes,
  soapHeader,
  writeXml,
} from './operation/soap.ts';
export { mtom, multipart } from './parts/attachment.ts';
export type {
  FetchFunction,
  FetchInit,
  FetchRequest,
  FetchResponse,
  PlatformResponse,
  PlatformSignal,
} from './platform/globals.ts';
export {
  createStreamingMethod,
  createStreamingMethodWithoutInput,
  type StreamingMethod,
  type StreamingMethodWithoutInput,
} from './records/client.ts';
export { recordSender } from './records/server.ts';
export { scriptProxyServer, scriptServer } from './script/server.ts';
export { HttpError } from './server/call.ts';
export {
  createDocuments,
  type DocumentAnswer,
  type Documentation,
  type DocumentRequest,
} from './server/documents.ts';
export { type ServerTraceEvent, serverChannel } from './server/entrance.ts';
export { type LambdaAnswer, type LambdaEvent, lambdaHandler } from './server/fetch.ts';
export { createServer } from './server/node.ts';
export type {
  AnswerEvent,
  CloseOptions,
  Context,
  CorsOptions,
  FetchHandler,
  Handler,
  HandlerResult,
  ParityOptions,
  RawMessage,
  Records,
  Server,
  ServerCall,
  ServerInterceptor,
  ServerLimits,
  ServerOptions,
  SessionStore,
  Sessions,
  SessionsOptions,
  StreamingHandler,
} from './server/options.ts';
export type { Route, Routes, ServerProtocol } from './server/protocol.ts';
export type { NodeListener, NodeRequest, NodeResponse } from './server/request.ts';
export {
  type ClientCertificate,
  type IdentityOf,
  type NonceStore,
  type SecurityRequest,
  type ServerSecurities,
  type ServerSecurity,
  type UsernameIdentity,
  type UsernameTokenRules,
  verifyBasic,
  verifyBearer,
  verifyClientCertificate,
  verifyUsernameToken,
} from './server/security.ts';
export { sessions } from './server/sessions.ts';
export { createShadow, type ShadowDifference, type ShadowOptions } from './shadow/shadow.ts';
export {
  addressedSoap11Server,
  addressedSoap12Server,
  serverAddressing,
} from './soap/addressing-server.ts';
export {
  addressedSoap11,
  addressedSoap12,
  clientAddressing,
  clientAttachments,
  requestHeaders,
  soap11,
  soap12,
} from './soap/client.ts';
export { onlySoap11, onlySoap12, readFaultDetail, readHeaders } from './soap/details.ts';
export {
  encodeArrays,
  onlyEncoded12,
  readEncodedDetail,
  readEncodedHeaders,
  writeEncodedEnvelope,
  writeReferences,
} from './soap/encoding.ts';
export { addressedSoap11Mtom, addressedSoap12Mtom, soap11Mtom, soap12Mtom } from './soap/mtom.ts';
export { soap11Server, soap12Server } from './soap/server.ts';
export { receiveParts, sendStreams } from './soap/server-streams.ts';
export {
  addressedSoap11Streams,
  addressedSoap12Streams,
  endingStreams,
  openCaller,
  soap11Streams,
  soap12Streams,
} from './soap/streams.ts';
export type { Deviation } from './xml/errors.ts';
export type { XmlAttribute, XmlElement, XmlNode } from './xml/writer.ts';
