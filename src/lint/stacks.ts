import type { Span } from '../diagnostics/diagnostic.ts';
import type { Stack, StackFact, StackRole } from '../diagnostics/stacks.ts';
import type {
  LinkedService,
  MessagePart,
  ServiceModel,
  ServiceOperation,
  SoapOperation,
} from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import type { BuiltinName } from '../model/xsd/builtins.ts';
import {
  type AttributeUse,
  type ComplexType,
  type ElementDeclaration,
  kindOfValue,
  type Particle,
  type SchemaType,
} from '../model/xsd/schema.ts';

/** Where a message goes: a fault is an answer. */
type Direction = 'request' | 'answer';

/** A place of a contract at which a stack is hurt. */
interface Place {
  /** The operation, or the service, whose messages have it: `School.Get`. */
  readonly of: string;
  /** What it is there: `'name'`; absent for the operation itself. */
  readonly what?: string | undefined;
  /** Absent if the direction does not matter. */
  readonly direction?: Direction | undefined;
  readonly span: Span | undefined;
}

/** An element or attribute in the messages of some operation. */
interface ValueUse extends Place {
  readonly what: string;
  readonly direction: Direction;
  readonly type: SchemaType;
  readonly element?: ElementDeclaration | undefined;
  /** Numbers of occurrences. */
  readonly min: number;
  readonly max: number;
  readonly isAttribute: boolean;
  /** Whether it is in the items of a list. */
  readonly inList: boolean;
}

/** A complex type in the messages of some operation. */
interface TypeUse extends Place {
  readonly type: ComplexType;
}

/** An operation, with its binding to SOAP. */
interface OperationUse extends Place {
  readonly operation: ServiceOperation;
  readonly soap: SoapOperation | undefined;
}

/** What messages of a contract have, each type once for each direction. */
interface Contents {
  readonly model: ServiceModel;
  readonly operations: readonly OperationUse[];
  readonly values: readonly ValueUse[];
  readonly types: readonly TypeUse[];
}

/** What programs of a stack cannot do of a contract, or do wrongly. */
export interface StackFinding {
  readonly stack: Stack;
  readonly fact: StackFact;
  /** What its programs are that meet it. */
  readonly roles: readonly StackRole[];
  /** The places that have it, in the order of the contract: at least one. */
  readonly places: readonly Place[];
}

/**
 * Finds what of a contract stacks cannot do, or do wrongly: one finding for each fact that some
 * place of the contract meets.
 *
 * @param stacks those to look at
 */
export function lintForStacks(
  model: ServiceModel,
  stacks: readonly Stack[],
): readonly StackFinding[] {
  const contents = contentsOf(model);
  const known = new Map<string, readonly Place[]>();
  const placesOf = (trait: string): readonly Place[] => {
    const places = known.get(trait) ?? contractTraits[trait]?.(contents) ?? [];
    known.set(trait, places);
    return places;
  };
  return stacks.flatMap((stack) =>
    stack.facts.flatMap((fact): readonly StackFinding[] => {
      if (fact.effect === 'keeps') return [];
      const found = fact.trait.flatMap(placesOf);
      const meets = (role: StackRole) => (place: Place) => isMet(place, role, fact);
      const roles = (fact.role ?? stack.role).filter((role) => found.some(meets(role)));
      const places = found.filter((place) => roles.some((role) => meets(role)(place)));
      return places.length === 0 ? [] : [{ stack, fact, roles, places }];
    }),
  );
}

/** Whether a program meets a place: callers send requests, services read them. */
function isMet({ direction }: Place, role: StackRole, { when }: StackFact): boolean {
  if (direction === undefined || when === undefined) return true;
  return (direction === 'request') === ((role === 'caller') === (when === 'sends'));
}

/** Gathers what messages have. Each type is visited once for each direction. */
function contentsOf(model: ServiceModel): Contents {
  const operations = model.services.flatMap((service) =>
    service.interfaces
      .flatMap((one) => one.operations)
      .map((operation) => ({
        of: `${service.name}.${operation.publicName}`,
        span: operation.span,
        operation,
        soap: operation.soap11 ?? operation.soap12,
      })),
  );
  const values: ValueUse[] = [];
  const types: TypeUse[] = [];
  for (const direction of ['request', 'answer'] as const) {
    const visitor = new Visitor(direction, values, types);
    for (const use of operations) {
      for (const part of partsOf(use, direction)) visitor.part(part, use.of);
      visitor.finish();
    }
  }
  return { model, operations, values, types };
}

/** What messages of a direction consist of: the body, headers, details of faults. */
function partsOf(use: OperationUse, direction: Direction): readonly MessagePart[] {
  const { soap } = use;
  const faults = direction === 'request' ? [] : (soap?.faults ?? []);
  return [
    ...(soap?.[sides[direction]]?.parts ?? []),
    ...headerParts(use, direction),
    ...faults.map(({ part }) => part),
  ];
}

const sides = { request: 'input', answer: 'output' } as const;

