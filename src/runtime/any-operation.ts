import type { FormReader } from './form-reader.ts';
import type { AttachedParts, Attachment } from './mime-attachment.ts';
import type { BindingName, ElementName, RecordStep, WrittenKind } from './operation.ts';
import type { XmlReader } from './xml-reader.ts';

/** A fault or header descriptor whatever its type. */
export interface AnyDescriptor {
  readonly name: string;
  readonly element: ElementName;
  readonly required?: boolean;
  readonly write: (value: never) => string;
  readonly read: (reader: XmlReader) => unknown;
}

/** `SoapCodec` whatever its types. */
export interface AnySoapCodec {
  readonly action: string;
  readonly element?: ElementName | undefined;
  readonly encoded?: boolean | undefined;
  readonly writeRequest: (input: never) => string;
  readonly readRequest: (reader: XmlReader, attached?: AttachedParts) => unknown;
  readonly writeResponse: (output: never) => string;
  readonly readResponse: (reader: XmlReader, attached?: AttachedParts) => unknown;
  readonly inputAttachments?: readonly string[] | undefined;
  readonly outputAttachments?: readonly string[] | undefined;
  readonly attachRequest?: ((input: never) => readonly Attachment[]) | undefined;
  readonly attachResponse?: ((output: never) => readonly Attachment[]) | undefined;
  readonly faults: readonly AnyDescriptor[];
  readonly inputHeaders: readonly AnyDescriptor[];
  readonly outputHeaders: readonly AnyDescriptor[];
}

/** `HttpCodec` whatever its types. */
export interface AnyHttpCodec {
  readonly location: string;
  readonly parameters: readonly string[];
  readonly writeForm?: ((input: never) => string) | undefined;
  readonly readForm?: ((form: FormReader) => unknown) | undefined;
  readonly writeDocument?: ((input: never) => string) | undefined;
  readonly readDocument?: ((reader: XmlReader) => unknown) | undefined;
  readonly writeResult?: ((output: never) => string) | undefined;
  readonly readResult?: ((reader: XmlReader) => unknown) | undefined;
  readonly writeLocation?: ((input: never) => string) | undefined;
  /** Content type of what an operation with `written` answers, where the contract says it (`mime:content`). */
  readonly contentType?: string | undefined;
}

/** `StreamCodec` whatever its type. */
export interface AnyStreamCodec {
  readonly soapPath?: readonly RecordStep[] | undefined;
  readonly httpPath?: readonly RecordStep[] | undefined;
  readonly read: (reader: XmlReader) => unknown;
  readonly write?: ((record: never) => string) | undefined;
}

/**
 * An operation whatever its types: every `Operation` is assignable to it. Values pass between its functions only, which
 * the typed call signatures around them keep sound.
 */
export interface AnyOperation {
  readonly service: string;
  readonly name: string;
  readonly path: string;
  readonly namespace: string;
  readonly bindings: readonly BindingName[];
  readonly oneWay?: boolean | undefined;
  readonly written?: WrittenKind | undefined;
  readonly soap?: AnySoapCodec | undefined;
  readonly http?: AnyHttpCodec | undefined;
  readonly stream?: AnyStreamCodec | undefined;
  readonly types?: object | undefined;
}
