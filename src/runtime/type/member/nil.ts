import { nilValue as skip } from '../../codec/nil.ts';
import { isNil } from '../../xml/deviation.ts';
import type { NilForm } from '../description.ts';

/** A nil element, which is `null` (XML Schema 1, 2.6.2). */
export const nil: NilForm = {
  test: isNil,
  read: skip,
  write: (value, { start }) => (value === null ? `${start} xsi:nil="true" />` : undefined),
};

/** A value that is `null` if it is nil or left out, which it is when written (SOAP 1.1, 5.6). */
export const leftOut: NilForm = {
  test: isNil,
  read: skip,
  write: (value) => (value === null ? '' : undefined),
};
