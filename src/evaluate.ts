import type { DiagnosticSink } from './diagnostics/diagnostic.ts';
import { inOrder, ownImports } from './files/declarations.ts';
import { documentationOf } from './files/documentation.ts';
import { serviceDoors } from './files/gateway.ts';
import { operationDescriptor } from './files/operations.ts';
import { operationRoute } from './files/server.ts';
import type { ServiceModel } from './model/services.ts';
import { planContract } from './plan/contract.ts';
import { sidesOf } from './plan/imports.ts';
import {
  type ContractPlan,
  hasSchemas,
  type OperationPlan,
  type PlanOptions,
  type ServicePlan,
} from './plan/result.ts';
import { evaluate } from './print/evaluate.ts';
import { type Expression, type NameUse, namesFrom } from './print/node.ts';
import type { GatewayOperation } from './runtime/gateway/routes.ts';
import type { AnyOperation } from './runtime/operation/descriptor.ts';
import type { ServiceDocs } from './runtime/pages/operation-page.ts';
import type { Documentation } from './runtime/server/documents.ts';
import type { Server, ServerOptions } from './runtime/server/options.ts';
import type { Route } from './runtime/server/protocol.ts';

/** Handlers by method name, inside objects by service and port if the contract has several. */
export interface HandlerTree {
  [name: string]: HandlerTree | ((input: never, context: never) => unknown);
}

/** What the generated code of a contract would have, for a program that runs it itself. */
export interface EvaluatedContract {
  readonly plan: ContractPlan;
  /** The descriptor of an operation. */
  readonly descriptor: (operation: OperationPlan) => AnyOperation;
  /** The value of an expression of the plan. */
  readonly evaluated: (expression: Expression) => unknown;
  /** The operations of a service with their schemas, with target `gateway` or `mcp`. */
  readonly doors: (service: ServicePlan) => readonly GatewayOperation[];
  /** Creates the server, with target `server`, and with its pages with target `docs`. */
  readonly createServer: (handlers: HandlerTree, options: ServerOptions) => Server;
}

/** Imports a module of the user's, by the specifier of the configuration. */
export type ImportOwn = (specifier: string) => Promise<Readonly<Record<string, unknown>>>;

/**
 * The last stage for a program that runs a contract itself: plan, then the objects that the plan's
 * expressions stand for. No text is written, and nothing but the user's own types is imported.
 *
 * @returns `undefined` after an error, which is reported to the sink
 */
export async function evaluateContract(
  model: ServiceModel,
  options: PlanOptions,
  sink: DiagnosticSink,
  importOwn: ImportOwn,
): Promise<EvaluatedContract | undefined> {
  const plan = planContract(model, options, sink);
  if (plan === undefined) return undefined;
  const [index, type, schema, own] = await Promise.all([
    import('./runtime/index.ts'),
    import('./runtime/type.ts'),
    hasSchemas(options) ? import('./runtime/schema.ts') : undefined,
    ownValues(plan, importOwn),
  ]);
  const sides = sidesOf(options);
  const constants = new Map<string, unknown>();
  const schemas = new Map<string, unknown>();
  const descriptors = new Map<string, AnyOperation>();
  const planned = new Map(plan.operations.map((one) => [one.descriptor, one]));
  const descriptorOf = (name: string): AnyOperation | undefined => {
    const operation = planned.get(name);
    if (operation === undefined || descriptors.has(name)) return descriptors.get(name);
    const made = evaluated(operationDescriptor(operation, sides)) as AnyOperation;
    descriptors.set(name, made);
    return made;
  };
  const sources: Partial<Record<NameUse['from'], (name: string) => unknown>> = {
    runtime: (name) => exported(type, name) ?? exported(schema, name),
    index: (name) => exported(index, name),
    descriptions: (name) => constants.get(name),
    operations: descriptorOf,
    schemas: (name) => schemas.get(name),
    own: (name) => own.get(name),
    global: (name) => globals[name]?.(),
  };
  const evaluated = (expression: Expression): unknown =>
    evaluate(expression, ({ from, name }) => sources[from]?.(name));
  for (const one of inOrder(plan.descriptions)) constants.set(one.name, evaluated(one.value));
  for (const { name, component, of } of plan.schemas) {
    const [first, attachments] = of.map(evaluated);
    schemas.set(name, schema?.schema(component, first as never, attachments as never));
  }
  const documents = options.targets.includes('docs')
    ? index.createDocuments(() => documentsOf(plan))
    : undefined;
  return {
    plan,
    evaluated,
    descriptor: ({ descriptor }) => descriptorOf(descriptor) as AnyOperation,
    doors: (service) => evaluated(serviceDoors(service, plan)) as readonly GatewayOperation[],
    createServer: (handlers, options) =>
      index.createServer(routesOf(plan, handlers, evaluated), options, documents),
  };
}

/** WSDL and help pages, which few runs need. */
async function documentsOf(plan: ContractPlan): Promise<{ readonly documentation: Documentation }> {
  const { createDocumentation } = await import('./runtime/docs.ts');
  const services = documentationOf(plan) as unknown as readonly ServiceDocs[];
  return { documentation: createDocumentation(services) };
}

/** What expressions use of JavaScript itself. */
const globals: Readonly<Record<string, () => unknown>> = {
  'Object.values': () => Object.values,
  'globalThis.Temporal': () => (globalThis as { readonly Temporal?: unknown }).Temporal,
};

function exported(module: object | undefined, name: string): unknown {
  return (module as Readonly<Record<string, unknown>> | undefined)?.[name];
}

/** The user's functions, by their names in the plan. */
async function ownValues(
  { options, descriptions }: ContractPlan,
  importOwn: ImportOwn,
): Promise<ReadonlyMap<string, unknown>> {
  const used = descriptions.flatMap(({ names }) => namesFrom('own', names));
  const found = new Map<string, unknown>();
  for (const [module, names] of ownImports(options.types, used)) {
    const exports = names.length === 0 ? {} : await importOwn(module);
    for (const { exported, local } of names) found.set(local, exports[exported]);
  }
  return found;
}

/** The routes of all operations. Handlers of further ports are in objects inside a service's. */
function routesOf(
  { services, scripts }: ContractPlan,
  handlers: HandlerTree,
  evaluated: (expression: Expression) => unknown,
): readonly Route[] {
  return services.flatMap(({ property, interfaces }) => {
    const own = services.length === 1 ? handlers : handlers[property];
    return interfaces.flatMap((one, index) => {
      const tree = (index === 0 ? own : (own as HandlerTree)[one.property]) as Readonly<
        Record<string, Route['handler']>
      >;
      return one.operations.map((operation): Route => {
        const { method } = operation;
        const route = evaluated(operationRoute(operation, scripts.get(operation))) as Route;
        // called as a method, so that handlers may be an instance of a class
        return {
          ...route,
          handler: (input, context) => tree[method]?.(input, context),
        };
      });
    });
  });
}
