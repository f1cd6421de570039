import { ownArray, ownType } from '../codec/type.ts';
import { missedError } from '../codec/value.ts';
import { noteMeant } from '../xml/deviation.ts';
import { listAt, locate } from '../xml/place.ts';
import type { XmlQName, XmlReader } from '../xml/reader.ts';
import { START } from '../xml/tokens.ts';
import { orEmpty } from '../xml/write-text.ts';
import { Child } from './child.ts';
import type { ArrayType, ElementPlace, Field, ReadItem, TypeForm } from './description.ts';
import { writeList } from './write.ts';

/** What else is known of an array. */
interface ArrayDetail {
  readonly scope: string;
  readonly tagged?: boolean;
  readonly rank?: number;
}

/** An element with items inside, in TypeScript an array. */
export class DescribedArray implements ArrayType {
  readonly kind = 'array';
  readonly name: string;
  readonly namespace: string;
  readonly item: () => Field;
  readonly scope: string;
  readonly form: TypeForm;
  readonly rank: number;
  #children: readonly Child[] = [];

  constructor(
    name: string,
    namespace: string,
    item: () => Field,
    { scope, tagged = false, rank = 1 }: ArrayDetail,
  ) {
    this.name = name;
    this.namespace = namespace;
    this.item = item;
    this.scope = scope;
    this.rank = rank;
    this.form = { plain: false, tagged, constant: false };
  }

  /** How an item is read, and written where `outer` is the default namespace. */
  child(outer: string): Child {
    const known = this.#children.find((one) => one.outer === outer);
    if (known !== undefined) return known;
    const { scope } = this;
    const child = new Child(this.item(), { slot: 0, scope, outer, required: true });
    this.#children = [...this.#children, child];
    return child;
  }

  /** Reads the items of the element whose START was just read, and its END. */
  read(reader: XmlReader, readItem: ReadItem): unknown {
    if (this.name === '') ownType(reader);
    else ownArray(reader, this.name, this.namespace);
    const child = this.child(this.scope);
    const { name, namespace, field } = child;
    const items = listAt<unknown>(reader, reader.depth);
    const { encoded, deviations, defaults } = reader;
    let near: XmlQName | undefined;
    let other: XmlQName | undefined;
    while (reader.nextTag() === START) {
      if (reader.local === name && reader.namespace === namespace) {
        items.push(readItem(reader, child as never));
      } else if (reader.local === name && (encoded !== undefined || deviations?.lenient === true)) {
        if (encoded === undefined) noteMeant(reader, namespace, name);
        items.push(readItem(reader, child as never));
      } else {
        if (reader.local === name) near ??= reader.name;
        other ??= reader.name;
        reader.unknown(namespace, name);
      }
    }
    const instead = near ?? (items.length === 0 ? other : undefined);
    if (instead !== undefined && !defaults) {
      const error = missedError(name, instead);
      error.property = name;
      // no item is left for a lenient reader
      if (near === undefined) error.fatal = true;
      throw locate(reader, error);
    }
    field.count?.read(items, field, reader);
    return items;
  }

  /** Writes the items as the content of an element. */
  write(value: unknown, { open, close, inside }: ElementPlace): string {
    const content = writeList(value, this.child(inside));
    return open + (content === '' ? orEmpty('') : content) + close;
  }
}

/**
 * An array of ASMX: a type with one repeated element.
 *
 * @param item gives the element, with limits on the number of items
 * @param scope the namespace of its elements, if that is not its own
 */
export function array(
  name: string,
  namespace: string,
  item: () => Field,
  scope: string = namespace,
): ArrayType {
  return new DescribedArray(name, namespace, item, { scope });
}
