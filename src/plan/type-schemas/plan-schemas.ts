import { componentName } from '../../names/component-name.ts';
import { createFreeName } from '../../names/free-name.ts';
import { pascalName } from '../../names/names.ts';
import { valueType } from '../declarations/type-text.ts';
import { exportUsed, imported } from '../describe/context/constant.ts';
import type { Describer } from '../describe/context/describer.ts';
import type { DescribedType } from '../describe/context/plan-context.ts';
import { describeRoot } from '../describe/describe-root.ts';
import { commentText, docContent } from '../print/encode.ts';
import type { TypeNode } from '../print/node.ts';
import { typeOf } from '../print/type-node.ts';
import { namesFrom } from '../print/used-names.ts';
import {
  type ConstantPlan,
  hasDoors,
  type OperationPlan,
  type PlanOptions,
} from '../result/plan.ts';
import type { OperationSchemas, SchemaPlan } from '../result/type-schema-plan.ts';
import {
  faultSubject,
  inputSubject,
  outputSubject,
  type SchemaSubject,
  wholeObject,
} from './operation-schema.ts';
import { SchemaNames } from './schema-names.ts';

/** The schemas of a contract, and those of its operations. */
export interface PlannedSchemas {
  readonly schemas: readonly SchemaPlan[];
  readonly operationSchemas: ReadonlyMap<OperationPlan, OperationSchemas>;
  /** All constants of `descriptions.ts`; those that schemas use are exported. */
  readonly codecs: readonly ConstantPlan[];
}

/** Without target `schemas` there are none. */
export const noSchemas: Omit<PlannedSchemas, 'codecs'> = {
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
  const codecs = exportUsed(
    constants,
    requests.flatMap(({ of }) => of),
  );
  return { schemas, operationSchemas, codecs };
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
    doc: docContent([`Schema of ${what}.`]),
    type: type.flat,
    typeNames: namesFrom('types', type.names),
    of,
  };
}
