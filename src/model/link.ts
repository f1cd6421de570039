import { createDiagnosticBag, type DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { checkContents, checkValues, type ValuesToCheck } from './check.ts';
import {
  type Components,
  excludedMethod,
  isBlockedSubstitute,
  isDerivedFrom,
  type SharedContext,
} from './link/context.ts';
import { createDefects, type Defect, type Defects, type Expansion } from './link/defects.ts';
import { linkBindings, linkMessages, linkPortTypes } from './link/definitions.ts';
import {
  fillComplexTypes,
  type LinkedSchemas,
  linkSchemas,
  refuseEndlessArrays,
} from './link/schema.ts';
import { linkServices } from './link/service.ts';
import {
  addressOrigin,
  type LinkedService,
  type MessagePart,
  type ServiceInterface,
  type ServiceModel,
  type ServiceOperation,
  type SoapOperation,
} from './services.ts';
import type { BindingKind, Contract, Definitions } from './wsdl.ts';
import type { Mutable, QName } from './xml.ts';
import { createPatternMatcher } from './xsd/pattern.ts';
import type { ComplexType, ElementDeclaration, Particle, SchemaType } from './xsd/schema.ts';
import { givenValue } from './xsd/values.ts';

/** Options of linking. */
export interface LinkOptions {
  /**
   * Leave out each operation that a defect affects, with a warning, instead of reporting defects as
   * errors.
   */
  readonly lenient?: boolean | undefined;
  /**
   * `dotnet` reads `^` and `$` at the beginning and the end of patterns as anchors, as .NET does.
   * Default: by the letter of XML Schema, characters like others.
   */
  readonly patterns?: 'xsd' | 'dotnet' | undefined;
}

/** Components that any contract may expand to, regardless of its length. */
const free = 5000;

/**
 * Characters of a contract for each further component. Real contracts have about ten times as many.
 */
const charactersEach = 4;

/**
 * Creates a limit.
 *
 * @param characters length of all documents of the contract
 */
export function createExpansion(defects: Defects, characters: number): Expansion {
  const limit = free + Math.floor(characters / charactersEach);
  let left = limit;
  let refusal: Defect | undefined;
  return {
    take(count, owner, span) {
      if (count <= left) {
        left -= count;
        return true;
      }
      if (refusal !== undefined) {
        defects.affect(owner, refusal);
        return false;
      }
      refusal = {
        code: 'ASMX1032',
        message:
          `The schemas stand for more than ${limit} components, ` +
          `which is too much for their length`,
        span,
        help:
          'Groups, bases, enumerations and substitution groups count wherever they are ' +
          'named: name them less often, or give services contracts of their own',
      };
      defects.add(owner, refusal);
      return false;
    },
  };
}

/** Creates empty tables. */
function createComponents(expansion: Expansion, hasAnchors: boolean): Components {
  return {
    types: new Map(),
    complexDrafts: new Map(),
    simpleDrafts: new Map(),
    elements: new Map(),
    groups: new Map(),
    attributeGroups: new Map(),
    globalAttributes: new Map(),
    members: new Map(),
    valued: { count: 0 },
    given: [],
    pending: [],
    patterns: createPatternMatcher(),
    hasAnchors,
    expansion,
    nesting: { level: 0 },
  };
}

/** Gives elements the default and fixed values that their types make of the texts. */
function setElementValues({ given }: Components): void {
  for (const { declaration, syntax } of given) {
    const { type } = declaration;
    const simple = type.kind === 'simple' ? type : type.simpleContent;
    if (simple === undefined) continue;
    const { default: initial, fixed, names } = syntax;
    if (initial !== undefined) declaration.default = givenValue(simple, initial, names);
    if (fixed !== undefined) declaration.fixed = givenValue(simple, fixed, names);
  }
}

/**
 * Resolves every name of a contract and reports its defects.
 *
 * @param contract the result of reading
 * @param sink receives defects and warnings
 * @returns the model; `undefined` if the contract has errors, which were reported
 */
export function linkContract(
  contract: Contract,
  sink: DiagnosticSink,
  options: LinkOptions = {},
): ServiceModel | undefined {
  const defects = createDefects(sink, options.lenient === true);
  const characters = contract.files.reduce((sum, { text }) => sum + text.length, 0);
  const expansion = createExpansion(defects, characters);
  const components = createComponents(expansion, options.patterns === 'dotnet');
  const shared: SharedContext = { components, defects };
  const linked: LinkedSchemas = { types: new Set(), elements: new Set() };
  const services: LinkedService[] = [];
  for (const definitions of contract.definitions) {
    services.push(...linkDefinitions(definitions, contract, shared, linked));
  }
  refuseTwinServices(services, defects);
  setElementValues(components);
  const types = [...linked.types];
  const elements = [...linked.elements];
  linkDerivedTypes(components, types);
  refuseEndlessArrays(components, defects);
  linkSubstitutions(components, elements, defects);
  countSubstitutes(components);
  checkContents(components, defects);
  defects.finish();
  if (defects.count > 0 && !defects.lenient) return undefined;
  const remains = leaveOutDefective({ services, types, elements }, components, defects);
  if (remains.services.length === 0) {
    const defective = defects.count > 0 && declaresOperations(contract);
    if (!explainNothing(contract, remains, defective, sink)) return undefined;
  }
  const model: ServiceModel = {
    name: contract.name,
    namespace: contract.definitions[0]?.targetNamespace ?? '',
    baseUrl: contract.baseUrl ?? firstOrigin(remains.services),
    documentation: contract.documentation,
    files: contract.files,
    services: remains.services,
    types: remains.types,
    elements: remains.elements,
    isSchema: contract.isSchema,
    leftOut: remains.leftOut,
  };
  checkModel(model, sink);
  if (components.valued.count > 0) {
    const attributes = components.globalAttributes.values();
    const values = { types: model.types, elements: model.elements, attributes };
    const groups = soundGroups(components, defects);
    checkValues({ ...values, ...groups, patterns: components.patterns }, defects.warn);
  }
  return model;
}

/** What {@link linkContract} with `lenient` would leave out and keep, in operations. */
export interface LenientOutlook {
  readonly leftOut: number;
  readonly left: number;
}

/**
 * Links a contract with defects leniently, to say what would remain of it.
 *
 * @returns `undefined` if that would fail, too
 */
export function lenientOutlook(contract: Contract): LenientOutlook | undefined {
  const bag = createDiagnosticBag();
  const model = linkContract(contract, bag, { lenient: true });
  if (model === undefined || bag.failed) return undefined;
  return { leftOut: model.leftOut ?? 0, left: countOperations(model.services) };
}

/** Groups without defects, whether or not a type uses them. */
function soundGroups(
  { groups, attributeGroups }: Components,
  { affected }: Defects,
): Pick<ValuesToCheck, 'groups' | 'attributeSets'> {
  const sound = <Linked>(all: ReadonlyMap<object, Linked | 'busy'>): readonly Linked[] =>
    [...all].flatMap(([syntax, linked]) =>
      linked === 'busy' || affected.has(syntax) ? [] : [linked as Linked],
    );
  return {
    groups: sound(groups),
    attributeSets: sound(attributeGroups).map(({ uses }) => uses),
  };
}

function linkDefinitions(
  definitions: Definitions,
  contract: Contract,
  shared: SharedContext,
  linked: LinkedSchemas,
): readonly LinkedService[] {
  const { components, defects } = shared;
  for (const { owner, diagnostic } of definitions.defects ?? []) defects.add(owner, diagnostic);
  defects.lookIn(definitions.schemas, definitions.missing ?? []);
  const context = linkSchemas(definitions, shared, linked);
  countCopies(definitions, components);
  const messages = linkMessages(context, definitions);
  fillComplexTypes(context);
  const portTypes = linkPortTypes(context, definitions, messages);
  const bindings = linkBindings(context, definitions, portTypes);
  return linkServices({ context, messages, bindings }, definitions, contract);
}

/**
 * Counts the schemas again for each further service, because its WSDL repeats them, at a quarter of
 * the cost of code.
 */
function countCopies(definitions: Definitions, { expansion }: Components): void {
  const { schemas, services } = definitions;
  if (services.length < 2) return;
  const written = schemas.filter((one) => one.builtin !== true);
  const declared = written.reduce((sum, one) => sum + one.types.length + one.elements.length, 0);
  const count = Math.floor(((services.length - 1) * declared) / 4);
  expansion.take(count, definitions, definitions.span);
}

function refuseTwinServices(services: readonly LinkedService[], defects: Defects): void {
  const names = new Map<string, LinkedService>();
  for (const service of services) {
    const first = names.get(service.name);
    if (first === undefined) names.set(service.name, service);
    else {
      defects.add(service, {
        code: 'ASMX2002',
        message: `Service '${service.name}' is declared twice`,
        span: service.span,
        related: [{ message: 'first declared here', span: first.span }],
      });
    }
  }
}

function declaresOperations({ definitions }: Contract): boolean {
  return definitions.some((one) => one.portTypes.some(({ operations }) => operations.length > 0));
}

/**
 * A contract without operations can still have types. One without either is an error, and so is
 * one whose operations all have defects: an empty client would be of no use.
 */
function explainNothing(
  { name, definitions, isSchema }: Contract,
  remains: Pick<ServiceModel, 'types' | 'elements'>,
  defective: boolean,
  sink: DiagnosticSink,
): boolean {
  const emptyHelp = isSchema && 'Name a schema that declares some, or a WSDL';
  const something = !defective && (remains.types.length > 0 || remains.elements.length > 0);
  if (isSchema && something) return true;
  const which = defective ? 'is without defects' : 'a SOAP or HTTP binding describes';
  const help = something ? 'Only its types are generated' : emptyHelp;
  sink.report({
    code: 'ASMX3005',
    severity: something ? 'warning' : 'error',
    message: isSchema
      ? `Schema '${name}' declares no element and no type`
      : `Contract '${name}' has no operation that ${which}`,
    span: definitions[0]?.span,
    help: defective ? 'Mend the defects above: all operations were left out' : help,
  });
  return something;
}

function firstOrigin(services: readonly LinkedService[]): string | undefined {
  for (const service of services) {
    for (const { address } of service.ports) {
      const origin = address === undefined ? undefined : addressOrigin(address);
      if (origin !== undefined) return origin;
    }
  }
  return undefined;
}

/**
 * Sets the elements that may replace each head: all levels, without abstract ones (XML Schema part
 * 1 section 3.3.6).
 */
function linkSubstitutions(
  components: Components,
  inOrder: readonly ElementDeclaration[],
  defects: Defects,
): void {
  if (components.members.size === 0) return;
  const order = new Map(inOrder.map((element, index) => [element, index]));
  for (const head of components.members.keys()) {
    const found = new Set<ElementDeclaration>();
    collect(components, head, found);
    if (!components.expansion.take(found.size, head, head.span)) continue;
    for (const member of components.members.get(head) ?? []) refuseExcluded(head, member, defects);
    const substitutes = [...found].filter(
      (element) => !element.abstract && !isBlockedSubstitute(head, element),
    );
    substitutes.sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    (head as Mutable<ElementDeclaration>).substitutes = substitutes;
  }
}

/**
 * Counts the elements that may replace heads, in every type, because codecs name each of them
 * there.
 */
function countSubstitutes(components: Components): void {
  if (components.members.size === 0) return;
  for (const { type } of components.complexDrafts.values()) {
    const count = type.particle === undefined ? 0 : substitutesIn(type.particle);
    if (count > 0) components.expansion.take(count, type, type.span);
  }
}

function substitutesIn(particle: Particle): number {
  if (particle.kind === 'element') return particle.element.substitutes.length;
  if (particle.kind === 'any') return 0;
  return particle.particles.reduce((sum, one) => sum + substitutesIn(one), 0);
}

/**
 * Reports an element whose type is derived in a way that the head of its group excludes (XML Schema
 * part 1 section 3.3.6).
 */
function refuseExcluded(
  head: ElementDeclaration,
  member: ElementDeclaration,
  defects: Defects,
): void {
  if (!isDerivedFrom(member.type, head.type)) {
    defects.warn({
      code: 'ASMX3003',
      message:
        `The type of element '${member.name.localName}' is not derived from that of ` +
        `'${head.name.localName}', whose place it may take`,
      span: member.span,
      help: "XML Schema requires a type that extends or restricts the head's",
    });
  }
  const method = excludedMethod(head, member);
  if (method === undefined) return;
  defects.add(member, {
    code: 'ASMX3003',
    message:
      `Element '${member.name.localName}' cannot be in the substitution group of ` +
      `'${head.name.localName}': its type is an ${method}, which is final there`,
    span: member.span,
    help: `Take '${method}' out of the 'final' of '${head.name.localName}', or leave the group`,
  });
}

function collect(
  components: Components,
  head: ElementDeclaration,
  found: Set<ElementDeclaration>,
): void {
  for (const member of components.members.get(head) ?? []) {
    if (found.has(member)) continue;
    found.add(member);
    collect(components, member, found);
  }
}

/**
 * Sets the named types that are derived directly from each named type, in document order. They are
 * counted, because codecs of a type name all those below it.
 */
function linkDerivedTypes(components: Components, inOrder: readonly SchemaType[]): void {
  for (const type of inOrder) {
    if (type.kind !== 'complex' || type.base === undefined) continue;
    if (!components.expansion.take(levelsAbove(type), type, type.span)) return;
    (type.base.derived as SchemaType[]).push(type);
  }
}

function levelsAbove(type: ComplexType): number {
  let levels = 0;
  for (let { base } = type; base !== undefined; { base } = base) levels += 1;
  return levels;
}

/**
 * Warns of valid but probably unintended parts of a linked contract: requests that servers cannot
 * distinguish, parts that do not suit their style, rpc wrappers without namespace.
 */
function checkModel(model: ServiceModel, sink: DiagnosticSink): void {
  for (const service of model.services) {
    for (const { operations } of service.interfaces) {
      for (const operation of operations) checkOperation(operation, sink);
      checkDispatch(operations, sink);
    }
  }
}

function checkOperation(operation: ServiceOperation, sink: DiagnosticSink): void {
  const soap = operation.soap11 ?? operation.soap12;
  if (soap === undefined) return;
  const warn = (message: string, help: string): void => {
    sink.report({
      code: 'ASMX3006',
      severity: 'warning',
      message: `Operation '${operation.name}': ${message}`,
      span: operation.span,
      help,
    });
  };
  const { input } = soap;
  if (soap.style === 'rpc') {
    if (input.assumedNamespace === true || input.rpcWrapper?.namespace === '') {
      warn(
        "'soap:body' of an rpc operation names no namespace",
        input.assumedNamespace === true
          ? 'Its wrapper element gets the target namespace, as in most stacks'
          : 'Its wrapper element is written without one',
      );
    }
    if (input.parts.some((part) => part.element !== undefined)) {
      warn('a part of an rpc message refers to an element', "WS-I requires 'type' there");
    }
    return;
  }
  if (input.parts.length > 1) {
    warn(
      `${input.parts.length} parts are side by side in the body`,
      'Many stacks read the first only',
    );
  }
  if (input.parts.some((part) => part.type !== undefined)) {
    warn("a part of a document message names a 'type'", "WS-I requires 'element' there");
  }
}

/**
 * A server cannot distinguish two operations of one SOAP version with the same action and request
 * element.
 */
function checkDispatch(operations: readonly ServiceOperation[], sink: DiagnosticSink): void {
  for (const kind of ['soap11', 'soap12'] as const) {
    const seen = new Map<string, ServiceOperation>();
    for (const operation of operations) {
      const soap = operation[kind];
      if (soap === undefined) continue;
      const key = signatureOf(soap);
      const twin = seen.get(key);
      if (twin === undefined) seen.set(key, operation);
      else {
        sink.report({
          code: 'ASMX3006',
          severity: 'warning',
          message:
            `Operations '${twin.name}' and '${operation.name}' have the same action ` +
            `and the same request element`,
          span: operation.span,
          help: `A server takes every such request for '${twin.name}'`,
          related: [{ message: 'the other operation', span: twin.span }],
        });
      }
    }
    if (seen.size > 0) return;
  }
}

function signatureOf({ action, input }: SoapOperation): string {
  const [first] = input.parts;
  const name = input.rpcWrapper ?? first?.element?.name ?? (first && nameByType(first));
  return `${action} {${name?.namespace ?? ''}}${name?.localName ?? ''}`;
}

/** The first element of a Body whose part names a type: that of the type, or one for the part. */
function nameByType({ name, type }: MessagePart): QName | undefined {
  if (type?.kind !== 'complex' || type.simpleContent !== undefined) {
    return { namespace: '', localName: name };
  }
  let particle = type.particle;
  while (particle?.kind === 'model') particle = particle.particles[0];
  return particle?.kind === 'element' ? particle.element.name : undefined;
}

type Component = SchemaType | ElementDeclaration;

/** Every type and global element that has a defect, or needs one that has, with the defect. */
function affectedComponents(components: Components, defects: Defects): ReadonlyMap<object, Defect> {
  const reached = new Map<object, Defect>(defects.affected);
  if (reached.size === 0) return reached;
  const usedBy = new Map<Component, Component[]>();
  const note = (user: Component, used: Component): void => {
    const users = usedBy.get(used);
    if (users === undefined) usedBy.set(used, [user]);
    else users.push(user);
  };
  for (const type of components.types.values()) visitType(type, (used) => note(type, used));
  for (const element of components.elements.values()) note(element, element.type);
  const queue = [...reached.entries()];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [component, defect] = next;
    for (const user of usedBy.get(component as Component) ?? []) {
      if (reached.has(user)) continue;
      reached.set(user, defect);
      queue.push([user, defect]);
    }
  }
  return reached;
}

