import { docContent, propertyKey } from '../print/encode.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call } from '../print/node.ts';
import type { ContractPlan } from '../result/plan.ts';
import { type ContractNames, type Subject, subjectsOf } from '../views/contract-names.ts';
import { createImports, type ModuleImports, runtimeClauses } from '../views/module-imports.ts';
import { hookTypeArguments } from '../views/operation-types.ts';
import { exampleTarget, type FactoryView, factoryOf } from './factory.ts';

/** Data for `gateway.hbs`. */
export interface GatewayView {
  readonly imports: readonly ModuleClause[];
  /** Interfaces of hooks. */
  readonly hooks: readonly HooksView[];
  /** Functions `create…Gateway`. */
  readonly factories: readonly FactoryView[];
}

/** The hooks of a gateway. */
export interface HooksView {
  readonly doc: string;
  readonly name: string;
  /** One for each operation. */
  readonly members: readonly HookView[];
}

/** The hooks of an operation. */
export interface HookView {
  readonly name: string;
  readonly type: string;
}

/** Plans `gateway.ts`. */
export function planGatewayView(contract: ContractPlan, names: ContractNames): GatewayView {
  const imports = createImports(contract);
  const subjects = subjectsOf(contract, names);
  const hooks = subjects.map((one) => hooksView(one, imports));
  const factories = subjects.map((one) => factoryView(one, contract, imports));
  return {
    imports: [
      ...runtimeClauses(contract, 'gateway', {
        types: ['Gateway', 'GatewayHook', 'GatewayOptions'],
        values: ['createGateway'],
      }),
      ...imports.clauses(),
    ],
    hooks,
    factories,
  };
}

function hooksView(
  { own: { gatewayHooks }, label, operations }: Subject,
  imports: ModuleImports,
): HooksView {
  const members = operations.map((one): HookView => {
    const name = propertyKey(`${one.service.name}.${one.operation.messageName}`);
    const types = hookTypeArguments(one, imports);
    return { name, type: `GatewayHook<${types.join(', ')}>` };
  });
  const doc = docContent([`Functions around the calls of ${label}, by operation.`]);
  return { doc, name: gatewayHooks, members };
}

function factoryView(
  subject: Subject,
  contract: ContractPlan,
  imports: ModuleImports,
): FactoryView {
  const { createGateway: name, gatewayHooks } = subject.own;
  const about = `Creates a gateway: ${subject.label} as HTTP with JSON.`;
  const example = [
    `const gateway = ${name}(${exampleTarget(contract)});`,
    "createServer(gateway.listener).listen(8080); // createServer of 'node:http'",
  ];
  return factoryOf(
    {
      name,
      doc: [about, '', '@example', ...example],
      options: `options: GatewayOptions<${gatewayHooks}> = {}`,
      result: 'Gateway',
      create: (described) => call('createGateway', 'target', described, 'options'),
    },
    subject,
    contract,
    imports,
  );
}
