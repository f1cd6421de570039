import { importedTemporal } from '../codecs/simple/own-type-code.ts';
import { type ModuleClause, moduleClauses } from '../print/module-clauses.ts';
import { UsedNames } from '../print/used-names.ts';
import type {
  CodecPlan,
  ConstantView,
  ContractPlan,
  FilePlan,
  FunctionView,
} from '../result/plan.ts';
import { ownTypeUse } from '../scope/own-type.ts';
import type { TypeMapping } from '../scope/shape-options.ts';
import { type FileContent, planDeclarationFiles } from './declaration-files.ts';
import { localSpecifier, runtimeClauses } from './module-imports.ts';
import { linesOf, splitByNamespace } from './split-files.ts';
import { usedCodecs } from './used-codecs.ts';

/** Data for `codecs.hbs`. */
export interface CodecsView {
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many codecs. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** Namespaces, tables of children, patterns and values of enumerations. */
  readonly constants: readonly ConstantView[];
  /** Functions that read and write types and messages. */
  readonly functions: readonly FunctionView[];
}

/** Plans `codecs.ts`, and its parts in a large contract. */
export function planCodecsFiles(contract: ContractPlan): readonly FilePlan[] {
  const codecs = codecsOf(contract);
  const view = (content: FileContent<CodecPlan>): CodecsView => {
    const items = content.isPart ? content.items.map(exported) : content.items;
    return {
      imports: importsOf(content, contract),
      exports: content.exports,
      constants: items.filter((one) => one.kind === 'constant'),
      functions: items.filter((one) => one.kind === 'function'),
    };
  };
  const uses = (items: readonly CodecPlan[]): readonly string[] => namesIn(items).from('codecs');
  const file = { name: 'codecs', typeOnly: false, lines: codecLines, uses, view } as const;
  return planDeclarationFiles(codecs, file, contract.options);
}

/** The codecs that are called. Those of several files contain no constants of each other. */
function codecsOf(contract: ContractPlan): readonly CodecPlan[] {
  const codecs = usedCodecs(contract);
  if (splitByNamespace(codecs, codecLines) === undefined) return codecs;
  return usedCodecs({ ...contract, codecs: contract.codecs.map(whole) });
}

function whole(codec: CodecPlan): CodecPlan {
  return codec.kind === 'constant' ? (codec.whole?.() ?? codec) : codec;
}

function namesIn(codecs: readonly CodecPlan[]): UsedNames {
  const used = new UsedNames();
  for (const { names } of codecs) used.add(names);
  return used;
}

/** The same codec as an export, because others that use it may be in another file. */
function exported(codec: CodecPlan): CodecPlan {
  if (codec.exported) return codec;
  return codec.kind === 'function'
    ? { ...codec, exported: true, parameters: codec.exportedParameters }
    : { ...codec, exported: true, value: codec.exportedValue };
}

function importsOf(
  { items, elsewhere }: FileContent<CodecPlan>,
  contract: ContractPlan,
): readonly ModuleClause[] {
  const { options } = contract;
  const used = namesIn(items);
  const names = { types: used.from('runtimeType'), values: used.from('runtime') };
  const values = new Set(used.from('typesValue'));
  const named = used.from('types');
  const types = values.size === 0 ? named : named.filter((one) => !values.has(one));
  return [
    ...runtimeClauses(contract, 'codec', names),
    ...moduleClauses({ types, values: [...values] }, localSpecifier(options, 'types')),
    ...elsewhere.flatMap((one) => moduleClauses({ values: one.names }, one.from)),
    ...ownTypeClauses(options.types, used.from('own')),
  ];
}

/** Imports of the user's functions and of Temporal, under names that the contract does not use. */
function ownTypeClauses(
  { own = {}, temporal }: TypeMapping,
  used: readonly string[],
): readonly ModuleClause[] {
  const modules = new Map<string, string[]>();
  for (const [key, type] of Object.entries(own)) {
    const { parse, format } = ownTypeUse(key, type);
    const names = modules.get(type.import) ?? [];
    if (used.includes(parse)) names.push(`${type.parse} as ${parse}`);
    if (used.includes(format)) names.push(`${type.format} as ${format}`);
    modules.set(type.import, names);
  }
  if (temporal !== undefined && used.includes(importedTemporal)) {
    const names = modules.get(temporal) ?? [];
    modules.set(temporal, [...names, `Temporal as ${importedTemporal}`]);
  }
  return [...modules].flatMap(([module, values]) => moduleClauses({ values }, module));
}

function codecLines(codec: CodecPlan): number {
  if (codec.kind === 'constant') return linesOf(codec.value);
  const { doc, parameters, body } = codec;
  return linesOf(parameters) + linesOf(body) + (doc === '' ? 0 : 1);
}
