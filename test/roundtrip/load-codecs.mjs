// Turns planned codecs into a module that runs: the generated file, its types stripped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { generateModel } from '../../dist/generate.js';
import { planOptions } from './roots.mjs';

const runtime = fileURLToPath(new URL('../../dist/runtime/', import.meta.url));

/**
 * Generates the files of a model, which stay in the folder, and imports its codecs.
 * @param types what built-in types become, as in the configuration
 */
export async function loadCodecs(model, folder, sink, types = {}) {
  const made = await generateModel(model, { ...planOptions, types }, {}, sink);
  if (made === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { path, text } of made.files) {
    if (!path.endsWith('.ts')) continue;
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const files = made.files.filter((file) => /^codecs[^/]*\.ts$|^codecs\//.test(file.path));
  for (const file of files) {
    const { code } = transformSync(file.text, {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      module: { type: 'es6' },
    });
    const text = code.replaceAll(/(['"])asmx-gen\/runtime(\/codec)?\1/g, (_, quote, codec) => {
      const path = pathToFileURL(join(runtime, codec === undefined ? 'index.js' : 'codec.js')).href;
      return `${quote}${path}${quote}`;
    });
    writeFileSync(join(folder, file.path.replace(/\.ts$/, '.js')), text);
  }
  return import(pathToFileURL(join(folder, 'codecs.js')).href);
}
