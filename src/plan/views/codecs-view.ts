import { importDeclarations } from '../layout.ts';
import type { CodecPlan, ContractPlan } from '../plan.ts';
import { localSpecifier, runtimeSpecifier } from './module-imports.ts';

/** What `codecs.hbs` places. */
export interface CodecsView {
  readonly imports: readonly string[];
  /** Constants, then functions, each complete. */
  readonly constants: readonly string[];
  readonly functions: readonly string[];
}

/** Whether a codec is a constant, which must stand before the functions that use it run. */
function isConstant(codec: CodecPlan): boolean {
  return codec.text.startsWith('const ');
}

/** Plans `codecs.ts`. */
export function planCodecsView(contract: ContractPlan): CodecsView {
  const { codecs, options } = contract;
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
    ],
    constants: codecs.filter(isConstant).map((one) => one.text),
    functions: codecs.filter((one) => !isConstant(one)).map((one) => one.text),
  };
}
