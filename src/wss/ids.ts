import { wsuNamespace } from '../runtime/wss/names.ts';
import { attributeOf, type Element, type Tree, within } from './tree.ts';

/** What a reference may hold: a name without colon. */
const fragment = /^#([\p{L}_][\p{L}\p{N}\p{M}._\u00b7-]*)$/u;

/** The ID of a reference within the message; nothing for any other URI. */
export function idIn(uri: string): string | undefined {
  return fragment.exec(uri)?.[1];
}

/**
 * The element with an ID: in `wsu:Id`, or in `Id` without namespace. Whatever another reader may
 * take for an ID counts as a second one.
 *
 * @throws Error there is none, or several
 */
export function elementWithId({ root }: Tree, id: string): Element {
  const found: Element[] = [];
  for (const element of within(root)) {
    const named = element.attributes.filter(
      ({ local, value }) => local.toLowerCase() === 'id' && value === id,
    );
    for (const _ of named) found.push(element);
  }
  const [element, other] = found;
  if (element === undefined) throw new Error(`There is no element with the ID ${id}.`);
  const own = [attributeOf(element, 'Id', wsuNamespace), attributeOf(element, 'Id')];
  if (other === undefined && own.includes(id)) return element;
  throw new Error(`The ID ${id} is not that of one element.`);
}

/**
 * Refuses IDs that occur twice.
 *
 * @throws Error a `wsu:Id` is that of several elements
 */
export function checkIds({ root }: Tree): void {
  const known = new Set<string>();
  for (const element of within(root)) {
    const id = attributeOf(element, 'Id', wsuNamespace);
    if (id === undefined) continue;
    if (known.has(id)) throw new Error(`The ID ${id.slice(0, 100)} is not that of one element.`);
    known.add(id);
  }
}
