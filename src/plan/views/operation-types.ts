import { bindingKinds } from '../../model/wsdl/service-operations.ts';
import { stringLiteral } from '../print/encode.ts';
import type { TypeNode } from '../print/node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { OperationPlan } from '../result/plan.ts';
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

/** A type, after its imports are recorded. */
function typed({ flat, names }: TypeNode, imports: ImportNotes): Argument {
  for (const name of namesFrom('types', names)) imports.type('types', name);
  return plain(flat);
}

function inputOf({ inputType, inputNames }: OperationPlan, imports: ImportNotes): Argument {
  for (const name of inputNames) imports.type('types', name);
  return plain(inputType ?? imports.type('runtime', 'NoInput'));
}

function outputOf({ outputType, outputNames }: OperationPlan, imports: ImportNotes): Argument {
  for (const name of outputNames) imports.type('types', name);
  return plain(outputType);
}

/** The type of faults or headers, which may have none. */
function payloads(name: string | undefined, { declared }: TypeNotes): Argument {
  return name === undefined ? { text: 'object', usual: true } : plain(declared(name));
}

/** The type of the records for reading or writing, if the result has any. */
function record(
  { codecs: { stream } }: OperationPlan,
  direction: 'read' | 'write',
  imports: ImportNotes,
): readonly Argument[] {
  if (stream === undefined) return [];
  return [typed(direction === 'read' ? stream.readType : stream.recordType, imports)];
}

/** The arguments as text. Records the import of the type of all bindings. */
function argumentTexts(found: readonly Argument[], imports: ImportNotes): readonly string[] {
  const texts = trimmed(found);
  if (texts.includes('BindingName')) imports.type('runtime', 'BindingName');
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
    inputOf(plan, imports),
    typed(plan.outputRead, imports),
    ...record(plan, 'read', imports),
    bindings(plan),
    payloads(own?.faults, notes),
    payloads(own?.inputHeaders, notes),
    payloads(own?.outputHeadersRead, notes),
    // those that are written, by default
    ...(own?.faultsRead === own?.faults ? [] : [payloads(own?.faultsRead, notes)]),
  ];
  return argumentTexts(found, imports);
}

/** Arguments of `GatewayHook<Input, Output>`. */
export function hookTypeArguments(plan: OperationPlan, imports: ImportNotes): readonly string[] {
  return argumentTexts([inputOf(plan, imports), outputOf(plan, imports)], imports);
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
    ...(plan.inputType === undefined ? [] : [inputOf(plan, imports)]),
    typed(plan.outputRead, imports),
    ...record(plan, 'read', imports),
    bindings(plan),
    payloads(own?.inputHeaders, notes),
    payloads(own?.outputHeadersRead, notes),
  ];
  return argumentTexts(found, imports);
}

/**
 * Whether the result contains nothing but its records: only then a handler may return them one by
 * one, and examples read them so.
 */
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
    plan.inputRead === undefined ? inputOf(plan, imports) : typed(plan.inputRead, imports),
    outputOf(plan, imports),
    ...(mayStream(plan) ? record(plan, 'write', imports) : []),
    plain(stateParameter),
    plain(identityParameter),
    plain(sessionParameter),
    payloads(own?.inputHeadersRead, notes),
    payloads(own?.outputHeaders, notes),
  ];
  return argumentTexts(found, imports);
}
