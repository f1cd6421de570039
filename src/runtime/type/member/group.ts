import { asObject } from '../../codec/value.ts';
import { notEncodable, within } from '../../xml/write-text.ts';
import { notWritable } from '../../xsd/facets.ts';
import { Child } from '../child.ts';
import { propertyOf } from '../described.ts';
import type { Detail, Field, Member, ObjectType } from '../description.ts';
import { DescribedObject } from '../object.ts';
import { flatten } from '../plan.ts';
import { writeElement, writeFields } from '../write.ts';
import { limits } from './count.ts';

/** A repeated choice or sequence: a list with an object for each turn. */
export function group(property: string, turn: Member, detail?: Detail): Field {
  let taken: readonly Field[] | undefined;
  const types = new Map<string, ObjectType>();
  return {
    kind: 'group',
    name: property,
    min: 0,
    max: Infinity,
    list: true,
    turn,
    count: limits,
    taken: () => {
      taken ??= flatten([turn]).fields.flatMap((field) => field.taken?.() ?? [field]);
      return taken;
    },
    write: (value, { scope, outer }) => {
      if (!isObject(value)) throw notEncodable('an object', value);
      const type = types.get(scope) ?? new DescribedObject('', '', () => [turn], { scope });
      types.set(scope, type);
      return writeFields(value, type, outer);
    },
    ...detail,
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Elements of which one is there: a substitution group. Each is an object with one property. */
export function head(
  property: string,
  alternatives: () => readonly Field[],
  detail?: Detail,
): Field {
  const known = new Map<string, readonly Child[]>();
  return {
    kind: 'head',
    name: property,
    min: 1,
    max: 1,
    taken: alternatives,
    count: (detail?.max ?? 1) > 1 ? limits : undefined,
    write: (value, { scope, outer }) => {
      const given = asObject(value) as Readonly<Record<string, unknown>>;
      const key = `${scope} ${outer}`;
      const place = { slot: 0, scope, outer, required: true };
      const children = known.get(key) ?? alternatives().map((one) => new Child(one, place));
      known.set(key, children);
      for (const child of children) {
        const { property: name } = child;
        if (given[name] === undefined) continue;
        try {
          return writeElement(given[name], child);
        } catch (error) {
          throw within(error, name);
        }
      }
      const names = alternatives().map((one) => `'${propertyOf(one)}'`);
      throw notWritable(`must have one of ${names.join(', ')}`);
    },
    ...detail,
  };
}
