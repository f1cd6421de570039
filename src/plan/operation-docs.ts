import { bindingKinds } from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import { reservedWords } from '../names/identifiers.ts';
import { commentLines, commentText, isIdentifier, stringLiteral } from '../print/encode.ts';
import { fits } from '../print/layout.ts';
import { namesFrom, type TypeNode } from '../print/node.ts';
import { isUnion } from './content-model.ts';
import {
  type FileNames,
  identityParameter,
  sessionParameter,
  stateParameter,
} from './contract-names.ts';
import type { ImportNotes } from './imports.ts';
import type { BodyShape } from './messages.ts';
import type { OperationPlan, ServicePlan } from './result.ts';

/** Bindings in words. */
export const bindingTitles: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};

/** What the service writes straight to the response, in words. */
const writtenTitles = { json: 'JSON', text: 'text', binary: 'bytes' } as const;

/**
 * Doc comment lines of a client's method: the contract's documentation, wire name and bindings,
 * declared faults, an example.
 */
export function methodDocumentation(plan: OperationPlan): readonly string[] {
  const faults = plan.faults.map((fault) => `\`${commentText(fault.name)}\``);
  const declared = faults.length > 0 ? [`@throws {SoapFault} declared: ${faults.join(', ')}`] : [];
  return [
    ...paragraphs(plan),
    '',
    ...declared,
    '@example',
    `await client.${plan.method}(${exampleInput(plan, plan.method)});`,
    ...streamExample(plan),
  ];
}

/** How to read the records of a result one by one, if it contains nothing else. */
function streamExample(plan: OperationPlan): readonly string[] {
  if (!mayStream(plan)) return [];
  const input = exampleInput(plan, `${plan.method}.stream`);
  return [
    `for await (const record of client.${plan.method}.stream(${input})) console.log(record);`,
  ];
}

/**
 * Doc comment lines of a handler: the contract's documentation, wire name and bindings, how to
 * answer with a declared fault.
 */
export function handlerDocumentation(plan: OperationPlan): readonly string[] {
  const faults = plan.faults.map(
    (fault) =>
      `@throws {SoapFault} by \`fault(${plan.descriptor}, '${commentText(fault.name)}', …)\``,
  );
  const lines = [
    ...paragraphs(plan),
    ...(mayStream(plan)
      ? [
          'It may also give the records of the result one by one, ' +
            'by an async generator for instance.',
        ]
      : []),
  ];
  return faults.length === 0 ? lines : [...lines, '', ...faults];
}

/** The paragraphs common to client and server. */
function paragraphs(plan: OperationPlan): readonly string[] {
  const { operation } = plan;
  const lines = [...plan.documentation];
  if (lines.length > 0) lines.push('');
  const wires = plan.bindings.map((binding) => bindingTitles[binding]);
  const oneWay = operation.oneWay ? 'One-way operation' : 'Operation';
  lines.push(`${oneWay} \`${commentText(operation.name)}\` over ${listed(wires)}.`);
  if (operation.written !== undefined) {
    const what = writtenTitles[operation.written];
    lines.push(`It writes ${what} straight to the response: \`written\` in what \`raw\` gives.`);
  }
  return lines;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Argument of the example call: the properties of the input if there are few, else `input`. */
function exampleInput({ messages, inputType }: OperationPlan, method: string): string {
  if (inputType === undefined) return '';
  const names = messages.input.fields.map(({ property }) => property);
  const text = `{ ${names.join(', ')} }`;
  const line = method.endsWith('.stream')
    ? `   * for await (const record of client.${method}(${text})) console.log(record);`
    : `   * await client.${method}(${text});`;
  const short = fits(line) && names.every(isVariable) && !hasVariants(messages.input.body);
  return short ? text : 'input';
}

/** Whether a property may be a variable of the same name. */
function isVariable(name: string): boolean {
  return isIdentifier(name) && !name.startsWith('$') && !reservedWords.has(name);
}

/**
 * Whether the value has variants, none of which has all properties: choices, or types distinguished
 * by `$type`.
 */
function hasVariants(body: BodyShape): boolean {
  if (body.kind !== 'object' && body.kind !== 'content') return false;
  return body.object.family !== undefined || isUnion(body.object);
}

/** Documentation of a service, with its address. */
export function serviceDocumentation(service: ServicePlan): readonly string[] {
  const { name, path, documentation } = service.service;
  return [
    ...(documentation === undefined ? [] : [...commentLines(documentation), '']),
    `Service \`${commentText(name)}\` at \`${commentText(path)}\`.`,
  ];
}

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
  { functions: { stream } }: OperationPlan,
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
  names: FileNames,
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
  names: FileNames,
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
  return plan.functions.stream?.writeRecord !== undefined;
}

/**
 * Arguments of `Handler<Input, Output, State, Identity, Session, InputHeaders, OutputHeaders>`, or
 * of `StreamingHandler`, which has the type of the records after the output.
 */
export function handlerTypeArguments(
  plan: OperationPlan,
  names: FileNames,
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
