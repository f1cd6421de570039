import type { ContractNames } from './contract-names.ts';
import type { FilePart } from './split-files.ts';

/** Name of the part of an interface or function that stands in a file of its own: `SchoolClient$Part2`, as `Type$Fields` is part of a type. */
export function partName(
  whole: string,
  { number }: Pick<FilePart<unknown>, 'number'>,
  names: ContractNames,
): string {
  let name = `${whole}$Part${number ?? ''}`;
  while (names.taken.has(name)) name += '_';
  return name;
}
