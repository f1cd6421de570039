import type { ClientOptions, SoapSecurity } from './options.ts';

/** The security objects of a client, in their order. */
export function securityOf({ security = [] }: ClientOptions): readonly SoapSecurity[] {
  return Array.isArray(security) ? security : [security as SoapSecurity];
}

/**
 * Puts what several Security headers for one receiver hold into one: set by the module that does,
 * which those import that write such headers.
 */
export const joiner: { join: (headers: string) => string } = { join: (headers) => headers };

/**
 * Several security objects as one. What an object that signs has in `toXML` is part of its
 * signature, so it is not asked for it.
 */
export function joinSecurity(
  objects: readonly SoapSecurity[],
): Required<Pick<SoapSecurity, 'addHeaders' | 'addOptions' | 'toXML'>> &
  Pick<SoapSecurity, 'postProcess'> {
  const signers = objects.filter((one) => one.postProcess);
  return {
    addHeaders: (headers) => {
      for (const one of objects) one.addHeaders?.(headers);
    },
    addOptions: (options) => {
      for (const one of objects) one.addOptions?.(options);
    },
    toXML: () =>
      joiner.join(objects.map((one) => (one.postProcess ? '' : (one.toXML?.() ?? ''))).join('')),
    ...(signers.length > 0 && {
      postProcess: (xml: string, key: string) =>
        signers.reduce((text, one) => one.postProcess?.(text, key) ?? text, xml),
    }),
  };
}
