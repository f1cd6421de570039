import { docContent, propertyKey } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call, type Expression, entry, object } from '../print/node.ts';
import type { ContractPlan, OperationPlan, ServicePlan } from '../result/plan.ts';
import {
  type ContractNames,
  mockNames,
  type Subject,
  subjectsOf,
} from '../views/contract-names.ts';
import { createImports, type ModuleImports, runtimeClauses } from '../views/module-imports.ts';
import { sidesOf } from '../views/used-functions.ts';

/** Data for `testing.hbs`. */
export interface TestingView {
  readonly imports: readonly ModuleClause[];
  /** Schemas of results by name of the descriptor; none without client and server. */
  readonly results: readonly string[];
  /** Functions `createMock…`; none without target `server`. */
  readonly mocks: readonly MockView[];
}

/** `createMock…Server`. */
export interface MockView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the server. */
  readonly result: string;
}

/** Plans `testing.ts`, for the tests of callers and servers. */
export function planTestingView(contract: ContractPlan, names: ContractNames): TestingView {
  const { client, server } = sidesOf(contract.options);
  const imports = createImports(contract);
  const output = (operation: OperationPlan): string =>
    imports.value('schemas', contract.operationSchemas.get(operation)?.output ?? '');
  const results = contract.operations.map((operation) => {
    imports.value('operations', operation.descriptor);
    return laidOut('', entry(propertyKey(operation.descriptor), output(operation)), ',', 1);
  });
  const mocks = server ? planMocks(contract, names, imports, output) : [];
  const types = ['ResultSchemas', 'SampleOptions', 'SampleSource'];
  const mockTypes = ['MockHandlers', 'MockServer', 'ServerOptions'];
  const values = [
    ...(server ? ['createMock'] : []),
    ...(client || server ? ['resultSchemas'] : []),
    'sampleFrom',
  ];
  return {
    imports: [
      ...runtimeClauses(contract, 'testing', {
        types: server ? [...types, ...mockTypes] : types,
        values,
      }),
      ...(client || server ? imports.clauses() : []),
    ],
    results: client || server ? results : [],
    mocks,
  };
}

function planMocks(
  contract: ContractPlan,
  names: ContractNames,
  imports: ModuleImports,
  output: (operation: OperationPlan) => string,
): readonly MockView[] {
  const given = mockNames(contract, names);
  const mock = ({ own, label }: Subject, results: Expression): MockView => {
    const { createServer, handlers } = own;
    const name = given.get(own) ?? '';
    imports.type('server', handlers);
    const create = imports.value('server', createServer);
    return {
      doc: docContent([
        `Creates a server of ${label} that records its calls.`,
        '',
        '@param handlers Operations without one answer with samples.',
      ]),
      name,
      parameters: parameterList({
        before: `export function ${name}`,
        items: [`handlers: MockHandlers<${handlers}> = {}`, 'options: ServerOptions = {}'],
        after: ': MockServer {',
      }),
      result: laidOut('return', call('createMock', create, results, 'handlers', 'options'), ';', 1),
    };
  };
  const all = (): Expression => {
    const entries = contract.services.map((service) =>
      entry(propertyKey(service.property), serviceResults(service, output)),
    );
    return object(entries, true);
  };
  return subjectsOf(contract, names).map((one) =>
    mock(one, one.service === undefined ? all() : serviceResults(one.service, output)),
  );
}

/** Schemas of the results of a service by method, in the structure of its handlers. */
function serviceResults(
  { interfaces }: ServicePlan,
  output: (operation: OperationPlan) => string,
): Expression {
  const entries = interfaces.map(({ operations }) =>
    operations.map((operation) => entry(propertyKey(operation.method), output(operation))),
  );
  const [main = [], ...others] = entries;
  const ports = others.map((one, index) =>
    entry(propertyKey(interfaces[index + 1]?.property ?? ''), object(one, true)),
  );
  return object([...main, ...ports], true);
}
