import type { ClientFunctions, Item, WarehouseClient } from '../generated/warehouse/index.js';
import { type Options, readCount, UsageError } from './options.js';

/** The functions of the service. In a test, any object that has them. */
type Warehouse = ClientFunctions<WarehouseClient>;

/** What there is to print, as text and as data. */
interface Output {
  readonly text: string;
  readonly data: unknown;
}

/** @throws {UsageError} if there is no such command, or it lacks something */
export async function runCommand(warehouse: Warehouse, options: Options): Promise<Output> {
  const [command = '', code, count] = options.words;
  switch (command) {
    case 'find':
      return find(warehouse, options);
    case 'show': {
      if (code === undefined) throw new UsageError('show which item?');
      const item = await warehouse.getItem({ code });
      return { text: item === undefined ? `no item ${code}` : lineOf(item), data: item ?? null };
    }
    case 'take':
    case 'put': {
      if (code === undefined || count === undefined) throw new UsageError(`${command} what?`);
      const change = readCount(count);
      const booking =
        command === 'put'
          ? ({ code, change, reason: 'Delivery' } as const)
          : { code, change: -change, reason: options.reason };
      const left = await warehouse.book(booking);
      return { text: `${code}: ${left} left`, data: { code, left } };
    }
    default:
      throw new UsageError(command === '' ? 'no command' : `no command '${command}'`);
  }
}

async function find(warehouse: Warehouse, { words, below }: Options): Promise<Output> {
  const found = await warehouse.findItems({ text: words[1], onlyBelow: below });
  // an array of .NET may be absent, and have nulls in it
  const items = (found ?? []).filter((item) => item !== null);
  return { text: items.map(lineOf).join('\n') || 'nothing found', data: items };
}

function lineOf({ Code = '', Name = '', Count, Price }: Item): string {
  return [Code.padEnd(6), Name.padEnd(20), String(Count).padStart(5), Price.padStart(9)].join(' ');
}
