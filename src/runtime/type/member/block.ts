import { isNilled } from '../../codec/nil.ts';
import { onlyTyped, onlyTypes } from '../../codec/type.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { Child } from '../child.ts';
import type { ElementPlace, Field, ObjectType } from '../description.ts';
import type { Message } from '../message-kinds.ts';
import { childValue } from '../read.ts';
import { writeElement } from '../write.ts';

/** An element that blocks some of the types that may stand in for its own (XML Schema 1, 3.3.4). */
export function allowing(field: Field, types: () => readonly ObjectType[]): Field {
  const plain = new Map<string, Child>();
  const plainOf = ({ slot, scope, outer, required }: ElementPlace): Child => {
    const known = plain.get(outer) ?? new Child(field, { slot, scope, outer, required });
    plain.set(outer, known);
    return known;
  };
  const readAllowed = (reader: XmlReader): XmlReader => {
    const names = types().map(({ namespace, name }) => `{${namespace}}${name}`);
    return onlyTypes(reader, names);
  };
  const writeAllowed = (value: object): never => {
    const all = types();
    const literals = all.map((one) => one.family?.literal);
    if (all.includes(field.type as ObjectType)) literals.unshift(undefined);
    return onlyTyped(value, literals) as never;
  };
  const { nil } = field;
  return {
    ...field,
    allowed: types,
    nil: nil && {
      ...nil,
      read: (reader, type) => nil.read(readAllowed(reader), type),
      write: (value, place) => nil.write(isNilled(value) ? writeAllowed(value) : value, place),
    },
    read: (reader, child) => childValue(readAllowed(reader), plainOf(child)),
    write: (value, child) => writeElement(writeAllowed(value), plainOf(child)),
  };
}

/** The same for an element of its own. */
export function allowingRoot<T>(root: Message<T>, types: () => readonly ObjectType[]): Message<T> {
  return { ...root, fields: () => root.fields().map((field) => allowing(field, types)) };
}
