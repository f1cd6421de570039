import { collectRequests } from '../../convert/requests/collect-requests.ts';
import type { RequestCollection } from '../../convert/requests/sample-request.ts';
import { writeBruno } from '../../convert/requests/write-bruno.ts';
import { writeHttp } from '../../convert/requests/write-http.ts';
import { writePostman } from '../../convert/requests/write-postman.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { importContractCode } from '../run/import-contract-code.ts';
import type { Console } from '../terminal/console.ts';
import { sampleRequests } from './sample-requests.ts';

type Write = (collection: RequestCollection) => string | ReadonlyMap<string, string>;

const writers: Readonly<Record<'http' | 'bruno' | 'postman', Write>> = {
  http: writeHttp,
  bruno: writeBruno,
  postman: writePostman,
};

/**
 * The requests of a contract, as the same code sends them that users generate.
 *
 * @returns `undefined`, reported, if the contract cannot be generated
 */
export async function writeRequests(
  model: ServiceModel,
  to: keyof typeof writers,
  { sink, console }: { readonly sink: DiagnosticSink; readonly console: Console },
): Promise<string | ReadonlyMap<string, string> | undefined> {
  // requests are read from samples, as by a server
  const code = await importContractCode(model, console, {
    targets: ['client', 'server'],
    only: [],
  });
  if (code === undefined) return undefined;
  const requests = await sampleRequests(code, sink);
  return writers[to](collectRequests(code.plan.name, requests));
}
