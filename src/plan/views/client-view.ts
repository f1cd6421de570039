import { commentLines, commentText, docComment, stringLiteral } from '../encode.ts';
import {
  argumentList,
  constantLine,
  parameterList,
  propertyLine,
  typeArguments,
} from '../layout.ts';
import type { ContractPlan, InterfacePlan, OperationPlan, ServicePlan } from '../plan.ts';
import { type ContractNames, type FacetNames, facetOf } from './contract-names.ts';
import { createImports, type ModuleImports } from './module-imports.ts';
import { methodDocumentation, serviceDocumentation } from './operation-docs.ts';
import { methodTypeArguments } from './operation-types.ts';

/** What `client.hbs` places. */
export interface ClientView {
  readonly imports: readonly string[];
  /** Declaration of the contract's base URL; `undefined` where it names none. */
  readonly baseUrl: string | undefined;
  readonly interfaces: readonly ClientInterfaceView[];
  readonly factories: readonly FactoryView[];
  /** Private functions behind the factories. */
  readonly methods: readonly MethodsView[];
}

/** An interface of methods and sub-objects. */
export interface ClientInterfaceView {
  readonly doc: string;
  readonly name: string;
  readonly members: readonly { readonly doc: string; readonly line: string }[];
}

/** `create…Client`. Those of a whole contract build an object of services, the others return what `methods` makes. */
export interface FactoryView {
  readonly doc: string;
  readonly head: string;
  readonly caller: string;
  /** Properties of the contract's client; `undefined` for a single service. */
  readonly services: readonly string[] | undefined;
  readonly result: string;
}

/** A function that binds the operations of an interface to a caller. */
export interface MethodsView {
  readonly doc: string;
  readonly head: string;
  readonly lines: readonly string[];
}

/** Plans `client.ts`. */
export function planClientView(contract: ContractPlan, names: ContractNames): ClientView {
  const imports = createImports(contract.options);
  imports.type('runtime', 'Caller');
  imports.type('runtime', 'ClientOptions');
  imports.value('runtime', 'createCaller');
  const interfaces: ClientInterfaceView[] = [];
  const factories: FactoryView[] = [];
  const methods: MethodsView[] = [];
  const defaults = contract.baseUrl === undefined ? '{}' : '{ baseUrl }';
  const caller = `createCaller(options, ${defaults})`;

  for (const service of contract.services) {
    const own = facetOf(names.services, service);
    for (const one of service.interfaces) {
      interfaces.push(planInterface(service, one, names, imports));
      methods.push(planMethods(service, one, names, imports));
    }
    factories.push({
      doc: docComment([
        `Creates a client of service \`${commentText(service.service.name)}\`.`,
        '',
        '@example',
        `const client = ${own.createClient}({ baseUrl: 'https://example.org' });`,
      ]),
      head: factoryHead(own),
      caller,
      services: undefined,
      result: argumentList({
        before: `return ${own.methods}`,
        items: [caller],
        after: ';',
        indent: 1,
      }),
    });
  }

  const whole = names.contract;
  if (whole !== undefined) {
    const documentation = contract.model.documentation;
    interfaces.push({
      doc: docComment([
        ...(documentation === undefined ? [] : [...commentLines(documentation), '']),
        `All services of contract \`${commentText(contract.model.name)}\`.`,
      ]),
      name: whole.client,
      members: contract.services.map((service) => ({
        doc: docComment(serviceDocumentation(service), 1),
        line: `readonly ${service.property}: ${facetOf(names.services, service).client};`,
      })),
    });
    factories.push({
      doc: docComment([
        `Creates a client of all services of contract \`${commentText(contract.model.name)}\`.`,
        '',
        '@example',
        `const client = ${whole.createClient}({ baseUrl: 'https://example.org' });`,
      ]),
      head: factoryHead(whole),
      caller,
      services: contract.services.map((service) =>
        propertyLine(service.property, `${facetOf(names.services, service).methods}(caller)`, 2),
      ),
      result: '',
    });
  }
  return {
    imports: imports.declarations(),
    baseUrl:
      contract.baseUrl === undefined
        ? undefined
        : constantLine('const baseUrl', stringLiteral(contract.baseUrl)),
    interfaces,
    factories,
    methods,
  };
}

function factoryHead(names: FacetNames): string {
  return parameterList({
    before: `export function ${names.createClient}`,
    items: ['options: ClientOptions = {}'],
    after: `: ${names.client} {`,
  });
}

function planInterface(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  imports: ModuleImports,
): ClientInterfaceView {
  const main = plan === service.interfaces[0];
  const doc = main
    ? serviceDocumentation(service)
    : [
        `Operations of port \`${commentText(plan.interface.name)}\` of service ` +
          `\`${commentText(service.service.name)}\`.`,
      ];
  const methods = plan.operations.map((operation) => ({
    doc: docComment(methodDocumentation(operation), 1),
    line: methodLine(operation, names, imports),
  }));
  const objects = (main ? service.interfaces.slice(1) : []).map((other) => ({
    doc: docComment([`Operations of port \`${commentText(other.interface.name)}\`.`], 1),
    line: `readonly ${other.property}: ${facetOf(names.interfaces, other).client};`,
  }));
  return {
    doc: docComment(doc),
    name: facetOf(names.interfaces, plan).client,
    members: [...methods, ...objects],
  };
}

function methodLine(plan: OperationPlan, names: ContractNames, imports: ModuleImports): string {
  const type = plan.inputType === undefined ? 'OperationMethodWithoutInput' : 'OperationMethod';
  return typeArguments({
    before: `readonly ${plan.method}: ${imports.type('runtime', type)}`,
    items: methodTypeArguments(plan, names, imports),
    after: ';',
    indent: 1,
  });
}

function planMethods(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
  imports: ModuleImports,
): MethodsView {
  const own = facetOf(names.interfaces, plan);
  const lines = plan.operations.map((operation) => {
    const create = operation.inputType === undefined ? 'createMethodWithoutInput' : 'createMethod';
    return argumentList({
      before: `${operation.method}: ${imports.value('runtime', create)}`,
      items: ['caller', imports.value('operations', operation.descriptor)],
      after: ',',
      indent: 2,
    });
  });
  const objects = (plan === service.interfaces[0] ? service.interfaces.slice(1) : []).map((other) =>
    propertyLine(other.property, `${facetOf(names.interfaces, other).methods}(caller)`, 2),
  );
  return {
    doc: docComment([`Binds the operations of \`${own.client}\` to a caller.`]),
    head: parameterList({
      before: `function ${own.methods}`,
      items: ['caller: Caller'],
      after: `: ${own.client} {`,
    }),
    lines: [...lines, ...objects],
  };
}
