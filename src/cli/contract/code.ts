import * as nodeModule from 'node:module';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ContractSettings, defaultSettings } from '../../config/settings.ts';
import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { type EvaluatedContract, evaluateContract } from '../../evaluate.ts';
import type { SampleContext } from '../../model/sample.ts';
import type { ServiceModel } from '../../model/services.ts';
import { compactText } from '../../model/xml.ts';
import { type MessageShape, sampleBody, samplePayload } from '../../plan/messages.ts';
import type { OperationPlan, Target } from '../../plan/result.ts';
import { mapOwnTypes, type TypeMapping } from '../../plan/settings.ts';
import type { FormReader } from '../../runtime/forms/reader.ts';
import type { AttachedParts } from '../../runtime/operation/descriptor.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import { type Console, reportDiagnostics } from '../terminal/console.ts';
import { planOptions } from './project.ts';

/** The next resolver or loader in the chain. */
type NextHook = (url: string, context: object) => object;

/** Hooks for Node's module loader: for `module.registerHooks`, and for `module.register`. */
export interface Hooks {
  resolve(specifier: string, context: { readonly parentURL?: string }, next: NextHook): object;
  load(url: string, context: object, next: NextHook): object;
}

/** `module.registerHooks`, which Node has from 22.15 on. */
export type RegisterHooks = (hooks: Partial<Hooks>) => void;

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
 * Plans a contract and evaluates the plan, so that `call` and `serve` use what users generate.
 *
 * @returns `undefined`, reported, if the contract cannot be generated
 */
export async function contractCode(
  model: ServiceModel,
  console: Console,
  { targets, only, settings: own = defaultSettings }: CodeRequest,
): Promise<EvaluatedContract | undefined> {
  console.progress.step('generating …');
  const start = clock();
  const bag = createDiagnosticBag();
  // not as generated files would name them
  const types = mapOwnTypes(own.types, (module) =>
    isAbsolute(module) ? pathToFileURL(module).href : module,
  );
  const files = { runtime: 'package', emit: 'ts', importExtension: 'js' } as const;
  const settings = { ...own, ...files, targets, only, types };
  const options = planOptions(settings, model.files[0]?.path ?? model.name, '.');
  const code = await evaluateContract(model, options, bag, importOwn);
  console.progress.clear();
  if (code === undefined || bag.failed) {
    await reportDiagnostics(bag.diagnostics, console);
    return undefined;
  }
  console.detail(`generated in ${(clock() - start).toFixed(0)} ms`);
  return code;
}

/** Imports a module of the user's, whose specifier is that of a file in the current folder. */
async function importOwn(specifier: string): Promise<Readonly<Record<string, unknown>>> {
  const { href: parentURL } = pathToFileURL(`${process.cwd()}/`);
  if (/^(?:file:|\.{1,2}\/)/.test(specifier)) return import(new URL(specifier, parentURL).href);
  const { registerHooks } = nodeModule as { registerHooks?: RegisterHooks };
  if (registerHooks === undefined) {
    return import(pathToFileURL(nodeModule.createRequire(parentURL).resolve(specifier)).href);
  }
  const name = `asmx-gen-own:${specifier}`;
  registerHooks({
    resolve: (asked, context, next) =>
      asked === name ? next(specifier, { ...context, parentURL }) : next(asked, context),
  });
  return import(name);
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

/** The functions of an operation, whichever side has them. */
export function messageFunctions(
  { evaluated }: EvaluatedContract,
  { functions, inputHeaders }: OperationPlan,
): MessageFunctions {
  const { readRequest, readResponse, readResult, readForm } = functions;
  const all = Object.entries({ readRequest, readResponse, readResult, readForm });
  const headers = inputHeaders.map(({ name, read }) => [name, evaluated(read)]);
  return {
    ...Object.fromEntries(all.map(([key, value]) => [key, value && evaluated(value)])),
    inputHeaders: Object.fromEntries(headers),
  };
}

/** The same types without users' own types and without Temporal. */
function withoutOwnTypes({ own: _, ...types }: TypeMapping): TypeMapping {
  return Object.fromEntries(Object.entries(types).filter(([, word]) => word !== 'Temporal'));
}

/**
 * Settings of a contract for values that people and agents write: of the contract's types, and
 * whole.
 */
export function plainSettings(settings: ContractSettings): ContractSettings {
  return { ...settings, types: withoutOwnTypes(settings.types), streams: [] };
}
