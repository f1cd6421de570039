// Describes roots: a module with the description of each, in the order of the roots.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ts } from 'ts-morph';
import { codecConstant } from '../../dist/plan/codecs/codec.js';
import { CodecContext } from '../../dist/plan/codecs/context.js';
import { repeatedRecords } from '../../dist/plan/codecs/repeated-records.js';
import { importedTemporal } from '../../dist/plan/codecs/simple/own-type-code.js';
import { createDescriber } from '../../dist/plan/describe/create-describer.js';
import { describeForm } from '../../dist/plan/describe/describe-form.js';
import { describeMessage } from '../../dist/plan/describe/describe-message.js';
import {
  describeAsMessage,
  describeNodes,
  describeResult,
} from '../../dist/plan/describe/describe-result.js';
import { describeRoot } from '../../dist/plan/describe/describe-root.js';
import { inOrder } from '../../dist/plan/describe/in-order.js';
import { runtimeType } from '../../dist/plan/print/type-node.js';
import { UsedNames } from '../../dist/plan/print/used-names.js';
import { ownTypeUse } from '../../dist/plan/scope/own-type.js';

/**
 * @param folder where the generated codecs are
 * @returns the description of each root
 */
export async function describeRoots(roots, folder) {
  const contexts = new Map();
  roots.forEach((root, index) => {
    const context = contexts.get(root.shaper) ?? contextOf(root.shaper);
    contexts.set(root.shaper, context);
    describe(createDescriber(context), root, `root${index}`);
  });
  const modules = new Map();
  for (const [shaper, context] of contexts) {
    const part = roots.find((root) => root.shaper === shaper).kind === 'element';
    const file = join(folder, part ? 'elements' : 'messages', 'descriptions.mjs');
    writeFileSync(file, moduleOf(inOrder(context.finish()), shaper.options.types));
    modules.set(shaper, await import(pathToFileURL(file).href));
  }
  return roots.map((root, index) => modules.get(root.shaper)[`root${index}`]);
}

function contextOf(shaper) {
  const records = repeatedRecords(shaper);
  return new CodecContext({
    shaper,
    sink: { report() {} },
    isRepeatedRecord: (shape, most) => (records.get(shape) ?? most + 1) <= most,
    declared: {},
    hasFewMessages: false,
    isMessageFunction: () => false,
  });
}

function describe(describer, root, name) {
  const { kind, place, scope, body, form, result, label } = root;
  const encoded = kind === 'encoded';
  const add = (value) =>
    describer.context.ensure(name, () => codecConstant(name, undefined, value(), ''));
  if (place !== undefined) {
    add(() => describeRoot(describer, { place, encoded, scope }));
    return;
  }
  if (form !== undefined) {
    describeForm(describer, { ...form, type: undefined }, name);
    return;
  }
  const direction = label.endsWith('response') || result !== undefined ? 'response' : 'request';
  const message = { body, type: undefined, encoded, direction, namespace: '' };
  if (result !== undefined) {
    describeHttp(describer, result, message, name);
    return;
  }
  const described = describeMessage(describer, message, name);
  if (described.flat !== name) add(() => described);
}

function describeHttp(describer, { kind, result }, message, name) {
  if (kind === 'root') describeResult(describer, result, name);
  if (kind === 'nodes') describeNodes(describer, result, name);
  if (kind !== 'message') return;
  const described = describeMessage(describer, message, `${name}Message`);
  const type = runtimeType('Message');
  describeAsMessage(describer, { message: described, type, namespace: '' }, name);
}

function moduleOf(plans, { own = {}, temporal }) {
  const used = new UsedNames();
  for (const { names } of plans) used.add(names);
  const url = new URL('../../dist/runtime/type.js', import.meta.url).href;
  const ofTypes = used.from('typesValue');
  const ofUser = used.from('own');
  const text = [
    `import { ${used.from('runtime').join(', ')} } from '${url}';`,
    ofTypes.length === 0 ? '' : `import { ${ofTypes.join(', ')} } from './types.js';`,
    ...Object.entries(own).flatMap(([key, type]) => {
      const { parse, format } = ownTypeUse(key, type);
      const names = Object.entries({ [parse]: type.parse, [format]: type.format });
      return names
        .filter(([name]) => ofUser.includes(name))
        .map(([name, given]) => `import { ${given} as ${name} } from '${type.import}';`);
    }),
    ofUser.includes(importedTemporal)
      ? `import { Temporal as ${importedTemporal} } from '${temporal}';`
      : '',
    ...plans.map(({ name, value }) => `export const ${name} =${value};`),
  ].join('\n');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