/** Calls `use` for every component a type needs. */
function visitType(type: SchemaType, use: (used: Component) => void): void {
  if (type.base !== undefined) use(type.base);
  if (type.kind === 'simple') {
    if (type.item !== undefined) use(type.item);
    for (const member of type.members ?? []) use(member);
    return;
  }
  if (type.simpleContent !== undefined) use(type.simpleContent);
  if (type.soapArray !== undefined) use(type.soapArray.item);
  for (const attribute of type.attributes) use(attribute.type);
  if (type.particle !== undefined) visitParticle(type.particle, use);
}

function visitParticle(particle: Particle, use: (used: Component) => void): void {
  if (particle.kind === 'model') {
    for (const child of particle.particles) visitParticle(child, use);
  } else if (particle.kind === 'element') {
    use(particle.element);
    use(particle.element.type);
  }
}

/** The defect that affects an operation over a binding, if any. */
function defectOver(
  operation: ServiceOperation,
  kind: BindingKind,
  affected: ReadonlyMap<object, Defect>,
): Defect | undefined {
  const own = affected.get(operation) ?? affected.get(operation[kind] ?? operation);
  if (own !== undefined) return own;
  for (const part of partsOf(operation, kind)) {
    const component = part.element ?? part.type;
    if (component === undefined) continue;
    const defect = affected.get(component) ?? (part.element && affected.get(part.element.type));
    if (defect !== undefined) return defect;
  }
  return undefined;
}

