import { outside } from '../../xsd/qname.ts';
import type { Format, Simple } from '../simple-type.ts';

/** What else a description says of a parameter. */
export interface ParameterDetail {
  /** The property with its value. Default: its name. */
  readonly property?: string;
  /** Whether the value is a list, each item of which is a parameter of this name. */
  readonly list?: true;
  /**
   * Whether it may be left out; `'empty'` if an empty one has no value, either, and `'written'` if
   * only clients leave it out, as a list without items.
   */
  readonly optional?: true | 'empty' | 'written';
  /** Whether an empty text is sent for `null`, and without a value if it is not left out. */
  readonly empty?: true;
  /** Whether it must be sent although its property may have no value. */
  readonly needed?: true;
  /**
   * Whether it is a `byte[]`, for which ASMX has a number for each byte; the type of its bytes, if
   * its value is their text.
   */
  readonly bytes?: true | Simple;
  /** Whether it is a list of flags, which .NET separates by commas. */
  readonly flags?: true;
  /** Gives the text of a form for that of XML, where .NET has another one. */
  readonly text?: (text: string) => string;
  /** The built-in type whose texts ASMX reads, if the value has another type in the program. */
  readonly wire?: Simple;
  /** Name of the type in the errors of a server, if it is none that ASMX has in forms. */
  readonly label?: string;
}

/** A parameter of a query string, form or location. */
export interface Parameter extends ParameterDetail {
  readonly name: string;
  readonly type: Simple;
}

/** The parameters of an operation over HTTP GET and POST (WSDL 1.1, 4). */
export interface Form<T = unknown> {
  readonly parameters: () => readonly Parameter[];
  /** Never present: carries the type of the input. */
  readonly types?: T;
}

/** What generated code calls a form, because contracts have types `Form`. */
export type FormParameters<T> = Form<T>;

/** The parameters of an operation, in the order of the contract. */
export function form<T>(parameters: () => readonly Parameter[]): Form<T> {
  return { parameters };
}

/** A parameter. The type of a list is that of its items. */
export function parameter(name: string, type: Simple, detail?: ParameterDetail): Parameter {
  return { name, type, ...detail };
}

/** The bytes of a value. */
export function formBytes({ type, bytes }: Parameter, value: unknown): Uint8Array {
  const isText = bytes !== undefined && bytes !== true;
  return (isText ? bytes.parse(type.raw(value as never), outside) : value) as Uint8Array;
}

/** The text of a value of a parameter, not encoded. */
export function formText({ type, flags, text }: Parameter): Format {
  return (value) => {
    const written = type.raw(value);
    return flags ? written.replace(/ /g, ', ') : (text?.(written) ?? written);
  };
}
