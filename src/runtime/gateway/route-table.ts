import { canonicalPath } from '../text/path.ts';
import type { GatewayOperation } from './contract.ts';
import { Problem } from './problem.ts';

/** A way to an operation: method and path. */
export interface Door {
  readonly operation: GatewayOperation;
  readonly method: string;
  /** The path as a template: `/orders/{id}`. */
  readonly template: string;
  /** Segments of the path; of a parameter, its name. */
  readonly segments: readonly Segment[];
}

type Segment =
  | { readonly text: string; readonly parameter?: undefined }
  | { readonly parameter: string; readonly text?: undefined };

/** The doors of one path, with the values of its parameters. */
export interface FoundDoors {
  readonly doors: readonly Door[];
  readonly values: readonly string[];
}

/** The door that every operation has. */
export function ownDoor(operation: GatewayOperation): Door {
  const { service, name } = operation.operation;
  const template = `/${encodeURIComponent(service)}/${encodeURIComponent(name)}`;
  const segments = [{ text: service }, { text: name }];
  return { operation, method: 'POST', template, segments };
}

/** The door that the configuration gives an operation; nothing without one. */
export function routeDoor(operation: GatewayOperation): Door | undefined {
  if (operation.route === undefined) return undefined;
  const [method = '', template = ''] = operation.route.split(' ');
  const segments = template
    .slice(1)
    .split('/')
    .map((one): Segment => {
      const parameter = /^\{(.*)\}$/.exec(one)?.[1];
      return parameter === undefined ? { text: decodeURIComponent(one) } : { parameter };
    });
  return { operation, method, template, segments };
}

/** Whether the path has no parameters. */
function isPlain({ segments }: Door): boolean {
  return segments.every(({ text }) => text !== undefined);
}

/** Finds doors by path. */
export class RouteTable {
  readonly #plain: Map<string, Door[]> = new Map();
  /** Doors with parameters, by number of segments; those with more text in front come first. */
  readonly #others: Map<number, Door[]> = new Map();

  constructor(doors: readonly Door[]) {
    for (const door of doors) {
      if (isPlain(door)) add(this.#plain, keyOf(door.segments.map(({ text = '' }) => text)), door);
      else add(this.#others, door.segments.length, door);
    }
    for (const some of this.#others.values()) some.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }

  /**
   * The doors of a path; nothing if there are none.
   *
   * @param literally Whether only the canonical spelling of what is no parameter counts, as a
   *   guard of a framework sees it.
   * @throws Problem 400: its percent-encoding is broken
   */
  find(path: string, literally = false): FoundDoors | undefined {
    const written = path.slice(1).split('/');
    const found = this.#at(written.map(decoded));
    const isMeant = !literally || found?.doors.every((one) => isCanonical(one, written)) === true;
    return isMeant ? found : undefined;
  }

  #at(segments: readonly string[]): FoundDoors | undefined {
    const plain = this.#plain.get(keyOf(segments));
    if (plain !== undefined) return { doors: plain, values: [] };
    const fitting = (this.#others.get(segments.length) ?? []).filter((one) => fits(one, segments));
    const [first] = fitting;
    if (first === undefined) return undefined;
    const doors = fitting.filter((one) => rank(one) === rank(first));
    const values = segments.filter((_, at) => first.segments[at]?.parameter !== undefined);
    return { doors, values };
  }
}

function add<Key>(map: Map<Key, Door[]>, key: Key, door: Door): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [door]);
  else known.push(door);
}

/** Segments may contain a slash, which was encoded. */
function keyOf(segments: readonly string[]): string {
  return segments.map(encodeURIComponent).join('/');
}

/** Text counts more than a parameter, in front more than behind. */
function rank({ segments }: Door): string {
  return segments.map(({ text }) => (text === undefined ? '1' : '0')).join('');
}

function fits(door: Door, segments: readonly string[]): boolean {
  return door.segments.every(({ text }, at) =>
    text === undefined ? segments[at] !== '' : text === segments[at],
  );
}

/** Whether the text of a door is spelled in a path as everybody spells it. */
function isCanonical({ segments }: Door, written: readonly string[]): boolean {
  return segments.every(({ text }, at) => {
    const spelled = written[at] ?? '';
    return text === undefined || canonicalPath(spelled) === spelled;
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem(400, { detail: 'The path has broken percent-encoding.' });
  }
}