/** Every part of every message of an operation over a binding. */
function* partsOf(operation: ServiceOperation, kind: BindingKind): Iterable<MessagePart> {
  if (kind === 'httpGet' || kind === 'httpPost') {
    const http = operation[kind];
    if (http === undefined) return;
    yield* http.parameters;
    if (http.result !== undefined) yield http.result;
    return;
  }
  const soap = operation[kind];
  if (soap === undefined) return;
  for (const message of [soap.input, soap.output]) {
    if (message === undefined) continue;
    yield* message.parts;
    for (const header of message.headers) {
      yield header.part;
      yield* header.faults;
    }
    for (const { declared } of message.attachments) {
      if (declared !== undefined) yield declared;
    }
  }
  for (const fault of soap.faults) yield fault.part;
}

/** The parts of a contract that no defect affects. */
interface Remains {
  readonly services: readonly LinkedService[];
  readonly types: readonly SchemaType[];
  readonly elements: readonly ElementDeclaration[];
  /** Number of operations left out. */
  readonly leftOut?: number | undefined;
}

/**
 * Leaves out what a defect affects: operations with a warning each, over all bindings or those
 * alone that have the defect; types and elements without, because nothing uses them then.
 */
function leaveOutDefective(all: Remains, components: Components, defects: Defects): Remains {
  const affected = affectedComponents(components, defects);
  if (affected.size === 0) return all;
  const sound = (component: object): boolean => !affected.has(component);
  const services = all.services
    .filter(sound)
    .map((service) => ({
      ...service,
      interfaces: service.interfaces.map((one) => soundPart(service, one, affected, defects)),
    }))
    .filter((service) => service.interfaces.some((one) => one.operations.length > 0));
  for (const type of all.types) {
    if (type.kind === 'complex') {
      (type as Mutable<ComplexType>).derived = type.derived.filter(sound);
    }
  }
  for (const element of all.elements) {
    (element as Mutable<ElementDeclaration>).substitutes = element.substitutes.filter(sound);
  }
  return {
    services,
    types: all.types.filter(sound),
    elements: all.elements.filter(sound),
    leftOut: countOperations(all.services) - countOperations(services),
  };
}

