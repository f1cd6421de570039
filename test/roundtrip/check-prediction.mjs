// Reads a message and damaged copies of it twice: with the fast path of the generated codecs and
// with the general loop alone. Value, or kind, text and place of the error, must be the same.
import { isDeepStrictEqual } from 'node:util';
import { perturb } from './perturb.mjs';

/** How clients, servers and readers with little patience read. */
const ways = [{}, { defaults: true, strictElements: true }, { limits: { depth: 5 } }];

function outcome(read, message, options) {
  try {
    return { value: read(message, options) };
  } catch (error) {
    const { name, kind, path, line, column } = error;
    return { message: error.message, name, kind, path, line, column };
  }
}

/**
 * @param read reads a message with reader options
 * @param messages the same message in several notations
 * @returns what differs; `undefined` when nothing does
 */
export function predictionDifference(read, messages, count, seed) {
  for (const message of messages) {
    for (const text of [message, ...perturb(message, count, seed)]) {
      for (const options of ways) {
        const fast = outcome(read, text, options);
        const general = outcome(read, text, { ...options, predict: false });
        if (!isDeepStrictEqual(fast, general)) {
          return { difference: `${show(fast)} but ${show(general)} without prediction`, text };
        }
      }
    }
  }
  return undefined;
}

function show(result) {
  const text = JSON.stringify(result, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return text.slice(0, 300);
}
