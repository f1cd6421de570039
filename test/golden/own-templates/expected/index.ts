// Generated from ../contract.yaml for the notes team: ask them before you change the contract.
/* eslint-disable */

export type { AddNoteInput } from './types.js';
export { AddNote, Clear } from './operations.js';
export type { NoteServiceClient } from './client.js';
export { createNoteServiceClient } from './client.js';
export type {
  AddressingOptions,
  AsmxErrorCode,
  BasicCredentials,
  BindingName,
  CallOptions,
  Caller,
  CertificateFiles,
  ClientFunctions,
  ClientInterceptor,
  ClientOptions,
  ClientTraceEvent,
  CookieJar,
  Deviation,
  EndpointReference,
  FetchFunction,
  JsonValue,
  NoInput,
  NtlmCredentials,
  Operation,
  OperationMethod,
  OperationMethodWithoutInput,
  PreparedRequest,
  RawAnswer,
  RawResult,
  RetryOptions,
  SoapFaultCode,
  SoapFaultInit,
  SoapSecurity,
  TokenSource,
  UsernameTokenSettings,
  XmlAttribute,
  XmlElement,
  XmlNode,
} from 'asmx-gen/runtime';
export {
  AsmxError,
  SoapFault,
  basic,
  bearer,
  clientAddressing,
  clientCertificate,
  clientChannel,
  cookieJar,
  createCaller,
  isAsmxError,
  isFault,
  ntlm,
  retry,
  usernameToken,
} from 'asmx-gen/runtime';
