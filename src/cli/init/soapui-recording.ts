import { isSecretName } from '../../convert/requests/collect-requests.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { OperationPlan } from '../../plan/result/plan.ts';
import { planNames } from '../../plan/views/contract-names.ts';
import {
  createCaller,
  type Server,
  type ServerInterceptor,
  type ServerOptions,
} from '../../runtime/index.ts';
import { forward, optionsOf } from '../../runtime/shadow/forward.ts';
import { giveAnswer, type RecordedCall } from '../../runtime/shadow/recorded-call.ts';
import { type ContractCode, importContractCode } from '../run/import-contract-code.ts';
import { sampleHandlers } from '../serve/sample-handlers.ts';
import type { Console } from '../terminal/console.ts';
import type {
  MockResponse,
  ProjectInterface,
  ProjectRequest,
  SoapUiProject,
} from './soapui-project.ts';
import {
  type PropertyBudget,
  propertyBudget,
  propertyUse,
  withProperties,
} from './soapui-properties.ts';
import { soapHeadersOf } from './soapui-requests.ts';

/** Calls of a recording, and what could not become one. */
export interface MockRecording {
  readonly calls: readonly RecordedCall[];
  /** A sentence for each. */
  readonly leftOut: readonly string[];
}

/**
 * Makes a call of each mock response: the request that its operation has is read by a generated
 * server, and the response by a generated client.
 *
 * @returns `undefined`, reported, if the contract cannot be generated
 */
export async function recordMocks(
  model: ServiceModel,
  interfaces: readonly ProjectInterface[],
  project: SoapUiProject,
  console: Console,
): Promise<MockRecording | undefined> {
  const code = await importContractCode(model, console, {
    targets: ['client', 'server'],
    only: [],
  });
  if (code === undefined) return undefined;
  const calls: RecordedCall[] = [];
  const leftOut: string[] = [];
  const owners = new Map(interfaces.map((one) => [one.name, one]));
  const plans = plansByBinding(code.plan.operations);
  const budget = propertyBudget(project.characters);
  const expanded = expandedRequests(project, budget);
  const requests = usableRequests(expanded);
  const open = openUses(expanded);
  for (const mock of project.mocks) {
    const own = owners.get(mock.interface);
    if (own === undefined) continue;
    const label = `${mock.service}.${mock.operation} '${mock.name}'`;
    const plan =
      plans.get(JSON.stringify([own.binding, mock.operation])) ??
      plans.get(JSON.stringify(['', mock.operation]));
    const request = requests.get(placeOf(mock));
    const envelope = withProperties(mock.envelope, mock.scope, budget);
    if (plan === undefined || request === undefined || isOpen(envelope)) {
      const reason = whyNone(plan, request, envelope, open.get(placeOf(mock)));
      leftOut.push(`${label} is left out: ${reason}`);
      continue;
    }
    const made = await recordMock(code, plan, { mock: { ...mock, envelope }, request, own });
    if (typeof made === 'string') leftOut.push(`${label} is left out: ${made}`);
    else calls.push(made);
  }
  return { calls, leftOut };
}

/** Operations by binding and name; by the name alone the first of it. */
function plansByBinding(operations: readonly OperationPlan[]): ReadonlyMap<string, OperationPlan> {
  const found = new Map<string, OperationPlan>();
  for (const one of [...operations].reverse()) {
    const { name, soap11, soap12 } = one.operation;
    const bindings = [soap11, soap12].flatMap((soap) => soap?.port.binding.localName ?? []);
    for (const binding of ['', ...bindings]) found.set(JSON.stringify([binding, name]), one);
  }
  return found;
}

/** Requests with the values of their properties, but for secrets. */
function expandedRequests(
  { requests }: SoapUiProject,
  budget: PropertyBudget,
): readonly ProjectRequest[] {
  return requests
    .map((one) => ({
      ...one,
      envelope: withProperties(one.envelope, one.scope, budget, isSecretName),
    }))
    .filter(({ envelope }) => envelope !== '');
}

/** The first request of each operation that needs no other property. */
function usableRequests(expanded: readonly ProjectRequest[]): ReadonlyMap<string, ProjectRequest> {
  const usable = expanded.filter(({ envelope }) => !isOpen(envelope));
  return new Map(usable.reverse().map((one) => [placeOf(one), one]));
}

/** The first property without a value that requests of an operation use. */
function openUses(expanded: readonly ProjectRequest[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const one of expanded) {
    const place = placeOf(one);
    const [use] = found.has(place) ? [] : (one.envelope.match(propertyUse) ?? []);
    if (use !== undefined) found.set(place, use);
  }
  return found;
}

/** Whether a message has properties without a value, which scripts set. */
function isOpen(envelope: string): boolean {
  return envelope.search(propertyUse) >= 0;
}

function whyNone(
  plan: OperationPlan | undefined,
  request: ProjectRequest | undefined,
  envelope: string,
  open: string | undefined,
): string {
  if (plan === undefined) return 'the contract lacks the operation';
  const [use] = envelope.match(propertyUse) ?? [];
  if (request !== undefined) return `no property of the project is ${use}`;
  return open === undefined
    ? 'it has no request'
    : `its requests need ${open}, which is a secret or has no value`;
}

function placeOf(one: Pick<ProjectRequest, 'interface' | 'operation'>): string {
  return JSON.stringify([one.interface, one.operation]);
}

interface Exchange {
  readonly mock: MockResponse;
  readonly request: ProjectRequest;
  readonly own: ProjectInterface;
}

/** The call, or why there is none. */
async function recordMock(
  code: ContractCode,
  plan: OperationPlan,
  { mock, request, own }: Exchange,
): Promise<RecordedCall | string> {
  const type = own.isSoap12 ? 'application/soap+xml' : 'text/xml';
  const answer = async (): Promise<Response> =>
    new Response(mock.envelope, {
      status: mock.status,
      headers: { 'Content-Type': `${type}; charset=utf-8` },
    });
  const caller = createCaller({ baseUrl: 'http://localhost', fetch: answer }, {});
  let found: RecordedCall | undefined;
  let failure = 'its request cannot be read';
  const interceptor: ServerInterceptor = async (call) => {
    const { operation, input, context } = call;
    for (const header of context.unknownHeaders) context.understood(header);
    try {
      const forwarded = await forward(caller, operation, input, optionsOf(call));
      const { service, name } = operation;
      const { binding } = context;
      found = { service, operation: name, binding, parameters: input, answer: forwarded.answer };
    } catch (error) {
      failure = `its response cannot be read: ${error instanceof Error ? error.message : error}`;
      throw error;
    }
    return giveAnswer(found.answer, call);
  };
  const server = await serverOf(code, { interceptors: [interceptor] });
  await server.fetch(
    new Request(`http://localhost${plan.service.path}`, {
      method: 'POST',
      headers: soapHeadersOf(own, request.operation),
      body: request.envelope,
    }),
  );
  return found ?? failure;
}

async function serverOf(code: ContractCode, options: ServerOptions): Promise<Server> {
  const exports = await code.module.load('server.ts');
  const { contract, services } = planNames(code.plan);
  const [names = contract] = contract === undefined ? services.values() : [];
  const factory = exports[names?.createServer ?? ''] as (
    handlers: unknown,
    options: ServerOptions,
  ) => Server;
  return factory(await sampleHandlers(code), options);
}
