import { commentText, docContent, propertyKey, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call, type Expression, entry, object, text } from '../print/node.ts';
import type { ContractPlan, OperationPlan } from '../result/plan.ts';
import {
  type ContractNames,
  type FacetNames,
  facetOf,
  operationsOf,
} from '../views/contract-names.ts';
import { createImports, type ModuleImports, runtimeClauses } from '../views/module-imports.ts';
import { hookTypeArguments } from '../views/operation-types.ts';
import { sidesOf } from '../views/used-functions.ts';

/** Data for `gateway.hbs`. */
export interface GatewayView {
  readonly imports: readonly ModuleClause[];
  /** Interfaces of hooks. */
  readonly hooks: readonly HooksView[];
  /** Functions `create…Gateway`. */
  readonly factories: readonly GatewayFactoryView[];
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

/** `create…Gateway`. */
export interface GatewayFactoryView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the gateway. */
  readonly result: string;
}

/** Plans `gateway.ts`. */
export function planGatewayView(contract: ContractPlan, names: ContractNames): GatewayView {
  const imports = createImports(contract);
  const { services, model } = contract;
  const { contract: whole } = names;
  const doors = (own: FacetNames): Expression => text(imports.value('doors', own.doors));
  const subjects = services.map((service) => ({
    own: facetOf(names.services, service),
    subject: `service \`${commentText(service.service.name)}\``,
    title: service.service.name,
    hooks: operationsOf(service),
    doors: doors(facetOf(names.services, service)),
  }));
  const all =
    whole === undefined
      ? subjects
      : [
          ...subjects,
          {
            own: whole,
            subject: `all services of contract \`${commentText(model.name)}\``,
            title: model.name,
            hooks: contract.operations,
            doors: doors(whole),
          },
        ];
  const hooks = all.map(({ own, subject, hooks: operations }) =>
    hooksView(own, subject, operations, imports),
  );
  const factories = all.map((one) => factoryView(one, contract, imports));
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
  { gatewayHooks }: FacetNames,
  subject: string,
  operations: readonly OperationPlan[],
  imports: ModuleImports,
): HooksView {
  const members = operations.map((one): HookView => {
    const name = propertyKey(`${one.service.name}.${one.operation.messageName}`);
    const types = hookTypeArguments(one, imports);
    return { name, type: `GatewayHook<${types.join(', ')}>` };
  });
  const doc = docContent([`Functions around the calls of ${subject}, by operation.`]);
  return { doc, name: gatewayHooks, members };
}

interface Subject {
  readonly own: FacetNames;
  readonly subject: string;
  readonly title: string;
  readonly doors: Expression;
}

/** What a gateway or MCP server is in front of. */
export function targetTypes(
  { client }: FacetNames,
  options: ContractPlan['options'],
  imports: ModuleImports,
): string {
  const sides = sidesOf(options);
  const types = [
    ...(sides.client
      ? [`${imports.type('runtime', 'ClientFunctions')}<${imports.type('client', client)}>`]
      : []),
    ...(sides.server ? [imports.type('runtime', 'Server')] : []),
  ];
  return types.join(' | ');
}

function factoryView(
  { own, subject, title, doors }: Subject,
  { options }: ContractPlan,
  imports: ModuleImports,
): GatewayFactoryView {
  const { createGateway: name, gatewayHooks } = own;
  const contract = object([entry('name', stringLiteral(title)), entry('operations', doors)]);
  const given = sidesOf(options).client ? 'client' : 'server';
  return {
    doc: docContent([
      `Creates a gateway: ${subject} as HTTP with JSON.`,
      '',
      '@example',
      `const gateway = ${name}(${given});`,
      "createServer(gateway.listener).listen(8080); // createServer of 'node:http'",
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: [
        `target: ${targetTypes(own, options, imports)}`,
        `options: GatewayOptions<${gatewayHooks}> = {}`,
      ],
      after: ': Gateway {',
    }),
    result: laidOut('return', call('createGateway', 'target', contract, 'options'), ';', 1).slice(
      'return '.length,
      -1,
    ),
  };
}