/** Number of operations of all services. */
function countOperations(services: readonly LinkedService[]): number {
  return services.flatMap((one) => one.interfaces.flatMap(({ operations }) => operations)).length;
}

function soundPart(
  service: LinkedService,
  whole: ServiceInterface,
  affected: ReadonlyMap<object, Defect>,
  defects: Defects,
): ServiceInterface {
  const operations = whole.operations.flatMap((operation): readonly ServiceOperation[] => {
    const used = bindingKinds.filter((kind) => operation[kind] !== undefined);
    const found = used.map((kind) => [kind, defectOver(operation, kind, affected)] as const);
    const broken = found.filter(([, defect]) => defect !== undefined);
    const [[, first] = []] = broken;
    const own = used.length === 0 ? affected.get(operation) : first;
    if (own === undefined) return [operation];
    const isAll = broken.length === used.length;
    const left = isAll
      ? 'out'
      : `out over ${broken.map(([kind]) => bindingWords[kind]).join(', ')}`;
    const text = `${own.message.charAt(0).toLowerCase()}${own.message.slice(1)}`;
    defects.warn({
      code: own.code,
      message: `Operation '${service.name}.${operation.name}' is left ${left}: ${text}`,
      span: operation.span,
      leftOut: true,
      related: own.span === undefined ? [] : [{ message: 'the defect', span: own.span }],
    });
    if (isAll) return [];
    const gone = Object.fromEntries(broken.map(([kind]) => [kind, undefined]));
    return [{ ...operation, ...gone }];
  });
  return { ...whole, operations };
}

/** Bindings in words. */
const bindingWords: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};
const bindingKinds = Object.keys(bindingWords) as readonly BindingKind[];
