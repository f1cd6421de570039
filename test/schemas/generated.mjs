// What the tool makes of a contract: files on disk, and the functions of its messages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { generate } from '../../dist/generate.js';
import { functionsModule } from '../message-functions.mjs';
import { planOf } from '../plan-of.mjs';
import { planOptions } from '../roundtrip/roots.mjs';

const runtime = new URL('../../dist/runtime/', import.meta.url);
const typeEntry = new URL('type.js', runtime).href;
const host = {
  readFile(path) {
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  },
};

/**
 * Generates into a folder; `refused` tells why there is nothing in it. `functions` is a module with
 * the functions of messages.
 */
export async function generateInto(contract, folder) {
  const options = { ...planOptions, targets: ['types', 'client', 'server'] };
  const { files, diagnostics } = await generate({ input: contract, options }, host);
  const error = diagnostics.find((one) => one.severity === 'error');
  if (error !== undefined) return { refused: `${error.code} ${error.message}` };
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return { files, functions: functionsModule(await planOf(contract, options), typeEntry) };
}

/** Imports the functions of generated messages. */
export async function importCodecs({ files, functions }, folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { path, text } of files) {
    if (!/^(?:descriptions|types)/.test(path)) continue;
    const { code } = transformSync(text, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    const linked = code.replaceAll(/(['"])asmx-gen-runtime(\/type)?\1/g, (_, quote, type) => {
      const entry = type === undefined ? 'index.js' : 'type.js';
      return quote + new URL(entry, runtime).href + quote;
    });
    writeFileSync(join(folder, path.replace(/\.ts$/, '.js')), linked);
  }
  writeFileSync(join(folder, 'functions.js'), functions);
  return (await import(pathToFileURL(join(folder, 'functions.js')).href)).default;
}
