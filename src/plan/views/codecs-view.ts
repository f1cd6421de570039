import { importDeclarations } from '../layout.ts';
import type { CodecPlan, ContractPlan, FilePlan } from '../plan.ts';
import { localSpecifier, relativeEnding, runtimeSpecifier } from './module-imports.ts';
import { splitFiles } from './split-files.ts';

/** What `codecs.hbs` places. */
export interface CodecsView {
  readonly imports: readonly string[];
  /** Constants, then functions, each complete. */
  readonly constants: readonly string[];
  readonly functions: readonly string[];
}

/** Whether a codec is a constant: those stand before the functions. */
function isConstant(codec: CodecPlan): boolean {
  return codec.text.startsWith('const ') || codec.text.startsWith('export const ');
}

function viewOf(
  contract: ContractPlan,
  codecs: readonly CodecPlan[],
  elsewhere: readonly string[],
): CodecsView {
  const { options } = contract;
  const constants = codecs.filter(isConstant);
  const functions = codecs.filter((one) => !isConstant(one));
  return {
    imports: [
      ...importDeclarations(
        {
          types: codecs.flatMap((one) => one.runtimeTypes),
          values: codecs.flatMap((one) => one.runtimeValues),
        },
        runtimeSpecifier(options, 'codec'),
      ),
      ...importDeclarations(
        { types: codecs.flatMap((one) => one.typeNames) },
        localSpecifier(options, 'types'),
      ),
      ...importDeclarations({ values: elsewhere }, localSpecifier(options, 'codecs')),
    ],
    constants: constants.map((one) => one.text),
    functions: functions.map((one) => one.text),
  };
}

/** Plans `codecs.ts` as one file. */
export function planCodecsView(contract: ContractPlan): CodecsView {
  return viewOf(contract, contract.codecs, []);
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

/** Plans `codecs.ts`, of a large contract with the files it re-exports; these import each other through it. */
export function planCodecsFiles(contract: ContractPlan): readonly FilePlan[] {
  const parts = splitFiles(contract.codecs);
  if (parts === undefined) {
    return [{ path: 'codecs.ts', template: 'codecs', view: planCodecsView(contract) }];
  }
  const ending = relativeEnding(contract.options);
  const exports = parts.map(({ suffix }) => `export * from './codecs-${suffix}${ending}';`);
  return [
    ...parts.map(({ suffix, items }): FilePlan => {
      const own = new Set(items.map((one) => one.name));
      const elsewhere = items.flatMap((one) => one.uses).filter((name) => !own.has(name));
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
