import type { WrittenKind } from '../model/wsdl.ts';
import {
  componentName,
  createFreeName,
  pascalName,
  reservedTypeNames,
} from '../names/identifiers.ts';
import { commentText, namedEntry, stringNode } from '../print/encode.ts';
import {
  type Expression,
  joined,
  named,
  namesFrom,
  objectNode,
  plainType,
  runtimeType,
  type TypeNode,
  typeOf,
} from '../print/node.ts';
import {
  type DescribedMessage,
  type DescribedType,
  type Describer,
  describedConstant,
  description,
  imported,
} from './descriptions.ts';
import { isFlat, messageConstant } from './message-description.ts';
import type { AttachmentShape, MessageShape, PayloadShape } from './messages.ts';
import { describeRoot, isWrapped } from './object-description.ts';
import {
  type ConstantPlan,
  hasDoors,
  type OperationPlan,
  type OperationSchemas,
  type PlanOptions,
  type SchemaPlan,
} from './result.ts';
import type { ObjectShape, PlaceShape } from './shape.ts';
import { valueType } from './type-text.ts';

/** Names of the constants of `schemas.ts`. */
class SchemaNames {
  readonly #taken: ReadonlySet<string>;
  readonly #given = new Set<string>();

  /** @param taken Names of types and operations of the contract. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...reservedTypeNames, ...taken]);
  }

  /**
   * Name of the schema of a type. If the contract or another schema has the name, a `$` is added,
   * which names of the contract do not have.
   */
  take(subject: string): string {
    const isFree = (name: string): boolean => !this.#taken.has(name) && !this.#given.has(name);
    const plain = `${subject}Schema`;
    const name = isFree(plain) ? plain : `${subject}$Schema`;
    this.#given.add(name);
    return name;
  }
}

/** What a schema is of, as arguments. */
type SchemaSubject = readonly Expression[];

/** The object type that forms a message by itself. */
function wholeObject({ body, attachments }: MessageShape): ObjectShape | undefined {
  if (attachments.length > 0) return undefined;
  if (body.kind === 'content') return body.object;
  return body.kind === 'object' && !body.place.nillable ? body.object : undefined;
}

/** What the schema of an input is of. */
function inputSubject(describer: Describer, operation: OperationPlan): SchemaSubject {
  const { inputType, inputNames, messages } = operation;
  if (inputType === undefined) return [named('runtime', 'anyInput')];
  const type = typeOf(
    inputType,
    inputNames.map((name) => ({ from: 'types', name })),
  );
  const message = { ...describedMessage(operation, messages.input, 'request'), type };
  const whole = wholeObject(messages.input);
  // a type that is declared for the message alone
  const hasOwn = isFlat(describer, message) || isWrapped(describer, message);
  if (whole?.name === inputType && !hasOwn) return [imported(describer.value(whole))];
  return messageSubject(describer, operation, messages.input, message);
}

/** What the schema of a result is of. */
function outputSubject(describer: Describer, operation: OperationPlan): SchemaSubject {
  const { outputType, outputNames, messages } = operation;
  if (outputType === 'void') return [named('runtime', 'noValue')];
  const { written } = operation.operation;
  if (written !== undefined) return [named('runtime', writtenValues[written])];
  const type = typeOf(
    outputType,
    outputNames.map((name) => ({ from: 'types', name })),
  );
  const message = { ...describedMessage(operation, messages.output, 'response'), type };
  return messageSubject(describer, operation, messages.output, message);
}

/** What the schema of a fault's detail is of. */
function faultSubject(
  describer: Describer,
  operation: OperationPlan,
  { name, place }: Pick<PayloadShape, 'name' | 'place'>,
): SchemaSubject {
  const message = describedMessage(operation, operation.messages.output, 'response');
  const noun = `${pascalName(name)}Fault`;
  return [rootConstant(describer, { ...message, type: undefined, noun, place })];
}

const writtenValues: Readonly<Record<WrittenKind, string>> = {
  json: 'writtenJson',
  text: 'writtenText',
  binary: 'writtenBytes',
};

/** What the runtime has for messages without a description, in its entry for schemas. */
export const acceptingNames: ReadonlySet<string> = new Set([
  'anyInput',
  'noValue',
  ...Object.values(writtenValues),
]);

type OperationMessage = DescribedMessage & { readonly base: string; readonly noun: string };

/** A message of an operation, as it is described. */
export function describedMessage(
  { base, encoded, service }: OperationPlan,
  { body }: MessageShape,
  direction: 'request' | 'response',
): Omit<OperationMessage, 'type'> {
  const noun = direction === 'request' ? 'Request' : 'Response';
  return { body, encoded, direction, namespace: service.namespace, base, noun };
}

function messageSubject(
  describer: Describer,
  operation: OperationPlan,
  { body, attachments }: MessageShape,
  message: OperationMessage,
): SchemaSubject {
  const isOwn =
    message.direction === 'request' &&
    body.kind === 'object' &&
    body.object.name === operation.inputType;
  const isRoot = body.kind === 'object' && isFlat(describer, message) && !isOwn;
  const described = isRoot
    ? rootConstant(describer, { ...message, place: body.place })
    : imported(messageConstant(describer, message));
  if (attachments.length === 0) return [described];
  const entries = attachments.map((one) =>
    namedEntry(one.property, attachmentNode(describer, message, one)),
  );
  return [described, objectNode(entries)];
}

/** A message whose type others have, too, described as an element of that type. */
function rootConstant(
  describer: Describer,
  { base, noun, namespace, type, place }: OperationMessage & { readonly place: PlaceShape },
): Expression {
  const { context } = describer;
  const name = context.messageConstant(base, `${noun}$Root`);
  const make = (): ConstantPlan => {
    const declared = joined(runtimeType('MessageType'), '<', type ?? plainType('object'), '>');
    const value = describeRoot(describer, { place });
    return { ...describedConstant(name, declared, value, namespace), subject: base };
  };
  return imported(description(context.ensure(name, make)));
}

