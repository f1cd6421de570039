#!/usr/bin/env node
import { createWarehouseClient, FindItems, GetItem, retry } from '../generated/warehouse/index.js';
import { runCommand } from './commands.js';
import { explain } from './explain.js';
import { readOptions } from './options.js';

try {
  const options = readOptions(process.argv.slice(2), process.env);
  const warehouse = createWarehouseClient({
    ...(options.url === undefined ? {} : { baseUrl: options.url }),
    soapHeaders: { Operator: { Name: options.user } },
    timeout: 20_000,
    // Nothing is booked twice: only what reads is repeated.
    interceptors: [retry({ attempts: 3, idempotent: [FindItems, GetItem] })],
  });
  const { text, data } = await runCommand(warehouse, options);
  console.log(options.json ? JSON.stringify(data, null, 2) : text);
} catch (error) {
  const { text, exitCode } = explain(error);
  console.error(`stock: ${text}`);
  process.exitCode = exitCode;
}
