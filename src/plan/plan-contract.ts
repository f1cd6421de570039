import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { baseOfAddress } from '../model/wsdl/address.ts';
import type { LinkedService, ServiceInterface, ServiceModel } from '../model/wsdl/service-model.ts';
import { createFreeName } from '../names/free-name.ts';
import { camelName, pascalName } from '../names/names.ts';
import { reservedMethodNames, reservedTypeNames } from '../names/reserved-names.ts';
import type { DeclarationPlan } from './declarations/declaration-plan.ts';
import { declareReadTypes, declareTypes, usedDeclarations } from './declarations/declarations.ts';
import { withRows } from './declarations/declare-rows.ts';
import { ReadShapes } from './declarations/read-shapes.ts';
import { exportUsed } from './describe/context/constant.ts';
import type { Describer } from './describe/context/describer.ts';
import { PlanContext } from './describe/context/plan-context.ts';
import { createDescriber } from './describe/create-describer.ts';
import { declaredNames } from './describe/lookups.ts';
import { repeatedRecords } from './describe/repeated-records.ts';
import { nameElements } from './elements/name-elements.ts';
import { planElements } from './elements/plan-elements.ts';
import { mentioned } from './mentioned-types.ts';
import { elementWords } from './operations/element-words.ts';
import { planOperation } from './operations/plan-operation.ts';
import type { Expression } from './print/node.ts';
import { expressionsOf } from './result/element-plan.ts';
import {
  type ContractPlan,
  hasSchemas,
  type InterfacePlan,
  type OperationPlan,
  type PlanOptions,
  type ServicePlan,
} from './result/plan.ts';
import { RuntimeNames } from './result/runtime-names.ts';
import { checkRoutes } from './routes/check-routes.ts';
import { findDataSetRows } from './scope/data-set-rows.ts';
import { hasDataSets } from './scope/data-sets.ts';
import type { ChosenOperation } from './scope/operations.ts';
import { globHelp } from './scope/setting-names.ts';
import { messagesOf, planScripts } from './script/plan-scripts.ts';
import { planShapes } from './shapes/plan-shapes.ts';
import { noSchemas, type PlannedSchemas, planSchemas } from './type-schemas/plan-schemas.ts';
import { functionsOf } from './views/used-functions.ts';

/**
 * Decides everything about the generated code of a contract: names, types, codecs.
 *
 * @returns undefined (after a report) if two operations would become one method, or nothing is
 *   left to generate
 */
export function planContract(
  model: ServiceModel,
  given: PlanOptions,
  sink: DiagnosticSink,
): ContractPlan | undefined {
  const watching = watched(sink);
  const options = model.isSchema ? forSchema(given) : given;
  const { chosen, shaper, names, messages } = planShapes(model, options, watching);
  // a contract with only types is worth generating
  const typesAlone = chosen.length === 0 && options.only.length === 0;
  const isEmpty = chosen.length === 0 && !(typesAlone && hasTypes(model));
  if (isEmpty) reportNoOperation(model, options, watching);
  if (watching.failed()) return undefined;

  const records = repeatedRecords(shaper);
  const words = elementWords(model.elements);
  const documents = nameElements(model);
  const codecs = new PlanContext({
    shaper,
    sink: watching,
    isRepeatedRecord: (shape, most) => (records.get(shape) ?? most + 1) <= most,
    declared: declaredNames(model, shaper, options.targets.includes('server')),
    messageBases: new Set([...messageBases(chosen, words), ...documents.values()]),
    hasSchemas: hasSchemas(options),
  });
  const describer = createDescriber(codecs);
  const declarations: DeclarationPlan[] = [];
  const reading = readShapes(codecs, names);
  const planning = { shaper, codecs, describer, reading, sink: watching };
  const context = { ...planning, declarations, elementWords: words };
  const operations = new Map<ChosenOperation, OperationPlan>();
  for (const [one, { input, output, descriptor }] of messages) {
    operations.set(one, planOperation(context, one, namesOf(names, input, output, descriptor)));
  }
  const plans = [...operations.values()];
  const declared = declarations.map((one) => one.name);
  const elements = planElements(context, documents, model.namespace);
  if (model.isSchema && hasSchemas(options)) describeTypes(describer, model);
  const scripts = planScripts(describer, plans, options);
  const planned = schemasOf(describer, plans, [...names.values(), ...declared], options);
  const users = [...elements.flatMap(expressionsOf), ...usersIn(plans, scripts)];
  const schemas = { ...planned, elements, scripts, codecs: exportUsed(planned.codecs, users) };
  checkRoutes(plans, options, watching);
  const rows = findDataSetRows(chosen, shaper.dataSets, options);
  const forms = declareReadTypes(shaper, reading);
  const all = withRows(withTypes(declarations, [...declareTypes(shaper), ...forms]), rows, shaper);
  const own = typesAlone ? ownNames(all, forms) : [];
  return {
    model,
    options: typesAlone && !model.isSchema ? { ...options, targets: ['types'] } : options,
    name: pascalName(model.name),
    baseUrl: options.baseUrl ? baseOfAddress(options.baseUrl, model.services) : model.baseUrl,
    services: planServices(model, operations),
    operations: plans,
    types: usedDeclarations(all, [...own, ...mentioned(plans, schemas, options)]),
    ...schemas,
    runtimeNames: new RuntimeNames(),
    hasDataSets: hasDataSets(shaper),
  };
}

/** What uses descriptions in other files. */
function usersIn(
  operations: readonly OperationPlan[],
  scripts: ContractPlan['scripts'],
): readonly Expression[] {
  const both = { client: true, server: true };
  return [...messagesOf(scripts), ...operations.flatMap((one) => functionsOf(one, both))];
}

