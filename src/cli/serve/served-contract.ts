import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { pathsOf } from '../../model/wsdl/address.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { wireSignatureOf } from '../../plan/messages/signature.ts';
import type { NodeListener, Server } from '../../runtime/index.ts';
import type { ServiceDocs } from '../../runtime/pages/data.ts';
import { rootPage } from '../../runtime/pages/index-page.ts';
import { readOrigin } from '../../runtime/pages/location.ts';
import { openConfigured } from '../contract/configured-contract.ts';
import { findJobs } from '../contract/jobs.ts';
import { refuseWithoutOperations } from '../contract/without-operations.ts';
import { type ContractCode, importContractCode } from '../run/import-contract-code.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { Console } from '../terminal/console.ts';
import { exitCodeOf } from '../terminal/diagnostics-exit-code.ts';
import { type ExitCode, exitCodes } from '../terminal/exit-codes.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import type { HandlerTree } from './load-handlers.ts';
import type { ServeCommandOptions } from './options.ts';
import { sampleHandlers } from './sample-handlers.ts';

/** A contract that is served: its generated code, and a handler for each operation. */
export interface ServedContract {
  readonly model: ServiceModel;
  readonly code: ContractCode;
  readonly handlers: HandlerTree;
}

/**
 * Opens contracts, and generates their servers with samples as handlers.
 *
 * @param named Files, URLs and globs; without any, the contracts of the configuration.
 * @returns the exit code if one of them cannot be served, which is reported
 * @throws {CliError} if one has no operation, or two of them have a service at the same path
 */
export async function openServed(
  named: readonly string[],
  options: ServeCommandOptions,
  console: Console,
): Promise<readonly ServedContract[] | ExitCode> {
  const bag = createDiagnosticBag();
  const jobs = await findJobs(named, options.config, bag);
  if (bag.failed || jobs.length === 0) {
    await reportDiagnostics(bag.diagnostics, console);
    return exitCodeOf(bag.diagnostics);
  }
  const paths = jobs.map(({ path }) => path);
  const contracts: ServedContract[] = [];
  for (const path of paths) {
    const opened = await openConfigured(path, options, console);
    if (opened.model === undefined) return opened.exitCode;
    refuseWithoutOperations(path, opened.model);
    const code = await importContractCode(opened.model, console, {
      // samples are read like a client reads them
      targets: ['client', 'server', 'docs'],
      only: [],
      // recordings have values of the default types, whatever the configuration maps them to
      settings: options.handlers === undefined ? undefined : opened.settings,
    });
    if (code === undefined) return exitCodes.no;
    contracts.push({ model: opened.model, code, handlers: await sampleHandlers(code) });
  }
  checkPaths(paths, contracts);
  return contracts;
}

function checkPaths(files: readonly string[], contracts: readonly ServedContract[]): void {
  const taken = new Map<string, string>();
  for (const [index, { model }] of contracts.entries()) {
    const file = files[index] ?? '';
    for (const path of new Set(model.services.flatMap(pathsOf))) {
      const other = taken.get(path.toLowerCase());
      if (other !== undefined) {
        throw new CliError(
          `${other} and ${file} both have a service at ${path}`,
          'Serve them one by one, each with its own --port.',
        );
      }
      taken.set(path.toLowerCase(), file);
    }
  }
}

/**
 * The handlers as a module of handlers names them: those of the only service themselves, otherwise
 * in an object for each service.
 *
 * @throws {CliError} if two contracts have a service of the same name
 */
export function handlerTree(contracts: readonly ServedContract[]): HandlerTree {
  const [only, more] = contracts;
  if (only !== undefined && more === undefined) return only.handlers;
  const tree: HandlerTree = {};
  for (const { code, handlers } of contracts) {
    const { services } = code.plan;
    for (const { property } of services) {
      if (Object.hasOwn(tree, property)) {
        throw new CliError(
          `two contracts have a service '${property}', so --handlers is ambiguous`,
          'Serve them one by one, each with its own --port.',
        );
      }
      tree[property] = services.length === 1 ? handlers : (handlers[property] ?? {});
    }
  }
  return tree;
}

/** One listener for all servers. The list of services at `/` has those of all contracts. */
export function joinServers(
  servers: readonly Server[],
  contracts: readonly ServedContract[],
): NodeListener {
  const [first] = servers;
  if (first !== undefined && servers.length === 1) return first.listener;
  const services = contracts.flatMap(({ code }) => listedServices(code));
  return (request, response) => {
    const { method = '', url = '', headers } = request;
    if (/^(?:GET|HEAD)$/.test(method) && /^\/(?:\?|$)/.test(url)) {
      const page = rootPage(services, readOrigin(`http://${headers.host ?? 'localhost'}`), true);
      response.writeHead(page.status, Object.entries(page.headers).flat() as never);
      response.end(method === 'HEAD' ? '' : page.body, 'utf8');
      return;
    }
    const pass = (index: number): void => {
      const next = index + 1 < servers.length ? () => pass(index + 1) : undefined;
      servers[index]?.listener(request, response, next);
    };
    pass(0);
  };
}

/** What the list of services shows. */
function listedServices({ plan }: ContractCode): readonly ServiceDocs[] {
  return plan.services.map(({ service, interfaces }) => {
    const operations = interfaces.flatMap((one) => one.operations);
    const signatures = new Map(
      operations.map((one) => [
        one.operation.messageName,
        wireSignatureOf(one.operation, one.messages),
      ]),
    );
    return {
      name: service.name,
      path: service.path,
      namespace: service.namespace,
      description: service.documentation,
      soapBindings: [],
      operations: Array.from(signatures, ([name, signature]) => ({ name, signature })),
    };
  });
}
