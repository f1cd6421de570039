import { AsmxError } from '../operation/errors.ts';
import type { ClientOptions, SoapSecurity } from './options.ts';

/** The security objects of a client, in their order. */
export function securityOf({ security = [] }: ClientOptions): readonly SoapSecurity[] {
  return Array.isArray(security) ? security : [security as SoapSecurity];
}

/**
 * Puts what several Security headers for one receiver hold into one: set by the module that does,
 * which those import that write such headers. Without it, they are refused.
 */
export const joiner: { join: (headers: string) => string } = {
  join: (headers) => {
    const tags = headers.match(/<(?:[^\s<>/]+:)?Security(?=[\s/>])[^>]*/g) ?? [];
    const receivers = tags.map((tag) => /:(?:actor|role)\s*=\s*["']([^"']*)/.exec(tag)?.[1]);
    if (tags.length === new Set(receivers).size) return headers;
    // SOAP Message Security 1.1.1, section 5
    const message =
      'Two Security headers are for one receiver; usernameToken and signer join them.';
    throw new AsmxError('encode', message);
  },
};

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
