import { docContent } from '../print/encode.ts';
import { type ModuleClause, moduleClauses } from '../print/module-clauses.ts';
import type {
  ContractPlan,
  FilePlan,
  InterfacePlan,
  OperationPlan,
  ServicePlan,
} from '../result/plan.ts';
import type { PropertyView } from './interface-view.ts';
import {
  createImports,
  type ImportNotes,
  type KeptNotes,
  type ModuleImports,
  relativeEnding,
} from './module-imports.ts';
import { type FilePart, linesOf, serviceWord, splitGroups } from './split-files.ts';

/** An interface of operations, and the function that goes with it. */
export interface Holder {
  readonly type: string;
  readonly value: string;
}

/** An operation in a file: a property of an interface, and its part of the function. */
export interface Member {
  readonly operation: OperationPlan;
  readonly property: PropertyView;
  readonly notes: KeptNotes;
}

/**
 * A file of interfaces and functions. In a large contract, their operations move to separate files.
 */
export interface InterfacesFile<M extends Member, Content> {
  readonly name: 'client' | 'server';
  /** Suffix of the names of its interfaces. */
  readonly suffix: string;
  /** The names for an interface of a service if the file is not split. */
  holderOf(service: ServicePlan, plan: InterfacePlan): Holder;
  membersOf(plan: InterfacePlan): readonly M[];
  /** Number of a member's lines in the function. */
  functionLines(member: M): number;
  /** Members as the content of one interface, in a file with these imports. */
  contentOf(members: readonly M[], imports: ImportNotes): Content;
  /** The content of an interface whose members are in parts. */
  contentOfParts(parts: readonly Holder[]): Content;
  view(imports: ModuleImports, contentOf: (plan: InterfacePlan) => Content): FileView;
  /** A part of an interface and of its function. */
  partView(doc: string, part: Holder, content: Content, imports: ModuleImports): FileView;
}

/** Data for a template, below the imports. */
interface FileView {
  readonly imports: readonly ModuleClause[];
}

interface HeldMember<M> {
  readonly holder: Holder;
  readonly member: M;
}

/**
 * Plans such a file. In a large contract, the operations of each interface are in separate files,
 * as interfaces that it extends and functions whose results it joins. The exports of the file
 * itself stay the same.
 */
export function planInterfacesFile<M extends Member, Content>(
  contract: ContractPlan,
  file: InterfacesFile<M, Content>,
): readonly FilePlan[] {
  const planned = (path: string, view: FileView): FilePlan => ({ path, template: file.name, view });
  const members = heldMembers(contract, file);
  const parts = splitMembers([...members.values()].flat(), file);
  const imports = createImports(contract);
  if (parts === undefined) {
    const view = file.view(imports, (plan) =>
      file.contentOf(membersIn(members.get(plan)), imports),
    );
    return [planned(`${file.name}.ts`, view)];
  }
  const partsOf = new Map<string, Holder[]>(parts.map(({ group }) => [group, []]));
  for (const part of parts) partsOf.get(part.group)?.push(partHolder(part));
  const view = file.view(imports, (plan) => {
    const holder = members.get(plan)?.[0]?.holder;
    return file.contentOfParts(partsOf.get(holder?.type ?? '') ?? []);
  });
  const ending = relativeEnding(contract.options);
  const partImports = parts.flatMap((part) => {
    const { type, value } = partHolder(part);
    const from = `./${file.name}-${part.suffix}${ending}`;
    return moduleClauses({ types: [type], values: [value] }, from);
  });
  return [
    ...parts.map((part) => {
      const own = createImports(contract);
      const doc = docContent([`Some of the operations of \`${part.group}\`.`]);
      const content = file.contentOf(membersIn(part.items), own);
      return planned(
        `${file.name}-${part.suffix}.ts`,
        file.partView(doc, partHolder(part), content, own),
      );
    }),
    planned(`${file.name}.ts`, { ...view, imports: [...view.imports, ...partImports] }),
  ];
}

/** Members of each interface, with the interface and function for them. */
function heldMembers<M extends Member, Content>(
  contract: ContractPlan,
  file: InterfacesFile<M, Content>,
): ReadonlyMap<InterfacePlan, readonly HeldMember<M>[]> {
  return new Map(
    contract.services.flatMap((service) =>
      service.interfaces.map((plan): [InterfacePlan, readonly HeldMember<M>[]] => {
        const holder = file.holderOf(service, plan);
        return [plan, file.membersOf(plan).map((member) => ({ holder, member }))];
      }),
    ),
  );
}

/** The files of the members; `undefined` if one file is enough. */
function splitMembers<M extends Member, Content>(
  members: readonly HeldMember<M>[],
  { suffix, functionLines }: InterfacesFile<M, Content>,
): readonly FilePart<HeldMember<M>>[] | undefined {
  return splitGroups(members, {
    group: ({ holder }) => holder.type,
    word: (type) => serviceWord(type.endsWith(suffix) ? type.slice(0, -suffix.length) : type),
    name: ({ member }) => member.operation.descriptor,
    lines: ({ member }) =>
      linesOf(member.property.doc) +
      1 +
      linesOf(member.property.type) +
      functionLines(member) +
      member.notes.count(),
  });
}

function partHolder<M>({ items: [first], number }: FilePart<HeldMember<M>>): Holder {
  return {
    type: `${first?.holder.type ?? ''}$Part${number ?? ''}`,
    value: `${first?.holder.value ?? ''}$Part${number ?? ''}`,
  };
}

function membersIn<M>(held: readonly HeldMember<M>[] = []): readonly M[] {
  return held.map(({ member }) => member);
}
