import { commentText, docContent, propertyKey, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { array, type Expression, entry, object, text } from '../print/node.ts';
import type { ContractPlan, OperationPlan, ServicePlan } from '../result/plan.ts';
import { type ContractNames, facetOf } from '../views/contract-names.ts';
import { createImports, type ModuleImports, runtimeClauses } from '../views/module-imports.ts';
import { mayStream } from '../views/operation-types.ts';
import { routeOf } from './check-routes.ts';

/** Data for `doors.hbs`. */
export interface DoorsFileView {
  readonly imports: readonly ModuleClause[];
  /** Constants with the operations of each service, then with all. */
  readonly doors: readonly DoorsView[];
}

/** The operations of a service. */
export interface DoorsView {
  readonly doc: string;
  readonly name: string;
  /** The array of operations, starting with a space or line break. */
  readonly value: string;
}

/** Plans `doors.ts`: the operations, with their schemas, for gateways and MCP servers. */
export function planDoorsView(contract: ContractPlan, names: ContractNames): DoorsFileView {
  const imports = createImports(contract);
  const { services, model } = contract;
  const { contract: whole } = names;
  const doors = services.map((service) => doorsView(service, contract, names, imports));
  const all =
    whole === undefined
      ? []
      : [
          constantView(
            whole.doors,
            `The operations of contract \`${commentText(model.name)}\`.`,
            allDoors(services, names),
          ),
        ];
  return {
    imports: [
      ...runtimeClauses(contract, 'gateway', {
        types: ['GatewayOperation'],
        values: whole === undefined ? [] : ['inService'],
      }),
      ...imports.clauses(),
    ],
    doors: [...doors, ...all],
  };
}

function allDoors(services: readonly ServicePlan[], names: ContractNames): Expression {
  const parts = services.map((service) => {
    const { doors } = facetOf(names.services, service);
    return text(`...inService(${stringLiteral(service.property)}, ${doors})`);
  });
  return array(parts);
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
  const doc = `The operations of service \`${commentText(service.service.name)}\`.`;
  return constantView(name, doc, array(items));
}

function constantView(name: string, doc: string, value: Expression): DoorsView {
  const head = `export const ${name}: readonly GatewayOperation[] =`;
  return {
    doc: docContent([doc]),
    name,
    value: laidOut(head, value, ';', 0).slice(head.length, -1),
  };
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
      ...(mayStream(operation) ? [entry('streams', 'true')] : []),
      ...(faults.length === 0 ? [] : [entry('faults', object(faults))]),
      ...(said === undefined ? [] : [entry('text', stringLiteral(said))]),
    ],
    true,
  );
}
