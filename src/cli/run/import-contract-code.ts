import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ContractSettings, defaultSettings } from '../../config/config.ts';
import { clock } from '../../diagnostics/clock.ts';
import { createDiagnosticBag } from '../../diagnostics/diagnostic.ts';
import { generateRunnable, type RunnableCode } from '../../generate.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ContractPlan, Target } from '../../plan/result/plan.ts';
import { mapOwnTypes } from '../../plan/scope/map-own-types.ts';
import { planOptions } from '../contract/plan-options.ts';
import type { Console } from '../terminal/console.ts';
import { reportDiagnostics } from '../terminal/report-diagnostics.ts';
import type { CodeFile, CodeModule } from './code-module.ts';
import { importFiles } from './import-files.ts';
import { messageFunctionsFile } from './message-functions.ts';

/** Imported generated code, with the plan that has its names. */
export interface ContractCode {
  readonly plan: ContractPlan;
  readonly module: CodeModule;
}

/** The generated code that a command needs. */
export interface CodeRequest {
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
