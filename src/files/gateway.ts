import {
  type FacetNames,
  type FactorySubject,
  type FileNames,
  facetOf,
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
  constantView,
  type DeclarationView,
  type FileView,
  fileView,
  functionView,
  interfaceView,
  printedConstant,
} from '../print/declaration.ts';
import {
  commentText,
  namedEntry,
  propertyKey,
  stringLiteral,
  stringNode,
} from '../print/encode.ts';
import { arrayNode, call, type Expression, entry, objectNode, textNode } from '../print/node.ts';

/** Plans `doors.ts`: the operations, with their schemas, for gateways and MCP servers. */
export function planDoorsFile(contract: ContractPlan, names: FileNames): FileView {
  const imports = createImports(contract);
  const { services, model } = contract;
  const { contract: whole } = names;
  const doors = services.map((service) => doorsOf(service, contract, names, imports));
  const all =
    whole === undefined
      ? []
      : [
          doorsConstant(
            whole.doors,
            `The operations of contract \`${commentText(model.name)}\`.`,
            allDoors(services, names),
          ),
        ];
  return fileView(
    [
      ...runtimeClauses(contract, 'gateway', {
        types: ['GatewayOperation'],
        values: whole === undefined ? [] : ['inService'],
      }),
      ...imports.clauses(),
    ],
    [...doors, ...all],
  );
}

function allDoors(services: readonly ServicePlan[], names: FileNames): Expression {
  const parts = services.map((service) => {
    const { doors } = facetOf(names.services, service);
    return textNode(`...inService(${stringLiteral(service.property)}, ${doors})`);
  });
  return arrayNode(parts);
}

function doorsOf(
  service: ServicePlan,
  contract: ContractPlan,
  names: FileNames,
  imports: ModuleImports,
): DeclarationView {
  const { doors: name } = facetOf(names.services, service);
  const doc = `The operations of service \`${commentText(service.service.name)}\`.`;
  return doorsConstant(name, doc, serviceDoors(service, contract, imports));
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
  return arrayNode(items);
}

function doorsConstant(name: string, doc: string, value: Expression): DeclarationView {
  const type = 'readonly GatewayOperation[]';
  return constantView({ doc: [doc], exported: true, name, type, value });
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
  const told = toolTextOf(operation, contract.options);
  return objectNode(
    [
      entry('operation', valueNode(imports, 'operations', operation.descriptor)),
      entry('path', arrayNode(path.map(stringNode))),
      entry('input', schema(schemas?.input)),
      entry('output', schema(schemas?.output)),
      ...(route === undefined ? [] : [entry('route', stringNode(route))]),
      ...(mayStream(operation) ? [entry('streams', true)] : []),
      ...(faults.length === 0 ? [] : [entry('faults', objectNode(faults))]),
      ...(said === undefined ? [] : [entry('text', stringNode(said))]),
      ...(told === undefined ? [] : [entry('told', stringNode(told))]),
    ],
    true,
  );
}

/** What the configuration says of an operation to agents. */
function toolTextOf(
  { service, operation: { name, messageName } }: OperationPlan,
  { targets, toolTexts = {} }: ContractPlan['options'],
): string | undefined {
  if (!targets.includes('mcp')) return undefined;
  const names = [`${service.name}.${messageName}`, `${service.name}.${name}`, messageName, name];
  const key = names.find((one) => Object.hasOwn(toolTexts, one));
  return key === undefined ? undefined : toolTexts[key];
}

/** Plans `gateway.ts`. */
export function planGatewayFile(contract: ContractPlan, names: FileNames): FileView {
  const imports = createImports(contract);
  const subjects = subjectsOf(contract, names);
  const hooks = subjects.map((one) => hooksOf(one, imports));
  const factories = subjects.map((one) => gatewayFactory(one, contract, imports));
  return fileView(
    [
      ...runtimeClauses(contract, 'gateway', {
        types: ['Gateway', 'GatewayHook', 'GatewayOptions'],
        values: ['createGateway'],
      }),
      ...imports.clauses(),
    ],
    [...hooks, ...factories],
  );
}

function hooksOf(
  { own: { gatewayHooks }, label, operations }: FactorySubject,
  imports: ModuleImports,
): DeclarationView {
  const members = operations.map((one) => {
    const name = propertyKey(`${one.service.name}.${one.operation.messageName}`);
    const types = hookTypeArguments(one, imports);
    return { name: `${name}?`, type: `GatewayHook<${types.join(', ')}> | undefined` };
  });
  const doc = [`Functions around the calls of ${label}, by operation.`];
  return interfaceView(doc, gatewayHooks, members);
}

function gatewayFactory(
  subject: FactorySubject,
  contract: ContractPlan,
  imports: ModuleImports,
): DeclarationView {
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
      type: 'Gateway',
      create: (described) => call('createGateway', 'target', described, 'options'),
    },
    subject,
    contract,
    imports,
  );
}

/** The SDK, for `createMcp`. */
const sdk: DeclarationView = printedConstant({
  doc: ['The SDK, which is loaded at the first request.'],
  exported: false,
  name: 'sdk',
  type: undefined,
  value:
    " {\n  server: () => import('@modelcontextprotocol/server'),\n" +
    "  stdio: () => import('@modelcontextprotocol/server/stdio'),\n}",
});

/** Plans `mcp.ts`. */
export function planMcpFile(contract: ContractPlan, names: FileNames): FileView {
  const imports = createImports(contract);
  const factories = subjectsOf(contract, names).map((one) => mcpFactory(one, contract, imports));
  return fileView(
    [
      ...runtimeClauses(contract, 'mcp', { types: ['Mcp', 'McpOptions'], values: ['createMcp'] }),
      ...imports.clauses(),
    ],
    [sdk, ...factories],
  );
}

function mcpFactory(
  subject: FactorySubject,
  contract: ContractPlan,
  imports: ModuleImports,
): DeclarationView {
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
      type: 'Mcp',
      create: (described) => call('createMcp', 'sdk', 'target', described, 'options'),
    },
    subject,
    contract,
    imports,
  );
}

/** What a factory has of its own. */
interface Factory {
  readonly name: string;
  /** Lines of its comment. */
  readonly doc: readonly string[];
  /** Its last parameter. */
  readonly options: string;
  /** Type of what it creates. */
  readonly type: string;
  /** The call, given what generated code tells of the contract. */
  readonly create: (described: Expression) => Expression;
}

/** Plans a function that puts a gateway or MCP server in front of a client or a server. */
function factoryOf(
  { name, doc, options, type, create }: Factory,
  { own, title }: FactorySubject,
  contract: ContractPlan,
  imports: ModuleImports,
): DeclarationView {
  const doors = textNode(imports.value('doors', own.doors));
  const described = objectNode([entry('name', stringNode(title)), entry('operations', doors)]);
  return functionView({
    doc,
    name,
    parameters: [`target: ${targetTypes(own, contract, imports)}`, options],
    type,
    result: create(described),
  });
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
