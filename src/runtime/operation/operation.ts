import type { XmlReader } from '../xml/reader.ts';
import type { AnyStreamCodec, ClientBinding, WrittenReader } from './any-operation.ts';
import type { AttachedParts, Attachment, AttachmentCodec } from './attachment.ts';
import type { BindingName, ElementName, RecordStep, WrittenKind } from './names.ts';

/**
 * A declared fault: `soap:fault` with the element of its detail. Servers write it, clients read it;
 * what the generated folder does not have the target for is absent.
 */
export interface FaultDescriptor {
  /** `wsdl:fault/@name`: what `isFault` and `fault` take. */
  readonly name: string;
  readonly element: ElementName;
  /** Writes the child element of `detail`. */
  readonly write?: ((detail: never) => string) | undefined;
  /** Reads that element. Called after its start tag; consumes its end tag. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/**
 * A declared header: `soap:header`. Who sends it writes it; what the generated folder does not have
 * the target for is absent.
 */
export interface HeaderDescriptor {
  /** Part name: the key in `soapHeaders`. */
  readonly name: string;
  readonly element: ElementName;
  readonly required: boolean;
  /** Writes the header entry. */
  readonly write?: ((value: never) => string) | undefined;
  /** Reads it. Called after its start tag; consumes its end tag. */
  readonly read?: ((reader: XmlReader) => unknown) | undefined;
}

/**
 * How an operation is marshalled over SOAP: one codec for both versions, since they differ in the
 * envelope alone. The functions are those of clients, absent in a folder without one.
 */
export interface SoapCodec<Input, Output> {
  /** SOAPAction without quotes. */
  readonly action: string;
  /** First element of a request's body, for routing by element; absent where the body is empty. */
  readonly element?: ElementName | undefined;
  /**
   * Whether messages use SOAP encoding (section 5): the envelope then declares `soapenc`, `tns` and
   * `types`.
   */
  readonly encoded?: boolean | undefined;
  /** Content of the request's `soap:Body`. */
  readonly writeRequest?: ((input: Input) => string) | undefined;
  /**
   * Reads the content of the response's `soap:Body`. Called after its start tag; consumes its end
   * tag. Absent for one-way operations.
   */
  readonly readResponse?: ((reader: XmlReader, attached?: AttachedParts) => Output) | undefined;
  /** How messages carry what goes beside their envelopes; absent where nothing does. */
  readonly attachments?: AttachmentCodec | undefined;
  /**
   * Message parts that come beside the envelope of a response (`mime:content`, WSDL 1.1 section 5);
   * absent for none.
   */
  readonly outputAttachments?: readonly string[] | undefined;
  /** Returns the parts that go beside the envelope of a request. */
  readonly attachRequest?: ((input: Input) => readonly Attachment[]) | undefined;
  readonly faults: readonly FaultDescriptor[];
  readonly inputHeaders: readonly HeaderDescriptor[];
  readonly outputHeaders: readonly HeaderDescriptor[];
}

/**
 * How an operation is marshalled by HTTP GET and POST. The functions are those of clients, absent
 * in a folder without one.
 */
export interface HttpCodec<Input, Output> {
  /** Such as `/AuthCode`, appended to the service's path. */
  readonly location: string;
  /** Parameter names in declaration order. */
  readonly parameters: readonly string[];
  /**
   * `name=value&…`, percent-encoded as UTF-8. Absent where the request is a document over every
   * HTTP binding.
   */
  readonly writeForm?: ((input: Input) => string) | undefined;
  /**
   * Root element of the document a POST request carries in place of a form (`mime:mimeXml`, WSDL
   * 1.1 section 5.3).
   */
  readonly writeDocument?: ((input: Input) => string) | undefined;
  /** Reads the answer. Called before the root's start tag. Absent for void. */
  readonly readResult?: ((reader: XmlReader) => Output) | undefined;
  /** The whole location, in place of `writeForm` where the binding has `http:urlReplacement`. */
  readonly writeLocation?: ((input: Input) => string) | undefined;
}

/** Reads the records of a result one by one. */
export interface StreamCodec<Item> {
  /** Elements from the child of `soap:Body` to the record; absent without a SOAP binding. */
  readonly soapPath?: readonly RecordStep[] | undefined;
  /**
   * Elements from the root of the answer of HTTP GET and POST to the record; absent without these
   * bindings.
   */
  readonly httpPath?: readonly RecordStep[] | undefined;
  /** Reads a record. Called after its start tag; consumes its end tag. Absent without a client. */
  readonly read?: ((reader: XmlReader) => Item) | undefined;
}

/**
 * Describes one operation to client and server alike. `Bindings` are the wires it can go over,
 * `Faults` and the header types map names to values; they exist for the compiler only.
 */
export interface Operation<
  Input,
  Output,
  Bindings extends BindingName = BindingName,
  Faults extends object = object,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  /** Name of the service. */
  readonly service: string;
  /** Name of the operation; the message name for overloads. */
  readonly name: string;
  /** Path of the service, such as `/AuthCodeSending.asmx`. */
  readonly path: string;
  /** Target namespace of the service. */
  readonly namespace: string;
  /** Wires in the order of the service's ports: the first is the default. */
  readonly bindings: readonly Bindings[];
  /** What a client calls it through, in the same order; absent in a folder without a client. */
  readonly client?: readonly ClientBinding[] | undefined;
  readonly oneWay?: boolean | undefined;
  readonly written?: WrittenKind | undefined;
  /** Of an operation with `written`: makes its result of an answer without one. */
  readonly readWritten?: WrittenReader | undefined;
  readonly soap?: SoapCodec<Input, Output> | undefined;
  readonly http?: HttpCodec<Input, Output> | undefined;
  /** Of a result that holds exactly one repeated element: its records. */
  readonly stream?: AnyStreamCodec | undefined;
  /** Never present: carries the types of faults and headers. */
  readonly types?: OperationTypes<Faults, InputHeaders, OutputHeaders> | undefined;
}

/** An operation whose result holds exactly one repeated element, the records of type `Item`. */
export interface StreamingOperation<
  Input,
  Output,
  Item,
  Bindings extends BindingName = BindingName,
  Faults extends object = object,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> extends Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders> {
  readonly stream: StreamCodec<Item>;
}

/** Types of an operation beside its input and output. */
export interface OperationTypes<Faults, InputHeaders, OutputHeaders> {
  readonly faults: Faults;
  readonly inputHeaders: InputHeaders;
  readonly outputHeaders: OutputHeaders;
}
