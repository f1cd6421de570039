import type { DiagnosticSink } from '../diagnostics/diagnostic.ts';
import {
  baseOfAddress,
  type LinkedService,
  type ServiceInterface,
  type ServiceModel,
} from '../model/services.ts';
import { qnameKey } from '../model/xml.ts';
import type { ElementDeclaration } from '../model/xsd/schema.ts';
import type { DescribedDataSet } from '../model/xsd/schema-document.ts';
import { isBuiltin } from '../model/yaml.ts';
import {
  assignNames,
  camelName,
  createFreeName,
  type FreeName,
  type NameRequest,
  pascalName,
  reservedMethodNames,
  reservedTypeNames,
} from '../names/identifiers.ts';
import { commentLines, commentText, propertyKey } from '../print/encode.ts';
import { extendsClause } from '../print/layout.ts';
import {
  arrow,
  type Expression,
  type Given,
  joined,
  type NameUse,
  namedType,
  namesFrom,
  node,
  plainType,
  reachable,
  runtimeType,
  type TypeNode,
  typeOf,
} from '../print/node.ts';
import { planShapes } from './contract-shapes.ts';
import {
  aliasOf,
  type DeclarationPlan,
  declareReadTypes,
  declareTypes,
  interfaceOf,
} from './declarations.ts';
import {
  type Describer,
  describedConstant,
  description,
  imported,
  PlanContext,
} from './descriptions.ts';
import { elementWords } from './http-operation.ts';
import { descriptionUsers } from './imports.ts';
import { declaredNames, lookingUp, messageConstant, readerCall } from './message-description.ts';
import { createDescriber, describeRoot } from './object-description.ts';
import { isContent } from './object-shape.ts';
import { planOperation } from './operation.ts';
import { ReadShapes } from './read-shapes.ts';
import {
  type ConstantPlan,
  type ContractPlan,
  type ElementPlan,
  hasSchemas,
  type InterfacePlan,
  type OperationPlan,
  type PayloadPlan,
  type PlanOptions,
  RuntimeNames,
  type ScriptPlan,
  type ServicePlan,
  type Target,
} from './result.ts';
import { checkRoutes } from './routes.ts';
import { type ChosenOperation, globHelp } from './settings.ts';
import type { GroupShape, ObjectShape, PlaceShape, ShapeField, ValueShape } from './shape.ts';
import { type Shaper, usualType } from './simple-shape.ts';
import { describedMessage, noSchemas, type PlannedSchemas, planSchemas } from './type-schemas.ts';
import { placeType } from './type-text.ts';
import { type DataSetRows, findDataSetRows, hasDataSets } from './used-types.ts';

/** The same constants; those that expressions of other files use are exported. */
function exportUsed(
  constants: readonly ConstantPlan[],
  users: readonly { readonly names: readonly NameUse[] }[],
): readonly ConstantPlan[] {
  const used = new Set(users.flatMap(({ names }) => namesFrom('descriptions', names)));
  return constants.map((one) => (used.has(one.name) ? { ...one, exported: true } : one));
}

/**
 * Decides everything about the generated code of a contract: names, types, descriptions.
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
  const context = new PlanContext({
    shaper,
    sink: watching,
    isRepeatedRecord: (shape, most) => (records.get(shape) ?? most + 1) <= most,
    declared: declaredNames(model, shaper, options.targets.includes('server')),
    messageBases: new Set([...messageBases(chosen, words), ...documents.values()]),
    hasSchemas: hasSchemas(options),
  });
  const describer = createDescriber(context);
  const declarations: DeclarationPlan[] = [];
  const reading = readShapes(context, names);
  const planning = {
    shaper,
    describer,
    reading,
    sink: watching,
    declarations,
    elementWords: words,
  };
  const operations = new Map<ChosenOperation, OperationPlan>();
  for (const [one, { input, output, descriptor }] of messages) {
    operations.set(one, planOperation(planning, one, namesOf(names, input, output, descriptor)));
  }
  const plans = [...operations.values()];
  const declared = declarations.map((one) => one.name);
  const elements = planElements(planning, documents, model.namespace);
  if (model.isSchema && hasSchemas(options)) describeTypes(describer, model);
  const scripts = planScripts(describer, plans, options);
  const planned = schemasOf(describer, plans, [...names.values(), ...declared], options);
  const users = { operations: plans, elements, scripts, schemas: planned.schemas };
  const used = descriptionUsers(users, { client: true, server: true });
  const descriptions = exportUsed(planned.descriptions, used);
  const schemas = { ...planned, elements, scripts, descriptions };
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
    types: reachable(all, [...own, ...mentioned(plans, schemas, options)], ({ uses }) => uses),
    ...schemas,
    runtimeNames: new RuntimeNames(),
    hasDataSets: hasDataSets(shaper),
  };
}

/** The names of what an operation has. */
function namesOf(
  names: ReadonlyMap<object, string>,
  ...[input, output, descriptor]: readonly [input: object, output: object, descriptor: object]
): { readonly input: string; readonly output: string; readonly descriptor: string } {
  const name = (key: object): string => names.get(key) ?? '';
  return { input: name(input), output: name(output), descriptor: name(descriptor) };
}

