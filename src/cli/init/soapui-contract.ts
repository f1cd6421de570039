import { createDiagnosticBag, type DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { linkContract } from '../../model/link.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { loadContract } from '../../read/read-contract.ts';
import { layOut } from './layout.ts';
import type { PlannedFile } from './planned-files.ts';
import type { ProjectInterface } from './soapui-project.ts';

/** A contract that a project holds, with the interfaces that are its bindings. */
export interface CachedContract {
  readonly interfaces: readonly ProjectInterface[];
  /** Absent if it has errors. */
  readonly model: ServiceModel | undefined;
  readonly bag: DiagnosticBag;
  /** Copies of its documents below `specs/`, the WSDL first. */
  readonly files: readonly PlannedFile[];
}

/** The interfaces of each WSDL, by its URL. Interfaces without documents are left out. */
export function interfacesByWsdl(
  interfaces: readonly ProjectInterface[],
): ReadonlyMap<string, readonly ProjectInterface[]> {
  const found = new Map<string, ProjectInterface[]>();
  for (const one of interfaces) {
    if (one.parts.length === 0) continue;
    const root = one.root === '' ? (one.parts[0]?.url ?? '') : one.root;
    const known = found.get(root);
    if (known === undefined) found.set(root, [one]);
    else known.push(one);
  }
  return found;
}

/**
 * Reads a contract from the documents of a project, without access to the Web or to files.
 *
 * @param name of its files
 */
export async function readCached(
  root: string,
  interfaces: readonly ProjectInterface[],
  name: string,
): Promise<CachedContract> {
  const parts = new Map<string, Uint8Array>();
  for (const { url, text } of interfaces.flatMap((one) => one.parts)) {
    const address = addressOf(url);
    // interfaces of one WSDL repeat its documents
    if (!parts.has(address)) parts.set(address, new TextEncoder().encode(text.trim()));
  }
  const entry = addressOf(root);
  const bag = createDiagnosticBag();
  const host = {
    readFile: () => undefined,
    fetch: async (url: string) => {
      const body = parts.get(url);
      return { status: body === undefined ? 404 : 200, body: body ?? new Uint8Array() };
    },
  };
  const allowHosts = [...parts.keys(), entry].map((url) => new URL(url).host);
  const loaded = await loadContract(entry, host, bag, { allowHosts });
  const model = loaded.contract && linkContract(loaded.contract, bag);
  const documents = { documents: loaded.fetched, links: loaded.links };
  return {
    interfaces,
    model: bag.failed ? undefined : model,
    bag,
    files: layOut(documents, name, loaded.entry).map(({ path, data }) => ({ path, data })),
  };
}

/** A URL for a document: its own, or one by which documents from files find each other. */
function addressOf(url: string): string {
  if (/^https?:/i.test(url) && URL.canParse(url)) return new URL(url).href;
  const path = url.replace(/^file:\/*/i, '').replace(/\\/g, '/');
  return new URL(`http://soapui.invalid/${path.replace(/[?#]/g, '-')}`).href;
}
