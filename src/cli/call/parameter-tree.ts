import { CliError } from '../terminal/cli-error.ts';
import type { Parameter, PathStep } from './parameter-path.ts';

/** Values by name from the command line or a JSON document, not converted yet. */
export type InputTree = { [name: string]: unknown };

/**
 * Adds the parameters of the command line to a tree, which may have values of `--json`. A plain
 * name given several times becomes an array.
 *
 * @throws {CliError} if two parameters contradict each other, such as `a=1 a.b=2`
 */
export function layParameters(base: InputTree, parameters: readonly Parameter[]): InputTree {
  const given = new Set<string>();
  for (const parameter of parameters) {
    const again = given.has(parameter.name) && !parameter.path.includes('append-item');
    given.add(parameter.name);
    place(base, parameter, again);
  }
  return base;
}

function place(base: InputTree, parameter: Parameter, again: boolean): void {
  let holder: InputTree | unknown[] = base;
  const { path } = parameter;
  for (const [index, step] of path.entries()) {
    const key: string | number = keyIn(holder, step, parameter);
    const next = path[index + 1];
    const present = read(holder, key);
    if (next === undefined) {
      if (!again) write(holder, key, parameter.value);
      else if (Array.isArray(present)) present.push(parameter.value);
      else write(holder, key, [present, parameter.value]);
      return;
    }
    const child: InputTree | unknown[] =
      typeof next === 'string' && next !== 'append-item' ? {} : [];
    if (present === undefined) {
      write(holder, key, child);
      holder = child;
    } else if (isHolder(present) && Array.isArray(present) === Array.isArray(child)) {
      holder = present;
    } else {
      throw new CliError(`'${parameter.name}' contradicts another parameter`, 'Give it one way.');
    }
  }
}

function keyIn(
  holder: InputTree | unknown[],
  step: PathStep,
  parameter: Parameter,
): string | number {
  if (step === 'append-item') return Array.isArray(holder) ? holder.length : step;
  if (typeof step === 'number' && Array.isArray(holder) && step > holder.length) {
    throw new CliError(
      `'${parameter.name}' leaves a gap`,
      `Items are counted from 0; the next one here is [${holder.length}].`,
    );
  }
  return step;
}

function isHolder(value: unknown): value is InputTree | unknown[] {
  return typeof value === 'object' && value !== null;
}

function read(holder: InputTree | unknown[], key: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(key)];
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function write(holder: InputTree | unknown[], key: string | number, value: unknown): void {
  // defineProperty, because assignment to `__proto__` has a special meaning
  Object.defineProperty(holder, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
