import { defaultSettings } from '../../config/config.ts';
import { createDiagnosticBag, type DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { linkContract } from '../../model/link.ts';
import type { Contract } from '../../model/wsdl/definitions.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { facetOf, planNames } from '../../plan/views/contract-names.ts';
import { openApiOf } from '../../runtime/gateway/open-api.ts';
import type { GatewayOperation } from '../../runtime/gateway.ts';
import { findJobs } from '../contract/jobs.ts';
import { importContractCode } from '../run/import-contract-code.ts';
import type { Console } from '../terminal/console.ts';
import type { ConvertCommandOptions } from './options.ts';

/** Where a conversion reports to. */
interface Reporting {
  readonly bag: DiagnosticBag;
  readonly console: Console;
}

/** The OpenAPI document of a contract, in JSON; `undefined` after an error, which is reported. */
export async function toOpenApi(
  path: string,
  contract: Contract,
  options: ConvertCommandOptions,
  { bag, console }: Reporting,
): Promise<string | undefined> {
  const { openapi: version = '3.1', wire = 'json' } = options;
  const model = linkContract(contract, bag);
  if (model === undefined) return undefined;
  if (wire === 'xml') {
    const { writeOpenApi } = await import('../../convert/openapi/write-openapi.ts');
    return writeOpenApi(model, version);
  }
  const operations = await gatewayOperations(path, model, options, console);
  if (operations === undefined) return undefined;
  const texts = model.services.flatMap(({ name, documentation }) =>
    documentation === undefined ? [] : [[name, documentation] as const],
  );
  const document = openApiOf(
    { name: model.name, operations },
    Object.fromEntries(texts),
    version === '3.0' ? '3.0.3' : '3.1.0',
  );
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The operations of the gateway that target `gateway` writes, by the configuration. */
async function gatewayOperations(
  path: string,
  model: ServiceModel,
  { config, service }: ConvertCommandOptions,
  console: Console,
): Promise<readonly GatewayOperation[] | undefined> {
  if (model.services.every(({ interfaces }) => interfaces.every((one) => isEmpty(one)))) return [];
  const [job] = await findJobs([path], config, createDiagnosticBag());
  const { settings = defaultSettings } = job ?? {};
  const generated = await importContractCode(model, console, {
    targets: ['client', 'gateway'],
    only: service === undefined ? settings.only : [],
    // JSON has bytes as a whole
    settings: { ...settings, streams: [] },
  });
  if (generated === undefined) return undefined;
  const { plan, module } = generated;
  const exported = await module.load('doors.ts');
  const names = planNames(plan);
  return plan.services.flatMap(
    (one) => exported[facetOf(names.services, one).doors] as readonly GatewayOperation[],
  );
}

function isEmpty({ operations }: { readonly operations: readonly unknown[] }): boolean {
  return operations.length === 0;
}
