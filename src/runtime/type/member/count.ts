import { asListOf, checkCount } from '../../codec/count.ts';
import { propertyOf } from '../described.ts';
import type { Count } from '../description.ts';

/** Limits on the number of items (XML Schema 1, 3.9.4). */
export const limits: Count = {
  read: (list, field, reader) => {
    const { min, max, kind, name } = field;
    const label = kind === 'element' ? name : propertyOf(field);
    checkCount(list?.length, [min, max], label, reader);
  },
  write: (list, { min, max }) => asListOf(list, [min, max]),
};