/** The headers of a direction, over either version of SOAP. */
function headerParts({ operation }: OperationUse, direction: Direction): ReadonlySet<MessagePart> {
  const messages = [operation.soap11, operation.soap12].map((soap) => soap?.[sides[direction]]);
  return new Set(messages.flatMap((message) => message?.headers.map(({ part }) => part) ?? []));
}

const once = { min: 1, max: 1 };

/** What is known of a value before it is visited. */
type FoundValue = Pick<ValueUse, 'of' | 'what' | 'span' | 'type' | 'min' | 'max'> &
  Partial<Pick<ValueUse, 'element' | 'isAttribute' | 'inList'>>;

class Visitor {
  readonly #direction: Direction;
  readonly #values: ValueUse[];
  readonly #types: TypeUse[];
  /** Types that were visited, and whether in a list. */
  readonly #seen = new Map<SchemaType, boolean>();
  /** Contents that wait, since types may be nested without end. */
  readonly #waiting: (() => void)[] = [];

  constructor(direction: Direction, values: ValueUse[], types: TypeUse[]) {
    this.#direction = direction;
    this.#values = values;
    this.#types = types;
  }

  /** A part; the elements in an element are values, and so is a part with a simple type. */
  part({ name, element, type = element?.type, span }: MessagePart, of: string): void {
    if (element?.type.kind === 'complex') this.visit(element.type, of, false);
    else if (type !== undefined) {
      const what = `'${element?.name.localName ?? name}'`;
      this.value({ of, what, span, type, element, ...once });
    }
  }

  value({ isAttribute = false, inList = false, ...found }: FoundValue): void {
    this.#values.push({ ...found, isAttribute, inList, direction: this.#direction });
    this.visit(found.type, found.of, inList || found.max > 1);
  }

  /** The content of a type; once more if its items are those of a list for the first time. */
  visit(type: SchemaType, of: string, inList: boolean): void {
    const before = this.#seen.get(type);
    if (type.kind === 'simple' || before === true || before === inList) return;
    this.#seen.set(type, inList);
    const direction = this.#direction;
    if (before === undefined) this.#types.push({ of, direction, span: type.span, type });
    this.#waiting.push(() => {
      for (const attribute of type.attributes) this.#attribute(attribute, of, inList);
      if (type.particle !== undefined) this.#particle(type.particle, { of, inList, ...once });
      for (const one of type.derived) this.visit(one, of, inList);
    });
  }

  finish(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) next();
  }

  #attribute({ name, type, span, required }: AttributeUse, of: string, inList: boolean): void {
    const what = `@${name.localName}`;
    const occurs = { min: required ? 1 : 0, max: 1 };
    this.value({ of, what, span, type, ...occurs, isAttribute: true, inList });
  }

  #particle(
    particle: Particle,
    at: {
      readonly of: string;
      readonly inList: boolean;
      readonly min: number;
      readonly max: number;
    },
  ): void {
    const { occurs } = particle;
    const min = at.min * occurs.min;
    const max = at.max * occurs.max;
    if (particle.kind === 'model') {
      const least = particle.compositor === 'choice' ? 0 : min;
      for (const one of particle.particles) this.#particle(one, { ...at, min: least, max });
    } else if (particle.kind === 'element') {
      for (const element of [particle.element, ...particle.element.substitutes]) {
        const { name, type, span } = element;
        const { of, inList } = at;
        this.value({ of, what: `'${name.localName}'`, span, type, element, min, max, inList });
      }
    }
  }
}

/** A predicate on values as a trait of contracts. */
function values(test: (use: ValueUse) => boolean): (contents: Contents) => readonly Place[] {
  return (contents) => contents.values.filter(test);
}

/** Values of built-in types. */
function builtins(...names: readonly BuiltinName[]): (contents: Contents) => readonly Place[] {
  return values(({ type }) => {
    const { builtin } = type.kind === 'simple' ? type : (type.simpleContent ?? {});
    return builtin !== undefined && names.includes(builtin);
  });
}

function operations(
  test: (use: OperationUse) => boolean,
): (contents: Contents) => readonly Place[] {
  return (contents) => contents.operations.filter(test);
}

/** Services that have all of some ports. */
function ports(...kinds: readonly BindingKind[]): (contents: Contents) => readonly Place[] {
  return ({ model }) =>
    model.services
      .filter((one) => kinds.every((kind) => one.ports.some((port) => port.kind === kind)))
      .map(({ name, span }) => ({ of: name, span }));
}

function isEmpty(soap: SoapOperation | undefined, key: 'input' | 'output'): boolean {
  const isEmptyPart = ({ element }: MessagePart): boolean => {
    const type = element?.type;
    if (type?.kind !== 'complex' || type.attributes.length > 0) return false;
    return type.particle === undefined || kindsIn(type.particle).size === 0;
  };
  return soap?.[key]?.parts.every(isEmptyPart) === true;
}

const isText = ({ type, isAttribute }: ValueUse): boolean =>
  !isAttribute && kindOfValue(type) === 'text' && type.kind === 'simple' && isString(type.builtin);

function isBoolean({ type }: ValueUse): boolean {
  return type.kind === 'simple' && type.builtin === 'boolean';
}

