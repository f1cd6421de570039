import { AsmxError } from '../operation/errors.ts';
import type { ClientBinding } from '../operation/operation.ts';

/**
 * Adds WS-Addressing to a binding: replaced by the module that does, which a bundle has only if it
 * imports its name.
 */
export const addresser: { around: (binding: ClientBinding) => ClientBinding } = {
  around: () => {
    throw new AsmxError('encode', 'addressing is not in this bundle: give clientAddressing(…).');
  },
};
