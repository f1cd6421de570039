/** Imported by users of generated code, and by the generated client and server. */
export { addressedSoap11, clientAddressing } from './addressing/client/bindings.ts';
export { addressedSoap11Mtom } from './addressing/client/mtom-binding.ts';
export { addressedSoap11Streams } from './addressing/client/soap11-streams-binding.ts';
export { addressedSoap12 } from './addressing/client/soap12-binding.ts';
export { addressedSoap12Mtom } from './addressing/client/soap12-mtom-binding.ts';
export { addressedSoap12Streams } from './addressing/client/soap12-streams-binding.ts';
export type {
  AddressingOptions,
  AddressingRules,
  EndpointReference,
} from './addressing/options.ts';
export { addressedSoap11Server, serverAddressing } from './addressing/server/protocols.ts';
export { addressedSoap12Server } from './addressing/server/soap12-protocol.ts';
export type { Caller } from './client/caller.ts';
export { createCaller } from './client/caller.ts';
export { cookieJar } from './client/cookies.ts';
export type { CertificateFiles, TokenSource } from './client/credentials/http.ts';
export { basic, bearer, clientCertificate } from './client/credentials/http.ts';
export type { UsernameTokenSettings } from './client/credentials/username-token.ts';
export { usernameToken } from './client/credentials/username-token.ts';
export type {
  ClientFunctions,
  OperationMethod,
  OperationMethodWithoutInput,
} from './client/method.ts';
export { createMethod, createMethodWithoutInput } from './client/method.ts';
export type {
  CallOptions,
  ClientDefaults,
  ClientInterceptor,
  ClientOptions,
  HeadersOption,
  RawResult,
  SoapSecurity,
  StreamOptions,
  TlsOptions,
} from './client/options.ts';
export type { RetryOptions } from './client/retry.ts';
export { retry } from './client/retry.ts';
export type { ClientTraceEvent } from './client/trace.ts';
export { clientChannel } from './client/trace.ts';
export type { CookieJar, HeaderValues, PreparedRequest } from './client/transport.ts';
export { readWritten } from './client/written-result.ts';
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
} from './data-set/data-set.ts';
export { readDataSet } from './data-set/read-data-set.ts';
export { writeDataSet } from './data-set/write-data-set.ts';
export { httpGet, httpPost } from './http/client/bindings.ts';
export { httpGetServer } from './http/server/get.ts';
export { httpPostServer } from './http/server/post.ts';
export { mtom } from './mime/mtom.ts';
export { multipart } from './mime/multipart.ts';
export type { NtlmCredentials } from './ntlm/message.ts';
export { ntlm } from './ntlm/transport.ts';
export type { AnyOf } from './operation/any-of.ts';
export type { AsmxErrorCode, AsmxErrorDetails, RawAnswer } from './operation/errors.ts';
export { AsmxError, isAsmxError } from './operation/errors.ts';
export type { HeaderDescriptor, SentAttachment } from './operation/message.ts';
export type {
  BasicCredentials,
  BindingName,
  ElementName,
  JsonValue,
  NoInput,
  RecordStep,
  WrittenKind,
} from './operation/names.ts';
export type { AtMostOneOf, OneOf } from './operation/one-of.ts';
export type {
  FaultDescriptor,
  HttpCodec,
  Operation,
  OperationTypes,
  SoapCodec,
  StreamCodec,
  StreamingOperation,
} from './operation/operation.ts';
export type { OperationWithFaults, SoapFaultCode, SoapFaultInit } from './operation/soap-fault.ts';
export { fault, isFault, notImplemented, SoapFault } from './operation/soap-fault.ts';
export type { SoapHeaderAttributes } from './operation/soap-header.ts';
export { soapHeader } from './operation/soap-header.ts';
export { parseXml, writeXml } from './operation/xml-text.ts';
export type {
  FetchFunction,
  FetchInit,
  FetchRequest,
  FetchResponse,
  PlatformResponse,
  PlatformSignal,
} from './platform/globals.ts';
export { scriptServer } from './script/endpoint.ts';
export { scriptProxyServer } from './script/proxy/proxy-endpoint.ts';
export { createServer } from './server/adapters/create-server.ts';
export type { LambdaAnswer, LambdaEvent } from './server/adapters/fetch.ts';
export { lambdaHandler } from './server/adapters/fetch.ts';
export { receiveParts } from './server/adapters/receive-parts.ts';
export { serverChannel } from './server/adapters/trace.ts';
export type {
  DocumentAnswer,
  Documentation,
  DocumentRequest,
} from './server/documentation.ts';
export { createDocuments } from './server/documents.ts';
export { HttpError } from './server/front/http-error.ts';
export type {
  NodeListener,
  NodeRequest,
  NodeResponse,
} from './server/front/node-types.ts';
export type {
  AnswerEvent,
  CloseOptions,
  CorsOptions,
  RawMessage,
} from './server/front/options.ts';
export type { ParityOptions } from './server/front/parity.ts';
export type {
  IdentityOf,
  SecurityRequest,
  ServerSecurities,
  ServerSecurity,
} from './server/front/security.ts';
export type { ServerTraceEvent } from './server/front/tracing.ts';
export type {
  Context,
  FetchHandler,
  Handler,
  HandlerResult,
  Records,
  Server,
  ServerCall,
  ServerInterceptor,
  ServerLimits,
  ServerOptions,
  StreamingHandler,
} from './server/options.ts';
export type { Route, Routes, ServerProtocol } from './server/protocol.ts';
export { recordSender } from './server/records/records.ts';
export type { ClientCertificate } from './server/security/http.ts';
export { verifyBasic, verifyBearer, verifyClientCertificate } from './server/security/http.ts';
export type { NonceStore } from './server/security/nonces.ts';
export type { UsernameIdentity, UsernameTokenRules } from './server/security/username-token.ts';
export { verifyUsernameToken } from './server/security/username-token.ts';
export type { SessionStore, Sessions, SessionsOptions } from './server/session.ts';
export { sessions } from './server/sessions/sessions.ts';
export type { ShadowDifference, ShadowOptions } from './shadow/shadow.ts';
export { createShadow } from './shadow/shadow.ts';
export { clientAttachments } from './soap/client/attachments.ts';
export { requestHeaders } from './soap/client/request-headers.ts';
export { soap11 } from './soap/client/soap11.ts';
export { soap11Mtom } from './soap/client/soap11-mtom.ts';
export { soap11Streams } from './soap/client/soap11-streams.ts';
export { soap12 } from './soap/client/soap12.ts';
export { soap12Mtom } from './soap/client/soap12-mtom.ts';
export { soap12Streams } from './soap/client/soap12-streams.ts';
export { encodeArrays, writeEncodedEnvelope } from './soap/encoding/envelope.ts';
export { readEncodedDetail } from './soap/encoding/fault-detail.ts';
export { readEncodedHeaders } from './soap/encoding/headers.ts';
export { writeReferences } from './soap/encoding/write-references.ts';
export { readFaultDetail } from './soap/fault-detail.ts';
export { readHeaders } from './soap/headers.ts';
export { sendStreams } from './soap/server/send-streams.ts';
export { soap11Server } from './soap/server/soap11.ts';
export { soap12Server } from './soap/server/soap12.ts';
export { endingStreams } from './stream/ending-streams.ts';
export type { StreamingMethod, StreamingMethodWithoutInput } from './stream/method.ts';
export { createStreamingMethod, createStreamingMethodWithoutInput } from './stream/method.ts';
export { openCaller } from './stream/open-caller.ts';
export type { Deviation } from './xml/deviation.ts';
export type { XmlAttribute, XmlElement, XmlNode } from './xml/element.ts';