function isString(name: BuiltinName | undefined): boolean {
  return name === undefined || /^(?:string|normalizedString|token)$/.test(name);
}

/** Names of the messages of faults. */
function faultMessages({ definitions }: LinkedService): readonly string[] {
  return definitions.portTypes.flatMap((one) =>
    one.operations.flatMap(({ faults }) => faults.map(({ message }) => message.name.localName)),
  );
}

/** Headers of a direction. */
function headers(direction: Direction): (contents: Contents) => readonly Place[] {
  return (contents) =>
    contents.operations
      .filter((use) => headerParts(use, direction).size > 0)
      .map(({ of, span }) => ({ of, span, direction }));
}

/**
 * Traits of contracts that stacks do not cope with, by the names of `specs/stack.schema.json`,
 * which has their meaning.
 */
export const contractTraits: Readonly<Record<string, (contents: Contents) => readonly Place[]>> = {
  'one-way': operations(({ operation }) => operation.oneWay),
  void: operations(({ operation, soap }) => !operation.oneWay && isEmpty(soap, 'output')),
  'no parameters': operations(({ soap }) => isEmpty(soap, 'input')),
  'declared fault': operations(({ soap }) => (soap?.faults.length ?? 0) > 0),
  'fault named like its message': ({ model, operations: all }) => {
    const messages = new Set(model.services.flatMap(faultMessages));
    const isNamedSo = ({ soap }: OperationUse): boolean =>
      soap?.faults.some(({ part }) => messages.has(part.element?.name.localName ?? '')) === true;
    return all.filter(isNamedSo);
  },
  encoded: operations(({ soap }) => soap?.input.use === 'encoded'),
  'encoded text': (contents) => {
    const encoded = new Set(
      contents.operations.filter(({ soap }) => soap?.input.use === 'encoded').map(({ of }) => of),
    );
    return contents.values.filter((use) => encoded.has(use.of) && isText(use));
  },
  headers: (contents) => [...headers('request')(contents), ...headers('answer')(contents)],
  'SOAP 1.2': ports('soap12'),
  'two versions of SOAP': ports('soap11', 'soap12'),
  'HTTP GET and POST': (contents) => [
    ...ports('httpGet')(contents),
    ...ports('httpPost')(contents),
  ],
  imports: ({ model }) =>
    model.files.length < 2
      ? []
      : model.services.slice(0, 1).map(({ name, span }) => ({ of: name, span })),
  'namespace is a URN': ({ model }) =>
    model.services
      .filter(({ namespace }) => /^urn:/i.test(namespace))
      .map(({ name, span }) => ({ of: name, span })),
  text: values(isText),
  boolean: values(isBoolean),
  number: values((use) => kindOfValue(use.type) === 'number' && !isBoolean(use)),
  long: builtins('long', 'unsignedLong', 'integer', 'nonNegativeInteger', 'positiveInteger'),
  decimal: builtins('decimal'),
  float: builtins('float', 'double'),
  dateTime: builtins('dateTime'),
  date: builtins('date'),
  time: builtins('time'),
  bytes: builtins('base64Binary', 'hexBinary'),
  enumeration: values(({ type }) => kindOfValue(type) === 'word'),
  'nillable number': values(
    ({ type, element }) => element?.nillable === true && kindOfValue(type) === 'number',
  ),
  'nillable value': values(({ element }) => element?.nillable === true),
  'optional number': values(
    ({ type, min, isAttribute }) => min === 0 && !isAttribute && kindOfValue(type) === 'number',
  ),
  list: values(({ max }) => max > 1),
  'list in a list': values(({ max, inList }) => max > 1 && inList),
  'large answer': values(({ direction, max, type }) => {
    const isBytes = type.kind === 'simple' && type.builtin === 'base64Binary';
    return direction === 'answer' && (max === Number.POSITIVE_INFINITY || isBytes);
  }),
  attribute: values(({ isAttribute }) => isAttribute),
  'boolean attribute': values((use) => use.isAttribute && isBoolean(use)),
  'text with attributes': (contents) =>
    contents.types.filter(({ type }) => type.simpleContent !== undefined),
  'unqualified elements': values(
    ({ element }) => element !== undefined && !element.global && element.name.namespace === '',
  ),
  'any elements': (contents) =>
    contents.types.filter(({ type }) => type.particle !== undefined && hasWildcard(type.particle)),
  'derived types': (contents) =>
    contents.types.filter(({ type }) => type.derived.some((one) => !one.abstract)),
  DataSet: values(({ element }) => element?.dataSet !== undefined),
};

/** Whether a content has a wildcard beside elements. */
function hasWildcard(particle: Particle): boolean {
  const kinds = kindsIn(particle);
  return kinds.has('any') && kinds.has('element');
}

function kindsIn(particle: Particle): ReadonlySet<Particle['kind']> {
  const kinds = new Set<Particle['kind']>();
  const waiting = [particle];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.kind === 'model') waiting.push(...at.particles);
    else kinds.add(at.kind);
  }
  return kinds;
}
