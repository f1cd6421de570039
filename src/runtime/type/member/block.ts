import { onlyTyped, onlyTypes } from '../../codec/type.ts';
import { Child } from '../child.ts';
import type { ElementPlace, Field, ObjectType } from '../description.ts';
import type { Message } from '../message.ts';
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
  return {
    ...field,
    read: (reader, child) => {
      const names = types().map(({ namespace, name }) => `{${namespace}}${name}`);
      return childValue(onlyTypes(reader, names), plainOf(child));
    },
    write: (value, child) => {
      const all = types();
      const own = all.includes(field.type as ObjectType) ? [undefined] : [];
      const literals = [...own, ...all.map((one) => one.family?.literal)];
      return writeElement(onlyTyped(value, literals), plainOf(child));
    },
  };
}

/** The same for an element of its own. */
export function allowingRoot<T>(root: Message<T>, types: () => readonly ObjectType[]): Message<T> {
  return { ...root, fields: () => root.fields().map((field) => allowing(field, types)) };
}
