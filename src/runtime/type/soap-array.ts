import { flattenArray, type readSoapArray } from '../codec/array.ts';
import { asList } from '../codec/value.ts';
import type { XmlReader } from '../xml/reader.ts';
import { DescribedArray } from './array.ts';
import type { ArrayType, ElementPlace, Field, ReadItem } from './description.ts';
import { declaration } from './tag.ts';
import { writeItems } from './write.ts';

const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const schema = 'http://www.w3.org/2001/XMLSchema';

/** What a description says of a SOAP array. */
export interface SoapArrayDetail {
  /** Namespace and name of the type of its innermost items, with brackets of inner dimensions. */
  readonly items: readonly [namespace: string, local: string, dimensions?: string];
  /** Number of dimensions. Default: 1. */
  readonly rank?: number;
  /** Names of the types that items may have, the declared one first; any if omitted. */
  readonly types?: readonly string[];
  /** Whether it says that it is an array, as in SOAP encoding. */
  readonly encoded?: true;
}

/** An array of SOAP encoding (SOAP 1.1, 5.4.2). */
class SoapArrayType extends DescribedArray {
  readonly #detail: SoapArrayDetail;

  constructor(name: string, namespace: string, item: () => Field, detail: SoapArrayDetail) {
    super(name, namespace, item, { scope: '', tagged: true, rank: detail.rank ?? 1 });
    this.#detail = detail;
  }

  override read(reader: XmlReader, readItem: ReadItem): unknown {
    const { rank = 1, types } = this.#detail;
    const child = this.child('') as never;
    const read = reader.soapArrays as typeof readSoapArray;
    return read(reader, rank, (one) => readItem(one, child), types);
  }

  override write(value: unknown, { open, close, inside }: ElementPlace): string {
    const { items, rank = 1, encoded } = this.#detail;
    const rows = asList(value as readonly unknown[]);
    const { list, sizes } =
      rank > 1 ? flattenArray(rows, rank) : { list: rows, sizes: String(rows.length) };
    const [uri, local, dimensions = ''] = items;
    const prefix = uri === schema ? 'xsd' : 'q2';
    const declared = `${declaration('soapenc', encoding)}${declaration(prefix, uri)}`;
    const type = encoded ? ' xsi:type="soapenc:Array"' : '';
    const arrayType = `${prefix}:${local}${dimensions}[${sizes}]`;
    const tag = `${declared}${type} soapenc:arrayType="${arrayType}">`;
    return open + tag + writeItems(list, this.child(inside)) + close;
  }
}

/** An array of SOAP encoding. Its items are elements of any name. */
export function soapArray(
  name: string,
  namespace: string,
  item: () => Field,
  detail: SoapArrayDetail,
): ArrayType {
  return new SoapArrayType(name, namespace, item, detail);
}