function readShapes(context: PlanContext, names: ReadonlyMap<object, string>): ReadShapes {
  const taken = new Set([...reservedTypeNames, ...names.values()]);
  return new ReadShapes({
    differs: (value) => context.readsMore(value),
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
    : { ...noSchemas, descriptions: describer.context.finish() };
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

/**
 * Plans what a server needs to answer calls of scripts: the descriptions of messages. Operations
 * with attachments or streams have no JSON.
 */
function planScripts(
  describer: Describer,
  operations: readonly OperationPlan[],
  options: Pick<PlanOptions, 'targets' | 'scriptServices' | 'scriptGets'>,
): ReadonlyMap<OperationPlan, ScriptPlan> {
  const scripts = new Map<OperationPlan, ScriptPlan>();
  if (!options.targets.includes('server')) return scripts;
  const gets = new Set(options.scriptGets);
  for (const operation of operations) {
    const { inputAttachments, outputAttachments, byteStreams } = operation;
    const hasParts = inputAttachments.length + outputAttachments.length > 0;
    const isStreamed = byteStreams.request || byteStreams.response;
    if (!hasParts && !isStreamed && isScripted(operation, options))
      scripts.set(operation, plan(describer, operation, gets));
  }
  return scripts;
}

function isScripted(
  { service }: OperationPlan,
  { scriptServices = [] }: Pick<PlanOptions, 'scriptServices'>,
): boolean {
  return service.script ?? (scriptServices === true || scriptServices.includes(service.name));
}

function plan(
  describer: Describer,
  operation: OperationPlan,
  gets: ReadonlySet<string>,
): ScriptPlan {
  const { messages, inputType, inputNames, outputType, outputNames } = operation;
  const constant = (direction: 'request' | 'response'): Expression => {
    const [shape, type = 'object', names] =
      direction === 'request'
        ? [messages.input, inputType, inputNames]
        : [messages.output, outputType, outputNames];
    const used = names.map((name) => ({ from: 'types' as const, name }));
    const message = { ...describedMessage(operation, shape, direction), type: typeOf(type, used) };
    return imported(messageConstant(describer, message));
  };
  const isVoid = outputType === 'void' || operation.operation.written !== undefined;
  const { name, messageName } = operation.operation;
  return {
    input: constant('request'),
    output: isVoid ? undefined : constant('response'),
    get: [name, messageName].some((own) => gets.has(`${operation.service.name}.${own}`)),
  };
}

/** Declarations that operations, descriptions and schemas use. */
function mentioned(
  operations: readonly OperationPlan[],
  { descriptions, schemas, elements }: PlannedSchemas & Pick<ContractPlan, 'elements'>,
  options: PlanOptions,
): ReadonlySet<string> {
  const names = new Set<string>(readBy(operations, options));
  const addName = (name: string): unknown => names.add(name);
  const addType = (type: TypeNode): void => namesFrom('types', type.names).forEach(addName);
  for (const { typeNames } of schemas) typeNames.forEach(addName);
  for (const { type, readType } of elements) [type, readType].forEach(addType);
  for (const operation of operations) {
    operation.inputNames.forEach(addName);
    operation.outputNames.forEach(addName);
    for (const { type } of payloadsOf(operation)) addType(type);
  }
  for (const constant of descriptions) {
    for (const { from, name } of constant.names)
      if (from === 'types' || from === 'typesValue') names.add(name);
  }
  return names;
}

/** Targets whose files mention only what is written. */
const typeTargets: readonly Target[] = ['types', 'wsdl', 'docs', 'schemas'];

/** Declarations that operations use for what is read, by client or server. */
function readBy(operations: readonly OperationPlan[], { targets }: PlanOptions): readonly string[] {
  if (targets.every((one) => typeTargets.includes(one))) return [];
  const types = operations.flatMap((one) => [
    ...(one.inputRead === undefined ? [] : [one.inputRead]),
    ...[one.outputRead, ...payloadsOf(one).map(({ readType }) => readType)],
    ...(one.functions.stream === undefined ? [] : [one.functions.stream.readType]),
  ]);
  return types.flatMap(({ names }) => namesFrom('types', names));
}

function payloadsOf(operation: OperationPlan): readonly PayloadPlan[] {
  return [...operation.faults, ...operation.inputHeaders, ...operation.outputHeaders];
}

/** What the types of elements and their descriptions are planned with. */
interface ElementContext {
  readonly describer: Describer;
  readonly reading: ReadShapes;
}

/** Plans the functions for documents, and requests the descriptions that they use. */
function planElements(
  context: ElementContext,
  names: ElementNames,
  target: string,
): readonly ElementPlan[] {
  return [...names].map(([element, name]) => ({
    ...planElement(context, element, name),
    label: labelOf(element, target),
  }));
}

/** Name of an element for a comment, with its namespace if that is not the target namespace. */
function labelOf({ name: { localName, namespace } }: ElementDeclaration, target: string): string {
  const label = `\`${commentText(localName)}\``;
  if (namespace === target) return label;
  return `${label} ${namespace === '' ? 'without namespace' : `of \`${commentText(namespace)}\``}`;
}

function planElement(
  { describer, reading }: ElementContext,
  element: ElementDeclaration,
  name: string,
): Omit<ElementPlan, 'label'> {
  const place = describer.context.shaper.place(element);
  const { namespace } = element.name;
  return {
    name,
    namespace,
    documentation: commentLines(element.documentation ?? ''),
    type: placeType(place),
    readType: placeType(reading.place(place)),
    message: elementConstant(describer, place, name),
    prepare: preparing(describer, place),
  };
}

function elementConstant(describer: Describer, place: PlaceShape, base: string): Expression {
  const { context } = describer;
  const name = context.messageConstant(base, '');
  const make = (): ConstantPlan => {
    const declared = joined(runtimeType('MessageType'), '<', placeType(place), '>');
    const { namespace } = place.element.name;
    const value = describeRoot(describer, { place });
    const constant = describedConstant(name, declared, value, namespace);
    return { ...constant, exported: true, subject: base };
  };
  return imported(description(context.ensure(name, make)));
}

/** As for the messages of a client. */
function preparing(describer: Describer, { value }: PlaceShape): Expression | undefined {
  const reader = node(lookingUp(describer, 'response', readerCall(describer, [value])));
  return reader.kind === 'text' ? undefined : arrow('(reader)', reader);
}

/** Global elements that are documents, with what follows `read` and `write` in their functions. */
type ElementNames = ReadonlyMap<ElementDeclaration, string>;

/**
 * Names the documents of a plain XML Schema: its global elements that are not abstract. Of equal
 * names, that in the target namespace keeps its name; others get a word of their namespace. A WSDL
 * has no documents. `readXml` and `writeXml` are none of them: the index has `writeXml` already.
 */
function nameElements({ elements, isSchema, namespace }: ServiceModel): ElementNames {
  if (!isSchema) return new Map();
  const taken = new Set(['Xml']);
  const documents = elements.filter((one) => !one.abstract);
  const requests = documents.map((element): NameRequest => {
    const { name } = element;
    const preferred = pascalName(name.localName);
    return {
      id: element,
      preferred,
      spelling: name.localName,
      rank: name.namespace === namespace ? 0 : 1,
      suffix: taken.has(preferred) ? 'Element' : '',
      namespace: name.namespace,
      key: qnameKey(name),
    };
  });
  const names = assignNames(requests, taken);
  return new Map(documents.map((element) => [element, names.get(element) ?? '']));
}

/** A type with more fields for child elements is no record. */
const mostFields = 16;

/**
 * Records, and how many of their child elements have more than simple values. A record is a small
 * type in a list, or inside a type that is in one. The code that reads and writes records decides
 * how long a large message takes, so that they have statements, which are faster than tables.
 */
function repeatedRecords(shaper: Shaper): ReadonlyMap<object, number> {
  const found = new Set<ObjectShape>();
  const open: ObjectShape[] = [];
  const add = (value: ValueShape): void => {
    if (value.kind === 'array') {
      add(value.item.value);
      return;
    }
    if (value.kind !== 'object' || found.has(value)) return;
    found.add(value);
    open.push(value);
  };
  for (const type of shaper.used.types) {
    if (type.kind !== 'complex') continue;
    const value = shaper.value(type);
    if (value.kind === 'array') add(value);
    if (value.kind !== 'object') continue;
    for (const field of value.fields) {
      if (field.kind === 'element' && field.repeated) add(field.place.value);
    }
  }
  for (let shape = open.pop(); shape !== undefined; shape = open.pop()) {
    for (const field of shape.fields) if (field.kind === 'element') add(field.place.value);
    for (const member of shape.family?.members ?? []) add(member);
  }
  const small = [...found].filter(({ fields }) => fields.filter(isContent).length <= mostFields);
  return new Map(small.map((shape) => [shape, othersIn(shape)]));
}

/** How many fields for child elements have more than simple values. */
function othersIn({ fields }: ObjectShape): number {
  const isOther = (field: ShapeField): boolean =>
    field.kind === 'group' ? !isRecordGroup(field.group) : !isPlain(field);
  return fields.filter(isOther).length;
}

/** Whether each turn of a repeated choice is one simple value. */
function isRecordGroup({ fields }: GroupShape): boolean {
  return fields.every(isPlain);
}

function isPlain(field: ShapeField): boolean {
  if (field.kind === 'element') return field.place.value.kind === 'simple';
  return field.kind !== 'head' && field.kind !== 'group';
}

/**
 * Declares the rows of DataSets, and adds to the types that contain DataSets which rows these have.
 *
 * @param declared all other declarations
 */
function withRows(
  declared: readonly DeclarationPlan[],
  sets: readonly DataSetRows[],
  shaper: Shaper,
): readonly DeclarationPlan[] {
  if (sets.length === 0) return declared;
  const rows = new RowDeclarations(declared);
  const extended = new Map<string, string>();
  for (const set of sets) {
    const name = rows.declare(set);
    for (const type of set.types) extended.set(shaper.nameOf(type), name);
  }
  const own = declared.map((one): DeclarationPlan => {
    const name = extended.get(one.name);
    const { interface: fields } = one.view;
    if (name === undefined || fields === undefined || fields.extends !== '') return one;
    return {
      ...one,
      view: { interface: { ...fields, extends: extendsClause(`DataSetOf<${name}>`) } },
      runtimeTypes: [...one.runtimeTypes, 'DataSetOf'],
      uses: [...one.uses, name],
    };
  });
  return [...own, ...rows.found];
}

/** Declares rows, and interfaces with the row of each table. */
class RowDeclarations {
  readonly found: DeclarationPlan[] = [];
  readonly #declared: Set<string>;
  readonly #freeName: FreeName;
  /** Rows with names of the configuration, which several sets may share. */
  readonly #rows = new Map<string, string>();

  constructor(declared: readonly DeclarationPlan[]) {
    this.#declared = new Set(declared.map(({ name }) => name));
    this.#freeName = createFreeName(new Set(this.#declared));
  }

  /** Returns the name of the interface with the row of each table. */
  declare({ word, description, rowTypes }: DataSetRows): string {
    const { namespace = '' } = description ?? {};
    const base = pascalName(word);
    const tables = new Set([...Object.keys(description?.columns ?? {}), ...Object.keys(rowTypes)]);
    const lines = [...tables].map((table): Given => {
      const given = Object.hasOwn(rowTypes, table) ? rowTypes[table] : undefined;
      const row = this.#row(base, table, given, description);
      return joined(`  readonly ${propertyKey(table)}: `, namedType(row), ';\n');
    });
    const name = this.#freeName(base, 'DataSet', 'Rows');
    const doc = [`The row of each table of DataSet \`${commentText(word)}\`.`];
    this.found.push(interfaceOf({ name, namespace, doc }, lines));
    return name;
  }

  #row(
    base: string,
    table: string,
    given: string | undefined,
    description: DescribedDataSet | undefined,
  ): string {
    // a type of the contract
    if (given !== undefined && this.#declared.has(given)) return given;
    const isDescribed = Object.hasOwn(description?.columns ?? {}, table);
    const columns = isDescribed ? description?.columns[table] : undefined;
    const key = JSON.stringify([given ?? base, table, columns]);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const name =
      given === undefined
        ? this.#freeName(`${base}${pascalName(table)}`, 'DataSet', 'Row')
        : this.#freeName(given, 'Row', '');
    this.#rows.set(key, name);
    const { namespace = '' } = description ?? {};
    const doc = [`A row of table \`${commentText(table)}\`.`];
    const heading = { name, namespace, doc };
    if (columns === undefined) this.found.push(aliasOf(heading, runtimeType('DataSetRow')));
    else {
      const { required: all = {} } = description ?? {};
      const required = (Object.hasOwn(all, table) ? all[table] : undefined) ?? [];
      const lines = Object.entries(columns).map(([column, type]) =>
        member(column, valueType(type), required.includes(column)),
      );
      this.found.push(interfaceOf(heading, lines));
    }
    return name;
  }
}

function member(column: string, type: TypeNode, isRequired: boolean): Given {
  const key = propertyKey(column);
  return isRequired
    ? joined(`  readonly ${key}: `, type, ';\n')
    : joined(`  readonly ${key}?: `, type, ' | undefined;\n');
}

/** TypeScript type of the values of a column. */
function valueType(type: string): TypeNode {
  if (type === 'anyType') return runtimeType('DataSetValue');
  return plainType(isBuiltin(type) ? usualType(type) : 'string');
}
