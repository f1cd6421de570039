import { planElementsFiles } from './elements/elements-view.ts';
import { planDocumentation } from './pages/plan-documentation.ts';
import { commentText } from './print/encode.ts';
import {
  type ContractPlan,
  type CopyPlan,
  type FilePlan,
  type GenerationPlan,
  hasDoors,
  hasSchemas,
  type PlanOptions,
  type Target,
} from './result/plan.ts';
import { planDoorsView } from './routes/doors-view.ts';
import { planGatewayView } from './routes/gateway-view.ts';
import { planMcpView } from './routes/mcp-view.ts';
import { planRuntimeFiles } from './runtime-files.ts';
import { headerLines, runtimeHeader } from './shared-runtime.ts';
import { planSchemasFiles } from './type-schemas/schemas-view.ts';
import { planTestingView } from './type-schemas/testing-view.ts';
import { planClientView } from './views/client-view.ts';
import { type ContractNames, planNames } from './views/contract-names.ts';
import { planDescriptionsFiles } from './views/descriptions-view.ts';
import { planFileNames } from './views/file-names.ts';
import { planHandlers } from './views/handlers-view.ts';
import { planIndexView } from './views/index-view.ts';
import { planOperationsFiles } from './views/operations-view.ts';
import { planServerView } from './views/server-view.ts';
import { planSoapView } from './views/soap-view.ts';
import { planTypesFiles } from './views/types-view.ts';

/** The header of every generated file. */
export interface HeaderView {
  /** Path of the contract, relative to the output folder. */
  readonly contract: string;
  /** Further lines of the configuration. */
  readonly lines: readonly string[];
}

/**
 * Decides the files of a contract, in the order in which they build on each other. `client` and
 * `server` include types, codecs and descriptors, whether or not `types` is among the targets;
 * `soap` includes everything it needs, `handlers` the server, `gateway` and `mcp` the client if
 * there is no server.
 */
export function planFiles(requested: ContractPlan): GenerationPlan {
  const contract = withImpliedTargets(requested);
  const { options } = contract;
  const header = planHeader(options);
  const runs = options.targets.includes('client') || options.targets.includes('server');
  const checks = hasSchemas(options);
  const typed = runs || checks || options.targets.includes('types');
  const names = planNames(contract);
  function* files(): Generator<FilePlan> {
    if (typed) yield* planTypesFiles(contract);
    const reads = contract.elements.length > 0;
    if (runs || checks || reads) yield* planDescriptionsFiles(contract);
    if (reads) yield* planElementsFiles(contract);
    if (checks) yield* planSchemasFiles(contract);
    if (options.targets.includes('schemas')) {
      yield single('testing', planTestingView(contract, names));
    }
    if (runs) yield* planOperationsFiles(contract, names);
    if (options.targets.includes('client')) yield single('client', planClientView(contract, names));
    if (options.targets.includes('server')) yield single('server', planServerView(contract, names));
    yield* planDoorFiles(contract, names);
    yield* withSafeNames(contract, planDocumentation(contract));
    if (options.targets.includes('soap')) yield single('soap', planSoapView(contract, names));
    if (typed) yield single('index', planIndexView(contract, names));
  }
  return {
    contract,
    files: withHeader(files(), header),
    copies: options.runtime === 'vendor' ? runtimeCopies(contract, header) : [],
    handlers: planHandlers(contract, names),
  };
}

/** Files of generated code that run. */
export interface RunnableFiles {
  /** Codecs, descriptors, and the server if it is among the targets. */
  readonly code: Iterable<FilePlan>;
  /** Imported by the server on the first request that needs it; empty without target `docs`. */
  readonly documentation: Iterable<FilePlan>;
}

/**
 * Plans only the code of a contract that runs, for a program that runs it itself: no files with
 * only types, or only for users. Files are planned on demand.
 */
export function planRunnableFiles(contract: ContractPlan): RunnableFiles {
  const { options } = contract;
  const header = planHeader(options);
  const names = planNames(contract);
  const hasConstants = contract.types.some((one) => one.values !== undefined);
  function* code(): Generator<FilePlan> {
    if (hasConstants) yield* planTypesFiles(contract);
    yield* planDescriptionsFiles(contract);
    if (hasSchemas(options)) yield* planSchemasFiles(contract);
    yield* planOperationsFiles(contract, names);
    if (options.targets.includes('server')) yield single('server', planServerView(contract, names));
    yield* planDoorFiles(contract, names);
  }
  function* documentation(): Generator<FilePlan> {
    yield* planDocumentation(contract, false);
  }
  return {
    code: withHeader(code(), header),
    documentation: withHeader(documentation(), header),
  };
}

/** Files for callers that never see XML. */
function* planDoorFiles(contract: ContractPlan, names: ContractNames): Generator<FilePlan> {
  const { options } = contract;
  if (hasDoors(options)) yield single('doors', planDoorsView(contract, names));
  if (options.targets.includes('gateway')) {
    yield single('gateway', planGatewayView(contract, names));
  }
  if (options.targets.includes('mcp')) yield single('mcp', planMcpView(contract, names));
}

/** The only file of its template. */
function single(template: string, view: object): FilePlan {
  return { path: `${template}.ts`, template, view };
}

function* withHeader(files: Iterable<FilePlan>, header: HeaderView): Generator<FilePlan> {
  for (const file of files) yield { ...file, view: { ...file.view, header } };
}

/** Targets that other targets need. */
const implied: Readonly<Partial<Record<Target, readonly Target[]>>> = {
  soap: ['client', 'server', 'docs'],
  handlers: ['server'],
};

/** Without operations there is nothing to call, serve or describe, so only types remain. */
function withImpliedTargets(contract: ContractPlan): ContractPlan {
  const given = contract.options.targets;
  const own = new Set(given.flatMap((one) => [one, ...(implied[one] ?? [])]));
  // a gateway is in front of one of them
  if (hasDoors({ targets: [...own] }) && !own.has('server')) own.add('client');
  const all = [...own];
  const typed = all.filter(
    (one) => one === 'types' || (contract.model.isSchema && one === 'schemas'),
  );
  const targets = contract.operations.length > 0 ? all : typed;
  if (targets.length === given.length) return contract;
  return { ...contract, options: { ...contract.options, targets } };
}

/** Contract text in a line comment: one line, without characters that end or hide it. */
function planHeader(options: PlanOptions): HeaderView {
  return { contract: commentText(options.contractPath), lines: headerLines(options) };
}

/** Files of the runtime that the generated ones import, directly or not. */
function* runtimeCopies(
  { options, runtimeNames }: ContractPlan,
  header: HeaderView,
): Generator<CopyPlan> {
  const comment = runtimeHeader([`Contract: ${header.contract}`, ...header.lines]);
  yield* planRuntimeFiles(runtimeNames, options, comment);
}

/** Files named after services, with names that are valid on every system. */
function withSafeNames(contract: ContractPlan, files: readonly FilePlan[]): readonly FilePlan[] {
  const safe = planFileNames(contract.services.map((service) => service.service.name));
  return files.map((file) => {
    const [, name = ''] = /^wsdl\/(.*)\.wsdl$/.exec(file.path) ?? [];
    const usable = safe.get(name);
    return usable === undefined ? file : { ...file, path: `wsdl/${usable}.wsdl` };
  });
}
