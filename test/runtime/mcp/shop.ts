import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { planOptions } from '../../../src/cli/contract/project.ts';
import { defaultSettings } from '../../../src/config/settings.ts';
import { generate } from '../../../src/generate.ts';
import { ensureBuilt } from '../../cli/built.ts';
import { stripTypes } from '../../strip-types.ts';
import type { Shop } from '../gateway/shop.ts';

const root = join(import.meta.dirname, '../../..');

/** The generated folder of the shop, with its MCP servers. */
export interface McpShop extends Shop {
  createShopMcp(target: object, options?: object): Mcp;
  createOrdersMcp(target: object, options?: object): Mcp;
  createOrdersServer(handlers: object): object;
}

export interface Mcp {
  readonly fetch: typeof fetch;
  readonly stdio: () => Promise<{ close(): Promise<void> }>;
}

/**
 * Generates a contract into a folder with the packages of this one, in which the SDK is found.
 * The folder is removed when the process ends.
 */
export async function generateBesideSdk(path: string): Promise<string> {
  ensureBuilt(root);
  const settings = {
    ...defaultSettings,
    runtime: 'package' as const,
    targets: ['client', 'server', 'mcp'] as const,
    importExtension: 'js' as const,
  };
  const result = await generate(
    { input: path, options: planOptions(settings, path, '.') },
    { readFile: (one) => readFileSync(join(root, one)) },
  );
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, 'node_modules/.cache/mcp-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/asmx-gen'), 'dir');
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
  for (const file of result.files) {
    const target = join(folder, file.path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, stripTypes(file.text));
  }
  return folder;
}

/** Imports a file of such a folder. */
export async function importFrom<Module>(folder: string, file: string): Promise<Module> {
  return (await import(pathToFileURL(join(folder, file)).href)) as Module;
}
