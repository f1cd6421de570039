import { parseArgs } from 'node:util';
import type { Reason } from '../generated/warehouse/index.js';

export const usage = `Usage: stock [options] <command>

  find [TEXT] [--below N]        items by name, or those that run short
  show CODE                      one item
  take CODE COUNT [--reason R]   take some out: Sale (default), Loss
  put CODE COUNT                 put some in

Options:
  --url URL      address of the service (default: $STOCK_URL, or that of the WSDL)
  --user NAME    who books (default: $USER)
  --json         print JSON
`;

/** A mistake in the command line. */
export class UsageError extends Error {}

export interface Options {
  readonly words: readonly string[];
  readonly url: string | undefined;
  readonly user: string;
  readonly below: number | null;
  readonly reason: Reason;
  readonly json: boolean;
}

/**
 * Reads the arguments of the program.
 *
 * @throws {UsageError} for an option that does not exist, or a value that it cannot have
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string', default: env.STOCK_URL },
        user: { type: 'string', default: env.USER ?? 'stock' },
        below: { type: 'string' },
        reason: { type: 'string', default: 'Sale' },
        json: { type: 'boolean', default: false },
      },
    });
    const below = values.below === undefined ? null : readCount(values.below);
    const { url, user, json } = values;
    return { words: positionals, url, user, below, reason: readReason(values.reason), json };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {UsageError} if a text is no number of items */
export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`'${text}' is no number of items`);
}

const reasons: readonly Reason[] = ['Sale', 'Delivery', 'Loss'];

function readReason(text: string): Reason {
  const reason = reasons.find((name) => name.toLowerCase() === text.toLowerCase());
  if (reason === undefined) throw new UsageError(`a reason is one of ${reasons.join(', ')}`);
  return reason;
}