function attachmentNode(
  describer: Describer,
  message: OperationMessage,
  { kind, property, place }: AttachmentShape,
): Expression {
  if (place === undefined) return stringNode(kind === 'text' ? 'text' : 'bytes');
  const noun = `${message.noun}$${property.replace(/[^\p{ID_Continue}$]/gu, '_')}`;
  return rootConstant(describer, { ...message, type: undefined, noun, place });
}

/** The schemas of a contract, and those of its operations. */
export interface PlannedSchemas {
  readonly schemas: readonly SchemaPlan[];
  readonly operationSchemas: ReadonlyMap<OperationPlan, OperationSchemas>;
  /** All constants of `descriptions.ts`. */
  readonly descriptions: readonly ConstantPlan[];
}

/** Without target `schemas` there are none. */
export const noSchemas: Omit<PlannedSchemas, 'descriptions'> = {
  schemas: [],
  operationSchemas: new Map(),
};

/** A schema to be planned. */
interface Request {
  readonly name: string;
  /** Description of the type, such as `complexType Note`. */
  readonly what: string;
  readonly namespace: string;
  readonly type: TypeNode;
  readonly of: SchemaSubject;
}

/**
 * Plans the schemas of all operations and of the types they use, including headers and faults.
 *
 * @param taken Names of types and operations of the contract.
 */
export function planSchemas(
  describer: Describer,
  operations: readonly OperationPlan[],
  taken: Iterable<string>,
  { targets }: Pick<PlanOptions, 'targets'>,
): PlannedSchemas {
  const { context } = describer;
  const names = new SchemaNames(taken);
  const operationSchemas = new Map<OperationPlan, OperationSchemas>();
  const own = new Set<object>();
  const requests: Request[] = [];
  for (const operation of operations) {
    const [input, output] = operationRequests(describer, operation, names);
    const faults = hasDoors({ targets }) ? faultRequests(describer, operation, names) : [];
    operationSchemas.set(operation, {
      input: input.name,
      output: output.name,
      faults: new Map(faults.map(([name, request]) => [name, request.name])),
    });
    requests.push(input, output, ...faults.map(([, request]) => request));
    const whole = wholeObject(operation.messages.input);
    if (whole !== undefined && whole.name === operation.inputType) own.add(whole.source);
    const { inputHeaders, outputHeaders, faults: declared } = operation.messages;
    for (const { place } of [...inputHeaders, ...outputHeaders, ...declared]) {
      describeRoot(describer, { place });
    }
  }
  const constants = context.finish();
  for (const [source, type] of context.types) {
    if (!own.has(source)) requests.push(typeRequest(describer, type, names));
  }
  const freeName = createFreeName(new Set());
  const schemas = requests.map((request) => {
    const subject = componentName(request.name.replace(/\$?Schema$/, ''));
    return planOf(request, freeName(subject, '_', ''));
  });
  return { schemas, operationSchemas, descriptions: constants };
}

function operationRequests(
  describer: Describer,
  operation: OperationPlan,
  names: SchemaNames,
): readonly [input: Request, output: Request] {
  const { descriptor, service, operation: declared } = operation;
  const { inputType = 'object', inputNames, outputType, outputNames } = operation;
  const { namespace } = service;
  const subject = `operation \`${commentText(declared.name)}\``;
  const typed = (type: string, used: readonly string[]): TypeNode =>
    typeOf(
      type,
      used.map((name) => ({ from: 'types', name })),
    );
  return [
    {
      name: names.take(`${descriptor}Input`),
      what: `the input of ${subject}`,
      namespace,
      type: typed(inputType, inputNames),
      of: inputSubject(describer, operation),
    },
    {
      name: names.take(`${descriptor}Output`),
      what: `the result of ${subject}`,
      namespace,
      type: typed(outputType, outputNames),
      of: outputSubject(describer, operation),
    },
  ];
}

/** Schemas of the details of declared faults, by the name of the fault. */
function faultRequests(
  describer: Describer,
  operation: OperationPlan,
  names: SchemaNames,
): readonly (readonly [name: string, request: Request])[] {
  const { descriptor, service, operation: declared, faults, messages } = operation;
  return messages.faults.flatMap(({ name, place }) => {
    const type = faults.find((one) => one.name === name)?.type;
    if (type === undefined) return [];
    const request: Request = {
      name: names.take(`${descriptor}${pascalName(name)}Fault`),
      what: `fault \`${commentText(name)}\` of operation \`${commentText(declared.name)}\``,
      namespace: service.namespace,
      type,
      of: faultSubject(describer, operation, { name, place }),
    };
    return [[name, request] as const];
  });
}

function typeRequest(
  { context: { shaper } }: Describer,
  { shape, described }: DescribedType,
  names: SchemaNames,
): Request {
  const { source, kind } = shape;
  const label = commentText(source.name?.localName ?? source.context.join('/'));
  const what = kind === 'object' ? 'complexType' : 'simpleType';
  return {
    name: names.take(shaper.nameOf(source)),
    what: `${what} \`${label}\``,
    namespace: shaper.namespaceOf(source),
    type: valueType(shape),
    of: [imported(described)],
  };
}

function planOf({ name, what, namespace, type, of }: Request, component: string): SchemaPlan {
  return {
    name,
    component,
    namespace,
    doc: [`Schema of ${what}.`],
    type: type.flat,
    typeNames: namesFrom('types', type.names),
    of,
  };
}