/** The names of what an operation has. */
function namesOf(
  names: ReadonlyMap<object, string>,
  ...[input, output, descriptor]: readonly [input: object, output: object, descriptor: object]
): { readonly input: string; readonly output: string; readonly descriptor: string } {
  const name = (key: object): string => names.get(key) ?? '';
  return { input: name(input), output: name(output), descriptor: name(descriptor) };
}

function readShapes(codecs: PlanContext, names: ReadonlyMap<object, string>): ReadShapes {
  const taken = new Set([...reservedTypeNames, ...names.values()]);
  return new ReadShapes({
    differs: (value) => codecs.readsMore(value),
    isTaken: (name) => taken.has(name),
  });
}

/** The targets that a plain XML Schema can have. */
function forSchema(options: PlanOptions): PlanOptions {
  const isKit = options.targets.includes('schemas');
  return { ...options, targets: isKit ? ['types', 'schemas'] : ['types'] };
}

/** Requests the descriptions of all types of a schema, whether or not an element has them. */
function describeTypes(describer: Describer, { types }: ServiceModel): void {
  const { shaper } = describer.context;
  for (const type of types) {
    const shape = shaper.value(type);
    if (shape.kind === 'simple') describer.simple(shape);
    else if (shape.kind !== 'xml') describer.value(shape);
  }
}

/** The same sink, which knows whether there was an error. */
function watched(sink: DiagnosticSink): DiagnosticSink & { failed(): boolean } {
  let failed = false;
  return {
    failed: () => failed,
    report(diagnostic) {
      failed ||= diagnostic.severity === 'error';
      sink.report(diagnostic);
    },
  };
}

/** The declarations of messages, and those of types. */
function withTypes(
  messages: readonly DeclarationPlan[],
  types: readonly DeclarationPlan[],
): readonly DeclarationPlan[] {
  const taken = new Set(messages.map((one) => one.name));
  // a result may have the name of its wrapper, which is then unused
  return [...messages, ...types.filter((one) => !taken.has(one.name))];
}

/**
 * Names of the declarations for components of the contract, without those that only some places
 * need: of nil elements, and the forms that are read.
 */
function ownNames(
  declarations: readonly DeclarationPlan[],
  forms: readonly DeclarationPlan[],
): readonly string[] {
  const read = new Set(forms);
  return declarations
    .filter((one) => !read.has(one) && !one.name.endsWith('$Nil'))
    .map(({ name }) => name);
}

function reportNoOperation(model: ServiceModel, { only }: PlanOptions, sink: DiagnosticSink): void {
  if (model.isSchema) {
    sink.report({
      code: 'ASMX3005',
      severity: 'error',
      message: `Schema '${model.name}' has no operations that 'only' could choose`,
      help: "leave 'only' out",
    });
    return;
  }
  const globs = only.map((glob) => `'${glob}'`).join(', ');
  sink.report({
    code: 'ASMX3005',
    severity: 'error',
    message:
      only.length === 0
        ? `Contract '${model.name}' has no operation`
        : `No operation of contract '${model.name}' matches ${globs}`,
    span: model.services[0]?.span,
    help: only.length === 0 ? 'give a service an operation' : globHelp(only, [model]),
  });
}

function hasTypes(model: ServiceModel): boolean {
  return model.types.length > 0 || model.elements.length > 0;
}

/** The descriptions, and schemas if the folder has some. */
function schemasOf(
  describer: Describer,
  operations: readonly OperationPlan[],
  taken: readonly string[],
  options: PlanOptions,
): PlannedSchemas {
  return hasSchemas(options)
    ? planSchemas(describer, operations, taken, options)
    : { ...noSchemas, codecs: describer.context.finish() };
}

/** Names of operations and words of elements, as they begin the names of constants. */
function messageBases(
  operations: readonly ChosenOperation[],
  words: ReadonlyMap<unknown, string>,
): ReadonlySet<string> {
  const bases = operations.map(({ base }) => base);
  return new Set([...bases, ...[...bases, ...words.values()].map((one) => `${one}$`)]);
}

function planServices(
  model: ServiceModel,
  operations: ReadonlyMap<ChosenOperation, OperationPlan>,
): readonly ServicePlan[] {
  const serviceProperty = createFreeName(new Set(reservedMethodNames));
  const byInterface = new Map<ServiceInterface, OperationPlan[]>();
  for (const [chosen, plan] of operations) {
    const list = byInterface.get(chosen.interface);
    if (list === undefined) byInterface.set(chosen.interface, [plan]);
    else list.push(plan);
  }
  return model.services.flatMap((service): readonly ServicePlan[] => {
    const interfaces = planInterfaces(service, byInterface);
    if (interfaces.length === 0) return [];
    const property = serviceProperty(camelName(service.name), 'Service', '');
    return [{ service, name: pascalName(service.name), property, interfaces }];
  });
}

/**
 * Interfaces of a service with operations. Those after the first become properties beside the
 * operations of the first.
 */
function planInterfaces(
  service: LinkedService,
  operations: ReadonlyMap<ServiceInterface, readonly OperationPlan[]>,
): readonly InterfacePlan[] {
  const name = pascalName(service.name);
  const planned = service.interfaces.filter((one) => operations.has(one));
  const main = planned[0] === undefined ? [] : (operations.get(planned[0]) ?? []);
  const portProperty = createFreeName(
    new Set([...reservedMethodNames, ...main.map(({ method }) => method)]),
  );
  return planned.map((one, index) => {
    const own = operations.get(one) ?? [];
    if (index === 0) {
      return { interface: one, property: camelName(service.name), name, operations: own };
    }
    const port = pascalName(one.name);
    return {
      interface: one,
      property: portProperty(camelName(one.name), 'Port', ''),
      name: port.startsWith(name) ? port : name + port,
      operations: own,
    };
  });
}
