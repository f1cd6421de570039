import { docContent } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call, type NameUse } from '../print/node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { ElementPlan } from '../result/element-plan.ts';
import type { ContractPlan, FilePlan } from '../result/plan.ts';
import { type FileContent, planDeclarationFiles } from '../views/declaration-files.ts';
import {
  localClauses,
  mentionedNames,
  namedClauses,
  runtimeClauses,
} from '../views/module-imports.ts';
import { linesOf } from '../views/split-files.ts';

/** Data for `elements.hbs`. */
export interface ElementsView {
  readonly imports: readonly ModuleClause[];
  /** Parts of the file, if there are very many elements. It then has nothing else. */
  readonly exports: readonly ModuleClause[];
  /** `read…` and `write…` of each element, in the order of the schema. */
  readonly functions: readonly FunctionView[];
}

/** A function. */
export interface FunctionView {
  readonly doc: string;
  /** Its first line, or lines, up to the brace. */
  readonly head: string;
  /** Its statement. */
  readonly body: string;
}

/** Plans `elements.ts`, in a large schema with its parts. */
export function planElementsFiles(contract: ContractPlan): readonly FilePlan[] {
  const view = ({ items, exports }: FileContent<ElementPlan>): ElementsView => ({
    imports: importsOf(items, contract),
    exports,
    functions: items.flatMap(functionsOf),
  });
  const lines = (element: ElementPlan): number =>
    functionsOf(element).reduce((sum, one) => sum + linesOf(one.doc) + 6, 0);
  const uses = (): readonly string[] => [];
  const file = { name: 'elements', typeOnly: false, lines, uses, view } as const;
  return planDeclarationFiles(contract.elements, file, contract.options);
}

/** What the functions of an element use of other files. */
function namesOfElement({ type, readType, message, prepare }: ElementPlan): readonly NameUse[] {
  return [...type.names, ...readType.names, ...message.names, ...(prepare?.names ?? [])];
}

function functionsOf(element: ElementPlan): readonly FunctionView[] {
  const { name, label, type, readType, message, prepare, documentation } = element;
  const prepared = prepare === undefined ? [] : [prepare];
  const about = documentation.length === 0 ? [] : ['', ...documentation];
  return [
    {
      doc: docContent([
        `Reads a document whose root is element ${label}.`,
        ...about,
        '',
        '@param xml the document, or its root as it was read at a wildcard',
        '@throws AsmxError `decode`: it is no such document',
      ]),
      head: headOf(`read${name}`, 'xml: string | XmlElement', readType.flat),
      body: laidOut('return', call('fromDocument', message, 'xml', ...prepared), ';', 1),
    },
    {
      doc: docContent([
        `Writes a document whose root is element ${label}, without XML declaration.`,
        '',
        '@throws AsmxError `encode`: the value does not have the type of the element',
      ]),
      head: headOf(`write${name}`, `value: ${type.flat}`, 'string'),
      body: laidOut('return', call('toDocument', message, 'value'), ';', 1),
    },
  ];
}

function headOf(name: string, parameter: string, result: string): string {
  const before = `export function ${name}`;
  const after = `: ${result} {`;
  return before + parameterList({ before, items: [parameter], after }) + after;
}

function importsOf(items: readonly ElementPlan[], contract: ContractPlan): readonly ModuleClause[] {
  if (items.length === 0) return [];
  const named = (room: NameUse['from']): readonly string[] =>
    mentionedNames(items, (one) => namesFrom(room, namesOfElement(one)));
  return [
    ...runtimeClauses(contract, 'runtime', {
      types: [...new Set([...named('runtimeType'), 'XmlElement'])],
    }),
    ...runtimeClauses(contract, 'type', {
      values: ['fromDocument', 'toDocument', ...named('runtime')],
    }),
    ...namedClauses(contract, 'types', { types: named('types') }),
    ...localClauses(contract, 'descriptions', { values: named('descriptions') }),
  ];
}
