import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ContractSettings, defaultSettings } from '../../config/settings.ts';
import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { generateRunnable, type RunnableCode } from '../../generate.ts';
import type { SampleContext } from '../../model/sample.ts';
import type { ServiceModel } from '../../model/services.ts';
import { compactText } from '../../model/xml.ts';
import { descriptionsAlias } from '../../plan/descriptions.ts';
import { type MessageShape, sampleBody, samplePayload } from '../../plan/messages.ts';
import type { ContractPlan, OperationPlan, PayloadPlan, Target } from '../../plan/result.ts';
import { mapOwnTypes, withoutOwnTypes } from '../../plan/settings.ts';
import { propertyKey } from '../../print/encode.ts';
import { array, type Expression, entry, namesFrom, object } from '../../print/node.ts';
import type { FormReader } from '../../runtime/forms/reader.ts';
import type { AttachedParts } from '../../runtime/operation/descriptor.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import { planOptions } from '../contract/project.ts';
import { type Console, reportDiagnostics } from '../terminal/console.ts';
import { type CodeFile, type CodeModule, importFiles } from './import-files.ts';

/** Imported generated code, with the plan that has its names. */
export interface ContractCode {
  readonly plan: ContractPlan;
  readonly module: CodeModule;
}

/** The generated code that a command needs. */
interface CodeRequest {
  readonly targets: readonly Target[];
  /** Operations; empty for all. */
  readonly only: readonly string[];
  /**
   * Settings of the contract, except for their targets, operations and runtime. Default: those
   * without a configuration.
   */
  readonly settings?: ContractSettings | undefined;
}

/**
 * Generates code in memory and imports it, so that `call` and `serve` run the same code as users.
 *
 * @returns `undefined`, reported, if the contract cannot be generated
 */
export async function importContractCode(
  model: ServiceModel,
  console: Console,
  { targets, only, settings: own = defaultSettings }: CodeRequest,
): Promise<ContractCode | undefined> {
  console.progress.step('generating …');
  const start = clock();
  const bag = createDiagnosticBag();
  const [entry] = model.files;
  const settings = {
    ...own,
    targets,
    only,
    runtime: 'package' as const,
    emit: 'ts' as const,
    importExtension: 'js' as const,
    types: mapOwnTypes(own.types, (module) =>
      isAbsolute(module) ? pathToFileURL(module).href : module,
    ),
  };
  const options = planOptions(settings, entry?.path ?? model.name, '.');
  const code = generateRunnable(model, options, bag);
  console.progress.clear();
  if (code === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return undefined;
  }
  // several contracts may have one name
  const name = [code.plan.name, entry?.path ?? '', ...targets, ...only].join(' ');
  const documents = targets.includes('docs') ? [documentsOf(code)] : [];
  // samples are read by functions of both sides
  const functions = targets.includes('server') ? [messageFunctionsFile(code.plan)] : [];
  const files = [...code.files, ...functions, ...documents];
  const module = await importFiles(files, name);
  console.detail(`generated in ${(clock() - start).toFixed(0)} ms`);
  return { plan: code.plan, module };
}

/** `docs.ts`, which is generated when it is imported. */
function documentsOf({ documentation }: RunnableCode): CodeFile {
  return {
    path: 'docs.ts',
    get text() {
      return documentation()[0]?.text ?? '';
    },
  };
}

/** Reads an element of XML. */
export function readWith(read: ReadFunction, xml: string, attached?: AttachedParts): unknown {
  const reader = new XmlReader(xml);
  reader.nextTag();
  return read(reader, attached);
}

/**
 * The value of a sample: a valid message created from the schema and read by generated code.
 *
 * @param read reads it
 * @throws XmlValueError the contract has no valid sample, such as of a pattern that nothing matches
 */
export function sampleMessage(
  { body, attachments }: MessageShape,
  read: ReadFunction,
  context: SampleContext,
): unknown {
  // an attachment without a declared element is a word
  const attached: AttachedParts = new Map(
    attachments.map(({ part, place }) => {
      const text = place === undefined ? 'sample' : compactText(samplePayload(place, context));
      return [part, { id: '', type: '', content: new TextEncoder().encode(text) }];
    }),
  );
  const xml = `<Body>${compactText(sampleBody(body, context))}</Body>`;
  return readWith(read, xml, attached);
}

/** A function that reads a message or an element. */
type ReadFunction = (reader: XmlReader, attached?: AttachedParts) => unknown;

/** The functions of an operation, which generated code has where client and server use them. */
export interface MessageFunctions {
  readonly readRequest?: ReadFunction;
  readonly readResponse?: ReadFunction;
  readonly readResult?: ReadFunction;
  readonly readForm?: (form: FormReader) => unknown;
  /** Those that read the headers of a request, by the names of their parts. */
  readonly inputHeaders: Readonly<Record<string, ReadFunction>>;
}

/** A file beside the generated ones with the functions of all operations, in their order. */
export function messageFunctionsFile({ operations }: Pick<ContractPlan, 'operations'>): CodeFile {
  return {
    path: 'functions.ts',
    get text() {
      const list = array(operations.map(functionsOf));
      const used = [...new Set(namesFrom('runtime', list.names))];
      return [
        `import { ${used.join(', ')} } from 'asmx-gen-runtime/type';`,
        `import * as ${descriptionsAlias} from './descriptions.js';`,
        `export const functions = ${list.flat};\n`,
      ].join('\n');
    },
  };
}

function functionsOf({ codecs, inputHeaders }: OperationPlan): Expression {
  const { readRequest, readResponse, readResult, readForm } = codecs;
  const functions = Object.entries({ readRequest, readResponse, readResult, readForm });
  return object([
    ...functions.flatMap(([key, value]) => (value === undefined ? [] : [entry(key, value)])),
    entry('inputHeaders', object(inputHeaders.map(headerEntry))),
  ]);
}

function headerEntry({ name, read }: PayloadPlan): Expression {
  return entry(propertyKey(name), read);
}

/** The functions of each operation. */
export async function loadMessageFunctions(
  { operations }: Pick<ContractPlan, 'operations'>,
  module: CodeModule,
): Promise<ReadonlyMap<OperationPlan, MessageFunctions>> {
  const { functions } = await module.load('functions.ts');
  const list = functions as readonly MessageFunctions[];
  return new Map(list.map((one, index) => [operations[index] as OperationPlan, one]));
}

/**
 * Settings of a contract for values that people and agents write: of the contract's types, and
 * whole.
 */
export function plainSettings(settings: ContractSettings): ContractSettings {
  return { ...settings, types: withoutOwnTypes(settings.types), streams: [] };
}
