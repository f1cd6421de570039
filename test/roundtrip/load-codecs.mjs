// Turns planned codecs into a module that runs: the generated file, its types stripped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { generateModel } from '../../dist/generate.js';
import { planContract } from '../../dist/plan/contract.js';
import { functionsModule } from '../message-functions.mjs';
import { addModules } from './mapped-types.mjs';
import { planOptions } from './roots.mjs';

const runtime = fileURLToPath(new URL('../../dist/runtime/', import.meta.url));

/**
 * Generates the files of a model, which stay in the folder, and imports the functions of its
 * messages, by their texts, and its schemas.
 * @param settings those of the configuration, such as `types` and `emit`
 */
export async function loadCodecs(model, folder, sink, settings = {}) {
  const made = await generateModel(model, { ...planOptions, ...settings }, {}, sink);
  if (made === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  addModules(folder);
  for (const { path, text } of made.files) {
    if (!path.endsWith('.ts')) continue;
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const files = made.files.filter(({ path }) =>
    /^(?:descriptions|types|schemas)(?:[^/]*|\/.*)(?<!\.d)\.[jt]s$/.test(path),
  );
  for (const { path, text } of files) {
    const code = path.endsWith('.js') ? text : withoutTypes(text);
    const linked = code.replaceAll(
      /(['"])asmx-gen-runtime(?:\/(\w+))?\1/g,
      (_, quote, entry = 'index') =>
        `${quote}${pathToFileURL(join(runtime, `${entry}.js`)).href}${quote}`,
    );
    const target = join(folder, path.replace(/\.ts$/, '.js'));
    mkdirSync(join(target, '..'), { recursive: true });
    writeFileSync(target, linked);
  }
  const plan = planContract(model, { ...planOptions, ...settings }, { report: () => undefined });
  const entry = pathToFileURL(join(runtime, 'type.js')).href;
  writeFileSync(join(folder, 'functions.js'), functionsModule(plan, entry));
  const [functions, schemas] = await Promise.all(
    ['functions', 'schemas'].map((name) => import(pathToFileURL(join(folder, `${name}.js`)).href)),
  );
  return { codecs: functions.default, schemas };
}

function withoutTypes(text) {
  return transformSync(text, {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  }).code;
}
