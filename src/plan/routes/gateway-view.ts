import { commentText, docContent, propertyKey, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { array, call, type Expression, entry, object, text } from '../print/node.ts';
import type { ContractPlan, OperationPlan, ServicePlan } from '../result/plan.ts';
import {
  type ContractNames,
  type FacetNames,
  facetOf,
  operationsOf,
} from '../views/contract-names.ts';
import { createImports, type ModuleImports, runtimeClauses } from '../views/module-imports.ts';
import { hookTypeArguments } from '../views/operation-types.ts';
import { sidesOf } from '../views/used-functions.ts';
import { routeOf } from './check-routes.ts';

/** Data for `gateway.hbs`. */
export interface GatewayView {
  readonly imports: readonly ModuleClause[];
  /** Interfaces of hooks. */
  readonly hooks: readonly HooksView[];
  /** Functions `create…Gateway`. */
  readonly factories: readonly GatewayFactoryView[];
  /** Constants with the operations of each service. */
  readonly doors: readonly DoorsView[];
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

/** The operations of a service. */
export interface DoorsView {
  readonly doc: string;
  readonly name: string;
  /** The array of operations, starting with a space or line break. */
  readonly value: string;
}

/** Plans `gateway.ts`. */
export function planGatewayView(contract: ContractPlan, names: ContractNames): GatewayView {
  const imports = createImports(contract);
  const { services, model } = contract;
  const { contract: whole } = names;
  const subjects = services.map((service) => ({
    own: facetOf(names.services, service),
    subject: `service \`${commentText(service.service.name)}\``,
    title: service.service.name,
    hooks: operationsOf(service),
    doors: text(facetOf(names.services, service).doors),
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
            doors: allDoors(services, names),
          },
        ];
  const hooks = all.map(({ own, subject, hooks: operations }) =>
    hooksView(own, subject, operations, imports),
  );
  const factories = all.map((one) => factoryView(one, contract, imports));
  const doors = services.map((service) => doorsView(service, contract, names, imports));
  return {
    imports: [
      ...runtimeClauses(contract, 'gateway', {
        types: ['Gateway', 'GatewayHook', 'GatewayOperation', 'GatewayOptions'],
        values: ['createGateway', ...(whole === undefined ? [] : ['inService'])],
      }),
      ...imports.clauses(),
    ],
    hooks,
    factories,
    doors,
  };
}

function allDoors(services: readonly ServicePlan[], names: ContractNames): Expression {
  const parts = services.map((service) => {
    const { doors } = facetOf(names.services, service);
    return text(`...inService(${stringLiteral(service.property)}, ${doors})`);
  });
  return array(parts);
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

function factoryView(
  { own, subject, title, doors }: Subject,
  { options }: ContractPlan,
  imports: ModuleImports,
): GatewayFactoryView {
  const { createGateway: name, client, gatewayHooks } = own;
  const sides = sidesOf(options);
  const targets = [
    ...(sides.client
      ? [`${imports.type('runtime', 'ClientFunctions')}<${imports.type('client', client)}>`]
      : []),
    ...(sides.server ? [imports.type('runtime', 'Server')] : []),
  ];
  const contract = object([entry('name', stringLiteral(title)), entry('operations', doors)]);
  const given = sides.client ? 'client' : 'server';
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
      items: [`target: ${targets.join(' | ')}`, `options: GatewayOptions<${gatewayHooks}> = {}`],
      after: ': Gateway {',
    }),
    result: laidOut('return', call('createGateway', 'target', contract, 'options'), ';', 1).slice(
      'return '.length,
      -1,
    ),
  };
}

function doorsView(
  service: ServicePlan,
  contract: ContractPlan,
  names: ContractNames,
  imports: ModuleImports,
): DoorsView {
  const { doors: name } = facetOf(names.services, service);
  const items = service.interfaces.flatMap((one, index) =>
    one.operations.map((operation) => {
      const path = index === 0 ? [operation.method] : [one.property, operation.method];
      return doorOf(operation, path, contract, imports);
    }),
  );
  const head = `export const ${name}: readonly GatewayOperation[] =`;
  const doc = docContent([`The operations of service \`${commentText(service.service.name)}\`.`]);
  return { doc, name, value: laidOut(head, array(items), ';', 0).slice(head.length, -1) };
}

function doorOf(
  operation: OperationPlan,
  path: readonly string[],
  contract: ContractPlan,
  imports: ModuleImports,
): Expression {
  const schemas = contract.operationSchemas.get(operation);
  const schema = (name = ''): string => imports.value('schemas', name);
  const faults = [...(schemas?.faults ?? [])].map(([name, constant]) =>
    entry(propertyKey(name), schema(constant)),
  );
  const route = routeOf(operation, contract.options);
  const said = operation.operation.documentation;
  return object(
    [
      entry('operation', imports.value('operations', operation.descriptor)),
      entry('path', array(path.map((one) => text(stringLiteral(one))))),
      entry('input', schema(schemas?.input)),
      entry('output', schema(schemas?.output)),
      ...(route === undefined ? [] : [entry('route', stringLiteral(route))]),
      ...(operation.codecs.stream === undefined ? [] : [entry('streams', 'true')]),
      ...(faults.length === 0 ? [] : [entry('faults', object(faults))]),
      ...(said === undefined ? [] : [entry('text', stringLiteral(said))]),
    ],
    true,
  );
}
