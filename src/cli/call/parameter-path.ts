import { CliError } from '../terminal/cli-error.ts';
import { deepestJson } from '../terminal/parse-json.ts';

/** A step into a nested parameter: a property, an index, or the next free index (`[]`). */
export type PathStep = string | number | 'append-item';

/** One `name=value` of the command line. */
export interface Parameter {
  readonly path: readonly PathStep[];
  /** Everything before the first `=`, for messages. */
  readonly name: string;
  readonly value: string;
}

/** Maximum index, so that a typing error does not fill the memory. */
const highestIndex = 9999;

/**
 * Reads `name=value`, where the name may lead into objects and arrays: `order.items[0].sku=5`,
 * `tags[]=new`. A name with dots or brackets is quoted: `["a.b"]=5`. The value is everything after
 * the first `=`.
 *
 * @throws {CliError} if there is no `=` or the path is malformed
 */
export function readParameter(text: string): Parameter {
  const quoted = text.startsWith('["') ? text.indexOf('"]=') + 2 : -1;
  const at = quoted > 1 ? quoted : text.indexOf('=');
  if (at < 1) {
    throw new CliError(
      `'${text}' has no value`,
      'Write name=value; for a text with spaces, quote the whole: "name=some text".',
    );
  }
  const name = text.slice(0, at);
  return { name, path: readPath(name), value: text.slice(at + 1) };
}

const shorten = 'No message is nested as deep: check the name.';

const step = /\["([^"]+)"\]|\[(\d{0,9})\]|(\.?)([^.[\]]+)/y;

function readPath(name: string): readonly PathStep[] {
  const path: PathStep[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < name.length) {
    const start = step.lastIndex;
    const match = step.exec(name);
    const [, quoted, index, point, plain] = match ?? [];
    const misplaced = point !== undefined && (point === '.') !== start > 0;
    if (match === null || misplaced || (index !== undefined && start === 0)) {
      throw new CliError(
        `'${name}' is not a valid parameter name`,
        'Write paths like order.items[0].sku, and quote a name that holds points: ["a.b"].',
      );
    }
    if (path.length === deepestJson) {
      throw new CliError(`a parameter name has more than ${deepestJson} steps`, shorten);
    }
    if (index === undefined) path.push(quoted ?? plain ?? '');
    else if (index === '') path.push('append-item');
    else if (Number(index) <= highestIndex) path.push(Number(index));
    else throw new CliError(`the index in '${name}' is above ${highestIndex}`);
  }
  return path;
}
