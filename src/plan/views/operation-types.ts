import { bindingKinds } from '../../model/wsdl/service-operations.ts';
import { stringLiteral } from '../print/encode.ts';
import type { OperationPlan, PayloadPlan } from '../result/plan.ts';
import {
  type ContractNames,
  identityParameter,
  sessionParameter,
  stateParameter,
} from './contract-names.ts';
import type { ImportNotes } from './module-imports.ts';

/** A type argument, and whether it is the default of the parameter. */
interface Argument {
  readonly text: string;
  readonly usual: boolean;
}

/** Arguments up to the last one that is not the default. */
function trimmed(argumentsGiven: readonly Argument[]): readonly string[] {
  const last = argumentsGiven.findLastIndex((one) => !one.usual);
  return argumentsGiven.slice(0, last + 1).map((one) => one.text);
}

function plain(text: string): Argument {
  return { text, usual: false };
}

/** The bindings of an operation as a type. */
function bindings(plan: OperationPlan): Argument {
  const has = bindingKinds.filter((binding) => plan.bindings.includes(binding));
  if (has.length === bindingKinds.length) return { text: 'BindingName', usual: true };
  // an operation whose only binding cannot carry its parameters
  if (has.length === 0) return plain('never');
  return plain(has.map((binding) => stringLiteral(binding)).join(' | '));
}

/** Names the types of faults and headers, which `operations.ts` declares, as in a file. */
interface TypeNotes {
  readonly imports: ImportNotes;
  readonly declared: (name: string) => string;
}

function fromOperations(imports: ImportNotes): TypeNotes {
  return { imports, declared: (name) => imports.type('operations', name) };
}

function inOperations(imports: ImportNotes): TypeNotes {
  return { imports, declared: (name) => name };
}

/** A type as it is read. */
function asRead(text: string, differs: boolean, imports: ImportNotes): Argument {
  return plain(differs ? `${imports.type('runtime', 'AsRead')}<${text}>` : text);
}

function inputType({ inputType }: OperationPlan, imports: ImportNotes): string {
  return inputType ?? imports.type('runtime', 'NoInput');
}

/** The type of faults or headers for writing. */
function written(name: string | undefined, { declared }: TypeNotes): Argument {
  return name === undefined ? { text: 'object', usual: true } : plain(declared(name));
}

/** The type of faults or headers for reading. */
function read(
  name: string | undefined,
  payloads: readonly PayloadPlan[],
  notes: TypeNotes,
): Argument {
  const type = written(name, notes);
  const differs = payloads.some(({ readsMore }) => readsMore);
  return name === undefined ? type : asRead(type.text, differs, notes.imports);
}

/** The faults for reading, if they differ from those for writing. */
function faultsRead(
  name: string | undefined,
  { faults }: OperationPlan,
  notes: TypeNotes,
): readonly Argument[] {
  return name !== undefined && faults.some(({ readsMore }) => readsMore)
    ? [read(name, faults, notes)]
    : [];
}

/** The type of the records for reading or writing, if the result has any. */
function record(
  { codecs: { stream } }: OperationPlan,
  direction: 'read' | 'write',
  imports: ImportNotes,
): readonly Argument[] {
  if (stream === undefined) return [];
  for (const name of stream.typeNames) imports.type('types', name);
  return [asRead(stream.recordType, direction === 'read' && stream.recordReadsMore, imports)];
}

/** The arguments as text. Records their imports from `types.ts`, and the type of all bindings. */
function argumentTexts(
  found: readonly Argument[],
  { inputNames, outputNames }: OperationPlan,
  imports: ImportNotes,
): readonly string[] {
  const texts = trimmed(found);
  if (texts.includes('BindingName')) imports.type('runtime', 'BindingName');
  for (const name of [...inputNames, ...outputNames]) imports.type('types', name);
  return texts;
}

/**
 * Arguments of `Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders,
 * FaultsRead>`, or of `StreamingOperation`, which has the type of the records after the output.
 */
export function operationTypeArguments(
  plan: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly string[] {
  const own = names.operations.get(plan);
  const notes = inOperations(imports);
  const found = [
    plain(inputType(plan, imports)),
    asRead(plan.outputType, plan.outputReadsMore, imports),
    ...record(plan, 'read', imports),
    bindings(plan),
    written(own?.faults, notes),
    written(own?.inputHeaders, notes),
    read(own?.outputHeaders, plan.outputHeaders, notes),
    ...faultsRead(own?.faults, plan, notes),
  ];
  return argumentTexts(found, plan, imports);
}

/** Arguments of `GatewayHook<Input, Output>`. */
export function hookTypeArguments(plan: OperationPlan, imports: ImportNotes): readonly string[] {
  return argumentTexts([plain(inputType(plan, imports)), plain(plan.outputType)], plan, imports);
}

/**
 * Arguments of `OperationMethod<Input, Output, Bindings, InputHeaders, OutputHeaders>`, of the form
 * without input, or of the forms with `stream`, which have the type of the records after the
 * output.
 */
export function methodTypeArguments(
  plan: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly string[] {
  const own = names.operations.get(plan);
  const notes = fromOperations(imports);
  const found = [
    ...(plan.inputType === undefined ? [] : [plain(plan.inputType)]),
    asRead(plan.outputType, plan.outputReadsMore, imports),
    ...record(plan, 'read', imports),
    bindings(plan),
    written(own?.inputHeaders, notes),
    read(own?.outputHeaders, plan.outputHeaders, notes),
  ];
  return argumentTexts(found, plan, imports);
}

/** Whether a handler may return records one by one: if the result contains nothing else. */
export function mayStream(plan: OperationPlan): boolean {
  return plan.codecs.stream?.writeRecord !== undefined;
}

/**
 * Arguments of `Handler<Input, Output, State, Identity, Session, InputHeaders, OutputHeaders>`, or
 * of `StreamingHandler`, which has the type of the records after the output.
 */
export function handlerTypeArguments(
  plan: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly string[] {
  const own = names.operations.get(plan);
  const notes = fromOperations(imports);
  const found = [
    asRead(inputType(plan, imports), plan.inputReadsMore, imports),
    plain(plan.outputType),
    ...(mayStream(plan) ? record(plan, 'write', imports) : []),
    plain(stateParameter),
    plain(identityParameter),
    plain(sessionParameter),
    read(own?.inputHeaders, plan.inputHeaders, notes),
    written(own?.outputHeaders, notes),
  ];
  return argumentTexts(found, plan, imports);
}
