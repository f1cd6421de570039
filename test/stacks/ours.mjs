// What of the product the checks of stacks meet; it is made once, when the first of them asks for it.
import { startFiles } from './files.mjs';
import { startShop } from './shop.mjs';
import { startSecureSite, startSite, writeCases } from './site.mjs';

/**
 * The product as checks meet it.
 * @param work folder for what is made
 * @param recordings folder of the reference site, which may be missing
 * @param contracts folder of real contracts, which may be missing
 */
export function createOurs(work, { recordings, contracts }) {
  const started = new Map();
  const once = (name, begin) => {
    if (!started.has(name)) started.set(name, begin());
    return started.get(name);
  };
  const site = () => once('site', startSite);
  return {
    work,
    /** What checks of several stacks share: it is begun at first use, and stopped in the end. */
    once,
    recordings,
    contracts,
    /** All services of the reference site, and the calls that clients make. */
    site,
    cases: () => once('cases', () => writeCases(work)),
    /** The same, with security. */
    secureSite: () => once('secure site', async () => startSecureSite(await site())),
    /** A service that sends bytes back: `mtom` or `addressing`. */
    files: (kind) => once(kind, () => startFiles(work, kind)),
    /** A shop in rpc/encoded. */
    shop: () => once('shop', () => startShop(work)),
    async stop() {
      for (const { value } of await Promise.allSettled(started.values())) value?.stop?.();
    },
  };
}
