import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../../src/model/link.ts';
import { planContract } from '../../../src/plan/contract.ts';
import type { PlanOptions } from '../../../src/plan/result.ts';
import { readContract } from '../../../src/read/contract.ts';
import * as type from '../../../src/runtime/type.ts';
import { stripTypes } from '../../strip-types.ts';
import { planOptions } from './contract.ts';
import { renderText } from './render.ts';

/** The functions of documents. */
export type Documents = Readonly<Record<string, (given: unknown) => unknown>>;

/** What is generated for a plain XML Schema, loaded on the real runtime. */
export interface LoadedDocuments {
  readonly documents: Documents;
  /** Text of `elements.ts`. */
  readonly text: string;
}

/**
 * Generates the functions of a schema, and loads them.
 *
 * @param files texts by path; the first is the schema
 */
export function loadDocuments(
  files: Readonly<Record<string, string>>,
  options: Partial<PlanOptions> = {},
): LoadedDocuments {
  const bag = createDiagnosticBag();
  const [path = ''] = Object.keys(files);
  const readFile = (asked: string): Uint8Array | undefined =>
    Object.hasOwn(files, asked) ? new TextEncoder().encode(files[asked]) : undefined;
  const contract = readContract(path, { readFile }, bag);
  const model = contract && linkContract(contract, bag);
  const plan = model && planContract(model, { ...planOptions, ...options }, bag);
  if (plan === undefined) {
    throw new Error(bag.diagnostics.map((one) => `${one.code} ${one.message}`).join('\n'));
  }
  const text = renderText('elements', plan);
  const descriptions = loadModule(renderText('descriptions', plan), { type });
  const documents = loadModule(text, { type, descriptions }) as Documents;
  return { documents, text };
}

/** Runs a generated module, with what it imports by the name of the file. */
function loadModule(text: string, modules: object): object {
  const script = stripTypes(text);
  const found = [...script.matchAll(/^export (?:function|const) ([\p{ID_Continue}$]+)/gmu)];
  const body = script
    .replace(
      /^import \{([^}]*)\} from '[^']*\/(\w+)\.js';$/gm,
      (_, list: string, file: string) =>
        `const {${list.replaceAll(' as ', ': ')}} = modules.${file};`,
    )
    .replace(/^import \* as (\S+) from '[^']*\/(\w+)\.js';$/gm, 'const $1 = modules.$2;')
    .replace(/^export /gm, '');
  const names = found.map(([, name]) => name).join(', ');
  return new Function('modules', `'use strict';${body}\nreturn { ${names} };`)(modules);
}
