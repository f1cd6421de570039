import { asList, asObject } from '../codec/value.ts';
import { formatXsdString, inOnePiece, orEmpty, pieceLength, within } from '../xml/write-text.ts';
import type { Child } from './child.ts';
import type { Namespaces, ObjectType, Values } from './description.ts';
import { attributesOf, type Plan, planOf, type WrittenAttribute } from './plan.ts';
import { ELEMENT, TEXT } from './simple-type.ts';

/**
 * Writes an object: what is between its tags; of a type that begins in the start tag, what follows
 * the name there.
 *
 * @param scope the default namespace
 * @throws EncodeError the value does not have the type
 */
export function writeObject(value: unknown, declared: ObjectType, scope: string): string {
  const given = asObject(value) as object;
  const { family } = declared;
  if (family === undefined) return writeFields(given, declared, scope);
  const { type, tag } = family.chooseWritten(given, declared, scope);
  return tag + writeFields(given, type, scope);
}

/** Writes an object as exactly this type. */
export function writeFields(given: object, type: ObjectType, scope: string): string {
  const known = type.plan as Plan | undefined;
  const plan = known !== undefined && known.outer === scope ? known : planOf(type, scope);
  const values = plan.take(given as never);
  const { checksWritten } = plan;
  for (let at = 0; at < checksWritten.length; at += 1) checksWritten[at]?.(values);
  const { content } = type;
  if (!type.form.tagged) {
    return content === undefined ? writeChildren(values, plan) : content.write(given, values, plan);
  }
  const start = writeInTag(values, plan);
  if (content !== undefined) return start + content.write(given, values, plan);
  return `${start}>${orEmpty(writeChildren(values, plan))}`;
}

/** Writes the properties in the start tag. */
export function writeInTag(values: Values, plan: Plan): string {
  const { named, attributes, type, inTag } = plan;
  const namespaces = named && values[named.slot];
  if (named === undefined || namespaces === undefined) return writeAttributes(values, attributes);
  return named.declare(namespaces as Namespaces, type, (given) =>
    writeAttributes(values, attributesOf(type, inTag, given)),
  );
}

function writeAttributes(values: Values, attributes: readonly WrittenAttribute[]): string {
  let xml = '';
  // whether the quote after the last attribute is to be written yet
  let isOpen = false;
  let at = 0;
  try {
    for (; at < attributes.length; at += 1) {
      const { slot, required, start, next, format } = attributes[at] as WrittenAttribute;
      const value = values[slot];
      if (value === undefined && !required) continue;
      if (start === undefined) {
        xml += (isOpen ? '"' : '') + format(value as never);
        isOpen = false;
      } else {
        xml += (isOpen ? next : start) + format(value as never);
        isOpen = true;
      }
    }
  } catch (error) {
    throw within(error, (attributes[at] as WrittenAttribute).property);
  }
  return isOpen ? `${xml}"` : xml;
}

/** Writes the children of an object in the order of the schema. */
function writeChildren(values: Values, { written }: Plan): string {
  let xml = '';
  // the one whose end tag is to be written yet
  let last: Child | undefined;
  let at = 0;
  try {
    for (; at < written.length; at += 1) {
      const child = written[at] as Child;
      const value = values[child.slot];
      const { way } = child;
      if (way === ELEMENT || child.list || value === null || value === undefined) {
        if (last !== undefined) {
          xml += last.close;
          last = undefined;
        }
        if (value === undefined && !child.required) continue;
        xml += child.list ? writeList(value, child) : writeElement(value, child);
        continue;
      }
      const text =
        way === TEXT ? formatXsdString(value as string) : (child.format?.(value as never) ?? '');
      xml += (last === undefined ? child.open : last.joint) + (text === '' ? orEmpty('') : text);
      last = child;
    }
  } catch (error) {
    throw within(error, (written[at] as Child).property);
  }
  return last === undefined ? xml : xml + last.close;
}

/** Writes each item of a list as an element, after checking that the value is a list. */
export function writeList(value: unknown, child: Child): string {
  const { field } = child;
  const list = asList(value as readonly unknown[]);
  return writeItems(field.count === undefined ? list : field.count.write(list, field), child);
}

/** Writes each item of a list as an element. */
export function writeItems(list: readonly unknown[], item: Child): string {
  let xml = '';
  let done = '';
  let at = 0;
  try {
    for (; at < list.length; at += 1) {
      xml += writeElement(list[at], item);
      if (xml.length > pieceLength) {
        done += inOnePiece(xml);
        xml = '';
      }
    }
  } catch (error) {
    throw within(error, at);
  }
  return done + xml;
}

/** Writes an element with its tags. */
export function writeElement(value: unknown, child: Child): string {
  const { nil, object, array, write, open, close, inside } = child;
  if (nil !== undefined) {
    const written = nil.write(value, child);
    if (written !== undefined) return written;
  }
  if (write !== undefined) return write(value as never, child);
  if (object !== undefined) {
    const content = writeObject(value, object, inside);
    const { tagged, constant } = object.form;
    return open + (tagged || constant ? content : orEmpty(content)) + close;
  }
  if (array !== undefined) return array.write(value, child);
  return open + orEmpty(child.format?.(value as never) ?? '') + close;
}
