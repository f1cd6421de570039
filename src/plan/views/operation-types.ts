import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { stringLiteral } from '../print/encode.ts';
import type { OperationPlan, PayloadPlan } from '../result/plan.ts';
import { type ContractNames, type OperationTypeNames, stateParameter } from './contract-names.ts';
import { type ImportNotes, importedType } from './module-imports.ts';

const allBindings: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** A type argument, and whether it is what the parameter defaults to. */
interface Argument {
  readonly text: string;
  readonly usual: boolean;
}

/** Arguments up to the last that is not the default. */
function trimmed(argumentsGiven: readonly Argument[]): readonly string[] {
  const last = argumentsGiven.findLastIndex((one) => !one.usual);
  return argumentsGiven.slice(0, last + 1).map((one) => one.text);
}

function plain(text: string): Argument {
  return { text, usual: false };
}

/** The wires an operation has, as a type. */
function bindings(plan: OperationPlan): Argument {
  const has = allBindings.filter((binding) => plan.bindings.includes(binding));
  if (has.length === allBindings.length) return { text: 'BindingName', usual: true };
  // an operation whose parameters its only binding cannot carry
  if (has.length === 0) return plain('never');
  return plain(has.map((binding) => stringLiteral(binding)).join(' | '));
}

/** A type as it is read. */
function asRead(text: string, differs: boolean): Argument {
  return plain(differs ? `AsRead<${text}>` : text);
}

/** The type of faults or headers as they are written. */
function written(name: string | undefined): Argument {
  return name === undefined ? { text: 'object', usual: true } : plain(name);
}

/** The type of faults or headers as they are read. */
function read(name: string | undefined, payloads: readonly PayloadPlan[]): Argument {
  return name === undefined
    ? written(name)
    : asRead(
        name,
        payloads.some(({ readsMore }) => readsMore),
      );
}

/** The faults as they are read, where they are not what is written. */
function faultsRead(name: string | undefined, { faults }: OperationPlan): readonly Argument[] {
  return name !== undefined && faults.some(({ readsMore }) => readsMore)
    ? [read(name, faults)]
    : [];
}

const asReadPattern = /^AsRead<(.*)>$/;

/**
 * Notes the names of the runtime and of `types.ts` that the arguments mention as imports; gives the
 * arguments as the file has them.
 */
function noteTypes(
  texts: readonly string[],
  plan: OperationPlan,
  imports: ImportNotes,
): readonly string[] {
  for (const text of texts) {
    if (text === 'BindingName' || text === 'NoInput') imports.type('runtime', text);
    if (asReadPattern.test(text)) imports.type('runtime', 'AsRead');
  }
  const names = [...plan.typeNames, ...(plan.codecs.stream?.typeNames ?? [])];
  for (const name of names) imports.type('types', name);
  return texts.map((text) => importedType(text, names));
}

/** The same for the types of faults and headers, which `operations.ts` declares. */
function noteDeclared(
  texts: readonly string[],
  own: OperationTypeNames | undefined,
  imports: ImportNotes,
): readonly string[] {
  const declared = new Set([own?.faults, own?.inputHeaders, own?.outputHeaders]);
  return texts.map((text) => {
    const read = asReadPattern.exec(text)?.[1];
    const name = read ?? text;
    if (!declared.has(name)) return text;
    const imported = imports.type('operations', name);
    return read === undefined ? imported : `AsRead<${imported}>`;
  });
}

/** The type of the records as they are read or written, where the result has any. */
function record(plan: OperationPlan, direction: 'read' | 'write'): readonly Argument[] {
  const { stream } = plan.codecs;
  if (stream === undefined) return [];
  return [asRead(stream.recordType, direction === 'read' && stream.recordReadsMore)];
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
  const texts = trimmed([
    plain(plan.inputType ?? 'NoInput'),
    asRead(plan.outputType, plan.outputReadsMore),
    ...record(plan, 'read'),
    bindings(plan),
    written(own?.faults),
    written(own?.inputHeaders),
    read(own?.outputHeaders, plan.outputHeaders),
    ...faultsRead(own?.faults, plan),
  ]);
  return noteTypes(texts, plan, imports);
}

/**
 * Arguments of `OperationMethod<Input, Output, Bindings, InputHeaders, OutputHeaders>`, or of the
 * form without input, or of those with `stream`, which have the type of the records after the
 * output.
 */
export function methodTypeArguments(
  plan: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly string[] {
  const own = names.operations.get(plan);
  const texts = trimmed([
    ...(plan.inputType === undefined ? [] : [plain(plan.inputType)]),
    asRead(plan.outputType, plan.outputReadsMore),
    ...record(plan, 'read'),
    bindings(plan),
    written(own?.inputHeaders),
    read(own?.outputHeaders, plan.outputHeaders),
  ]);
  return noteDeclared(noteTypes(texts, plan, imports), own, imports);
}

/** Whether a handler may give records one by one: where the result holds nothing else. */
export function mayStream(plan: OperationPlan): boolean {
  return plan.codecs.stream?.writeRecord !== undefined;
}

/**
 * Arguments of `Handler<Input, Output, State, InputHeaders, OutputHeaders>`, or of
 * `StreamingHandler`, which has the type of the records after the output.
 */
export function handlerTypeArguments(
  plan: OperationPlan,
  names: ContractNames,
  imports: ImportNotes,
): readonly string[] {
  const own = names.operations.get(plan);
  const texts = trimmed([
    asRead(plan.inputType ?? 'NoInput', plan.inputReadsMore),
    plain(plan.outputType),
    ...(mayStream(plan) ? record(plan, 'write') : []),
    plain(stateParameter),
    read(own?.inputHeaders, plan.inputHeaders),
    written(own?.outputHeaders),
  ]);
  return noteDeclared(noteTypes(texts, plan, imports), own, imports);
}
