import type { ContractPlan, PlanOptions } from '../../../src/plan/result.ts';
import * as schema from '../../../src/runtime/schema.ts';
import * as type from '../../../src/runtime/type.ts';
import { stripTypes } from '../../strip-types.ts';
import { planText } from './contract.ts';
import { renderText } from './render.ts';

/** Any schema of a generated `schemas.ts`. */
export type AnySchema = schema.TypeSchema<unknown>;

/** What schemas are loaded with. */
interface LoadOptions extends Partial<PlanOptions> {
  readonly path?: string;
  /** Modules of the user's, by the name of their file. */
  readonly modules?: object;
}

/** Generated code of a contract that runs on the real runtime, with its plan. */
export interface LoadedContract {
  readonly plan: ContractPlan;
  readonly schemas: Readonly<Record<string, AnySchema>>;
  readonly codecs: Readonly<Record<string, unknown>>;
}

/** The schemas of a contract, transpiled and run on the real runtime. */
export function loadSchemas(
  contract: string,
  options: LoadOptions = {},
): Readonly<Record<string, AnySchema>> {
  return loadGenerated(contract, options).schemas;
}

/** The schemas and codecs of a contract, transpiled and run on the real runtime. */
export function loadGenerated(
  contract: string,
  { path, modules, ...options }: LoadOptions = {},
): LoadedContract {
  const { plan, diagnostics } = planText(contract, { targets: ['schemas'], ...options }, path);
  if (plan === undefined) {
    throw new Error(diagnostics.map((one) => `${one.code} ${one.message}`).join('\n'));
  }
  const descriptions = stripTypes(renderText('descriptions', plan));
  const schemas = plan.schemas.map(({ name }) => name).join(', ');
  const found = descriptions.matchAll(/^export const ([\p{ID_Continue}$]+)/gmu);
  const codecs = [...found].map(([, name]) => name).join(', ');
  const script = stripTypes(renderText('schemas', plan));
  const body = [descriptions, `const $descriptions = { ${codecs} };`, script]
    .join('\n')
    .replace(/^import (?:\{[^}]*\}|\* as \S+) from '\.\/(?!runtime)[^']*';$/gm, '')
    .replace(
      /^import \{([^}]*)\} from '[^']*\/(\w+)\.js';$/gm,
      (_, list: string, file: string) =>
        `const {${list.replaceAll(' as ', ': ')}} = runtime.${file};`,
    )
    .replace(/^export /gm, '');
  const make = new Function(
    'runtime',
    `'use strict';${body}\nreturn [{ ${schemas} }, $descriptions];`,
  );
  const [loaded, functions] = make({ type, schema, ...modules });
  return { plan, schemas: loaded, codecs: functions };
}
