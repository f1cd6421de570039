// Reads a contract and generates its codecs: everything of it that can be checked.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDiagnosticBag } from '../../dist/diagnostics/diagnostic.js';
import { linkContract } from '../../dist/model/link.js';
import { loadContract } from '../../dist/read/contract.js';
import { loadCodecs } from './load-codecs.mjs';
import { elementModel, planRoots } from './roots.mjs';

/**
 * @param folder where the generated codecs go
 * @param settingsOf gives settings of the configuration for the model
 * @param rootsOf gives the roots of an operation; omitted for its SOAP messages, headers and faults
 * @returns the roots with their codecs, the folders of the generated files, the paths of all files
 *   read, and what there was nothing to check of; or why the contract was refused
 */
export async function loadRoots(entry, folder, settingsOf = () => ({}), rootsOf = undefined) {
  const paths = new Set();
  const host = {
    readFile(path) {
      try {
        const bytes = readFileSync(path);
        paths.add(path);
        return bytes;
      } catch {
        return undefined;
      }
    },
  };
  const bag = createDiagnosticBag();
  const firstError = () => bag.diagnostics.find((one) => one.severity === 'error')?.message;
  const { contract } = await loadContract(entry, host, bag);
  const model = contract === undefined ? undefined : linkContract(contract, bag, {});
  if (model === undefined || bag.failed) return { refused: firstError() };
  const settings = settingsOf(model);
  const roots = [];
  const folders = [];
  const skipped = [];
  const add = async (name, part, relabel) => {
    const planned = planRoots(part, bag, settings, rootsOf);
    if (planned === undefined) throw new Error(`not planned: ${firstError()}`);
    const own = join(folder, name);
    const loaded = await loadCodecs(part, own, bag, settings);
    folders.push(own);
    if (loaded === undefined) throw new Error(`not generated: ${firstError()}`);
    planned.roots.forEach((root, index) => {
      const schema = loaded.schemas[root.schema];
      roots.push({ ...root, ...relabel?.(root, index), codecs: loaded.codecs, schema });
    });
  };
  if (
    model.services.some((service) => service.interfaces.some((one) => one.operations.length > 0))
  ) {
    await add('messages', model);
  } else skipped.push('no operation');
  const rest = elementModel(model);
  if (rest !== undefined) {
    await add('elements', rest.model, (_, index) => ({
      label: `element ${rest.elements[index].name.localName}`,
      kind: 'element',
    }));
  }
  return { roots, folders, paths, skipped };
}
