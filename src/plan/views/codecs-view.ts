import { importDeclarations } from '../print/layout.ts';
import type { CodecPlan, ContractPlan, FilePlan } from '../result/plan.ts';
import {
  localSpecifier,
  mentionedNames,
  relativeEnding,
  runtimeImports,
} from './module-imports.ts';
import { splitFiles } from './split-files.ts';
import { usedCodecs } from './used-codecs.ts';

/** What `codecs.hbs` places. */
export interface CodecsView {
  readonly imports: readonly string[];
  /** Constants, then functions, each complete. */
  readonly constants: readonly string[];
  readonly functions: readonly string[];
}

/** Whether a codec is a constant: those stand before the functions. */
function isConstant(text: string): boolean {
  return text.startsWith('const ') || text.startsWith('export const ');
}

function viewOf(
  contract: ContractPlan,
  codecs: readonly CodecPlan[],
  elsewhere: readonly string[],
): CodecsView {
  const { options } = contract;
  const constants: string[] = [];
  const functions: string[] = [];
  for (const { text } of codecs) (isConstant(text) ? constants : functions).push(text);
  return {
    imports: [
      ...runtimeImports(contract, 'codec', {
        types: mentionedNames(codecs, (one) => one.runtimeTypes),
        values: mentionedNames(codecs, (one) => one.runtimeValues),
      }),
      ...importDeclarations(
        { types: mentionedNames(codecs, (one) => one.typeNames) },
        localSpecifier(options, 'types'),
      ),
      ...importDeclarations({ values: elsewhere }, localSpecifier(options, 'codecs')),
    ],
    constants,
    functions,
  };
}

/** Plans `codecs.ts` as one file. */
export function planCodecsView(contract: ContractPlan): CodecsView {
  return viewOf(contract, usedCodecs(contract), []);
}

/** The same function or constant, exported: its users may stand in another file. */
function exported(codec: CodecPlan): CodecPlan {
  if (codec.exported) return codec;
  return {
    ...codec,
    exported: true,
    text: codec.text.replace(/^(?:const|function) /m, (word) => `export ${word}`),
  };
}

/**
 * Plans `codecs.ts`, of a large contract with the files it re-exports; these import each other
 * through it.
 */
export function planCodecsFiles(contract: ContractPlan): readonly FilePlan[] {
  const parts = splitFiles(usedCodecs(contract));
  if (parts === undefined) {
    return [{ path: 'codecs.ts', template: 'codecs', view: planCodecsView(contract) }];
  }
  const ending = relativeEnding(contract.options);
  const exports = parts.map(({ suffix }) => `export * from './codecs-${suffix}${ending}';`);
  return [
    ...parts.map(({ suffix, items }): FilePlan => {
      const own = new Set(items.map((one) => one.name));
      const used = new Set(mentionedNames(items, (one) => one.uses));
      const elsewhere = [...used].filter((name) => !own.has(name));
      return {
        path: `codecs-${suffix}.ts`,
        template: 'codecs',
        view: viewOf(contract, items.map(exported), elsewhere),
      };
    }),
    {
      path: 'codecs.ts',
      template: 'codecs',
      view: { imports: exports, constants: [], functions: [] },
    },
  ];
}
