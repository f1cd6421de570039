import { nilValue as skip } from '../../codec/nil.ts';
import { isNil } from '../../xml/xsi.ts';
import type { NilForm } from '../description.ts';

/** A nil element, which is `null` (XML Schema 1, 2.6.2). */
export const nil: NilForm = {
  test: isNil,
  read: skip,
  write: (value, { start }) => (value === null ? `${start} xsi:nil="true" />` : undefined),
};
