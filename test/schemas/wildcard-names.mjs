// What wildcards of a drawn schema allow.
import { main } from './namespaces.mjs';

/** Whether a wildcard of the main namespace's schema allows names of a namespace. */
export function allows(wildcard, namespace) {
  return wildcard.split(' ').some((word) => {
    if (word === '##any') return true;
    if (word === '##other') return namespace !== main && namespace !== '';
    if (word === '##local') return namespace === '';
    return namespace === (word === '##targetNamespace' ? main : word);
  });
}
