import type { XmlElement, XmlNode } from '../xml/element.ts';
import { isNamed, propertyOf, type RawAnswer, withCause } from './errors.ts';
import type { AnyOperation, OperationTypes } from './operation.ts';

/**
 * Fault codes of SOAP 1.1. Those of SOAP 1.2 are read as their counterparts (Sender as Client,
 * Receiver as Server). A code of another namespace is `{namespace}Name`, one without a namespace
 * is read as `Name` and written for `{}Name`.
 */
export type SoapFaultCode =
  | 'Client'
  | 'Server'
  | 'MustUnderstand'
  | 'VersionMismatch'
  | 'DataEncodingUnknown'
  | (string & {});

/** The parts of a {@link SoapFault}. */
export interface SoapFaultInit<Detail = unknown> {
  /**
   * Default `Server`. A foreign code is `{namespace}Name`, one without a namespace `{}Name`: in
   * SOAP 1.2 it is the outermost subcode.
   */
  readonly code?: SoapFaultCode | undefined;
  readonly message: string;
  /** URI of the node that failed: `faultactor`, in SOAP 1.2 `Node`. */
  readonly actor?: string | undefined;
  /** URI of the role of that node; SOAP 1.2 only. */
  readonly role?: string | undefined;
  /** `{namespace}Name`; SOAP 1.2 only. */
  readonly subcode?: string | undefined;
  /** Nested subcodes, the outermost first, instead of `subcode`; SOAP 1.2 only. */
  readonly subcodes?: readonly string[] | undefined;
  /**
   * Content of the detail: the value of a declared fault (with `faultName`), otherwise an XML
   * element, several nodes, or text.
   */
  readonly detail?: Detail | undefined;
  /** Name of the declared fault that `detail` belongs to. */
  readonly faultName?: string | undefined;
  /** The `Fault` element as received. */
  readonly xml?: string | undefined;
  /** Declared SOAP headers of the answer by part name, as received. */
  readonly soapHeaders?: Readonly<Record<string, unknown>> | undefined;
  /** SOAP headers of the answer that the contract does not declare, as received. */
  readonly unknownHeaders?: readonly XmlElement[] | undefined;
  readonly raw?: RawAnswer | undefined;
  readonly cause?: unknown;
}

/** A SOAP fault. Handlers throw it to send one, clients throw it if they receive one. */
export class SoapFault<Detail = unknown> extends Error {
  override readonly name = 'SoapFault' as const;
  readonly code!: SoapFaultCode;
  readonly actor!: string | undefined;
  readonly role!: string | undefined;
  /** The outermost of `subcodes`. */
  readonly subcode!: string | undefined;
  /** Subcodes (SOAP 1.2 part 1, section 5.4.1), the outermost first; empty if there are none. */
  readonly subcodes!: readonly string[];
  /**
   * The decoded value of a declared fault; otherwise the nodes inside the detail element, or
   * `undefined` if there are none.
   */
  readonly detail!: Detail;
  /** Name of the declared fault that `detail` was decoded as. */
  readonly faultName!: string | undefined;
  /** The `Fault` element as received. */
  readonly xml!: string | undefined;
  /** On the client: declared SOAP headers of the answer by part name; empty if there are none. */
  readonly soapHeaders!: Readonly<Record<string, unknown>>;
  /** On the client: the other SOAP headers of the answer; empty if there are none. */
  readonly unknownHeaders!: readonly XmlElement[];
  /** HTTP status of the answer. */
  readonly status!: number | undefined;
  /** The whole answer, on the client. */
  readonly raw!: RawAnswer | undefined;

  constructor(init: SoapFaultInit<Detail>) {
    const { message, cause, code = 'Server', subcode, ...parts } = init;
    super(message, ...withCause(cause));
    const { raw, subcodes = subcode === undefined ? [] : [subcode] } = parts;
    const { soapHeaders = {}, unknownHeaders = [] } = parts;
    const headers = { soapHeaders, unknownHeaders };
    const known = { code, subcode: subcodes[0], subcodes, status: raw?.status };
    Object.assign(this, parts, known, headers);
  }

  /** The message, under its SOAP 1.2 name. */
  get reason(): string {
    return this.message;
  }
}

/** Whether a caught value is a SOAP fault, of this or another copy of the runtime. */
export function isSoapFault(error: unknown): error is SoapFault<readonly XmlNode[] | undefined> {
  return isNamed(error, 'SoapFault');
}

/** An operation as `isFault` and `fault` need it: its name and the types of its faults. */
export interface OperationWithFaults<Faults extends object, FaultsRead extends object = Faults>
  extends AnyOperation {
  readonly types?:
    | Pick<OperationTypes<unknown, Faults, object, object, FaultsRead>, 'faults' | 'faultsRead'>
    | undefined;
}

/**
 * Whether a caught value is a SOAP fault. With an operation and the name of one of its declared
 * faults: whether it is that fault, whose `detail` is then typed.
 */
export function isFault(error: unknown): error is SoapFault<readonly XmlNode[] | undefined>;
export function isFault<Faults extends object, Name extends keyof Faults & string>(
  error: unknown,
  operation: OperationWithFaults<object, Faults>,
  name: Name,
): error is SoapFault<Faults[Name]>;
export function isFault(error: unknown, operation?: AnyOperation, name?: string): boolean {
  if (!isSoapFault(error)) return false;
  if (operation === undefined) return true;
  return (
    propertyOf(error, 'faultName') === name &&
    operation.soap?.faults?.some((declared) => declared.name === name) === true
  );
}

/**
 * Creates the exception that a handler throws to answer with a declared fault.
 *
 * @param name Name of the fault in the contract.
 * @param detail Value of its detail element.
 * @param message Text of the fault; its name by default.
 */
export function fault<Faults extends object, Name extends keyof Faults & string>(
  _operation: OperationWithFaults<Faults, object>,
  name: Name,
  detail: Faults[Name],
  message: string = name,
): SoapFault<Faults[Name]> {
  return new SoapFault({ code: 'Client', message, detail, faultName: name });
}

/** Replaces a handler that is not written yet: answers with a Server fault that says so. */
export function notImplemented(): never {
  throw new SoapFault({ code: 'Server', message: 'This operation is not implemented.' });
}
