import { qnameKey } from '../../model/common/qname.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { pascalName, shortHash } from '../../names/names.ts';

/** Words for global elements in the names of functions, each unique. */
export type ElementWords = ReadonlyMap<ElementDeclaration, string>;

/** The name of each element. If several have one name, each gets five letters of its own. */
export function elementWords(elements: readonly ElementDeclaration[]): ElementWords {
  const all = elements.map((element) => ({ element, plain: pascalName(element.name.localName) }));
  const counts = new Map<string, number>();
  for (const { plain } of all) counts.set(plain, (counts.get(plain) ?? 0) + 1);
  return new Map(
    all.map(({ element, plain }) => {
      const alone = counts.get(plain) === 1;
      return [element, alone ? plain : `${plain}$${shortHash(qnameKey(element.name))}`];
    }),
  );
}
