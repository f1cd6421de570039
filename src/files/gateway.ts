import {
  type ContractNames,
  type FacetNames,
  facetOf,
  type Subject,
  subjectsOf,
} from '../plan/contract-names.ts';
import {
  createImports,
  type ImportNotes,
  keepNotes,
  type ModuleImports,
  runtimeClauses,
  sidesOf,
  valueNode,
} from '../plan/imports.ts';
import { hookTypeArguments, mayStream } from '../plan/operation-docs.ts';
import type { ContractPlan, OperationPlan, ServicePlan } from '../plan/result.ts';
import { routeOf } from '../plan/routes.ts';
import {
  commentText,
  docContent,
  type ModuleClause,
  namedEntry,
  propertyKey,
  stringLiteral,
  stringNode,
} from '../print/encode.ts';
import { laidOut, parameterList } from '../print/layout.ts';
import { array, call, type Expression, entry, object, text } from '../print/node.ts';

/** Data for `doors.hbs`. */
interface DoorsFileView {
  readonly imports: readonly ModuleClause[];
  /** Constants with the operations of each service, then with all. */
  readonly doors: readonly DoorsView[];
}

/** The operations of a service. */
interface DoorsView {
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
  const doc = `The operations of service \`${commentText(service.service.name)}\`.`;
  return constantView(name, doc, serviceDoors(service, contract, imports));
}

/** The operations of a service, with their schemas. */
export function serviceDoors(
  { interfaces }: ServicePlan,
  contract: ContractPlan,
  imports: ImportNotes = keepNotes(),
): Expression {
  const items = interfaces.flatMap((one, index) =>
    one.operations.map((operation) => {
      const path = index === 0 ? [operation.method] : [one.property, operation.method];
      return doorOf(operation, path, contract, imports);
    }),
  );
  return array(items);
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
  imports: ImportNotes,
): Expression {
  const schemas = contract.operationSchemas.get(operation);
  const schema = (name = ''): Expression => valueNode(imports, 'schemas', name);
  const faults = [...(schemas?.faults ?? [])].map(([name, constant]) =>
    namedEntry(name, schema(constant)),
  );
  const route = routeOf(operation, contract.options);
  const said = operation.operation.documentation;
  return object(
    [
      entry('operation', valueNode(imports, 'operations', operation.descriptor)),
      entry('path', array(path.map(stringNode))),
      entry('input', schema(schemas?.input)),
      entry('output', schema(schemas?.output)),
      ...(route === undefined ? [] : [entry('route', stringNode(route))]),
      ...(mayStream(operation) ? [entry('streams', true)] : []),
      ...(faults.length === 0 ? [] : [entry('faults', object(faults))]),
      ...(said === undefined ? [] : [entry('text', stringNode(said))]),
    ],
    true,
  );
}

/** Data for `gateway.hbs`. */
interface GatewayView {
  readonly imports: readonly ModuleClause[];
  /** Interfaces of hooks. */
  readonly hooks: readonly HooksView[];
  /** Functions `create…Gateway`. */
  readonly factories: readonly FactoryView[];
}

/** The hooks of a gateway. */
interface HooksView {
  readonly doc: string;
  readonly name: string;
  /** One for each operation. */
  readonly members: readonly HookView[];
}

/** The hooks of an operation. */
interface HookView {
  readonly name: string;
  readonly type: string;
}

/** Plans `gateway.ts`. */
export function planGatewayView(contract: ContractPlan, names: ContractNames): GatewayView {
  const imports = createImports(contract);
  const subjects = subjectsOf(contract, names);
  const hooks = subjects.map((one) => hooksView(one, imports));
  const factories = subjects.map((one) => gatewayFactory(one, contract, imports));
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

function gatewayFactory(
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

/** Data for `mcp.hbs`. */
interface McpView {
  readonly imports: readonly ModuleClause[];
  /** Functions `create…Mcp`. */
  readonly factories: readonly FactoryView[];
}

/** Plans `mcp.ts`. */
export function planMcpView(contract: ContractPlan, names: ContractNames): McpView {
  const imports = createImports(contract);
  const factories = subjectsOf(contract, names).map((one) => mcpFactory(one, contract, imports));
  return {
    imports: [
      ...runtimeClauses(contract, 'mcp', { types: ['Mcp', 'McpOptions'], values: ['createMcp'] }),
      ...imports.clauses(),
    ],
    factories,
  };
}

function mcpFactory(subject: Subject, contract: ContractPlan, imports: ModuleImports): FactoryView {
  const { createMcp: name } = subject.own;
  const about = `Creates an MCP server: operations of ${subject.label} as tools.`;
  const example = [
    `const mcp = ${name}(${exampleTarget(contract)}, { only: 'Get*' });`,
    'await mcp.stdio();',
  ];
  return factoryOf(
    {
      name,
      doc: [about, '', '@example', ...example],
      options: 'options: McpOptions',
      result: 'Mcp',
      create: (described) => call('createMcp', 'sdk', 'target', described, 'options'),
    },
    subject,
    contract,
    imports,
  );
}

/** `create…Gateway`, `create…Mcp`. */
interface FactoryView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the gateway or server. */
  readonly result: string;
}

/** What a factory has of its own. */
interface Factory {
  readonly name: string;
  /** Lines of its comment. */
  readonly doc: readonly string[];
  /** Its last parameter. */
  readonly options: string;
  /** Type of what it creates. */
  readonly result: string;
  /** The call, given what generated code tells of the contract. */
  readonly create: (described: Expression) => Expression;
}

/** Plans a function that puts a gateway or MCP server in front of a client or a server. */
function factoryOf(
  { name, doc, options, result, create }: Factory,
  { own, title }: Subject,
  contract: ContractPlan,
  imports: ModuleImports,
): FactoryView {
  const doors = text(imports.value('doors', own.doors));
  const described = object([entry('name', stringNode(title)), entry('operations', doors)]);
  return {
    doc: docContent(doc),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: [`target: ${targetTypes(own, contract, imports)}`, options],
      after: `: ${result} {`,
    }),
    result: laidOut('return', create(described), ';', 1).slice('return '.length, -1),
  };
}

/** What stands for the target in an example. */
function exampleTarget({ options }: ContractPlan): string {
  return sidesOf(options).client ? 'client' : 'server';
}

function targetTypes(
  { client }: FacetNames,
  { options }: ContractPlan,
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
