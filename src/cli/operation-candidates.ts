import { createDiagnosticBag } from '../diagnostics/diagnostic.ts';
import { linkContract } from '../model/link.ts';
import type { ServiceModel } from '../model/services.ts';
import { contractMessages, signatureOf } from '../plan/messages.ts';
import { fieldTypeWord } from '../plan/type-text.ts';
import { readContract } from '../read/contract.ts';
import { allOperations, findOperation } from './contract/model.ts';
import { type Candidate, nodeHost } from './terminal/files.ts';

/** The contract, as far as it can be read from this machine. Defects do not matter here. */
export function modelForCompletion(path: string): ServiceModel | undefined {
  const bag = createDiagnosticBag();
  const contract = readContract(path, nodeHost, bag);
  return contract && linkContract(contract, bag, { lenient: true });
}

/**
 * Operations by their own name, or with the service's name in front if several have it or the word
 * has a dot.
 */
export function operationCandidates(model: ServiceModel, word: string): readonly Candidate[] {
  const all = allOperations(model);
  const messages = contractMessages(model);
  const count = new Map<string, number>();
  for (const { operation } of all) {
    count.set(operation.publicName, (count.get(operation.publicName) ?? 0) + 1);
  }
  return all.map(({ service, operation }): Candidate => {
    const name = operation.publicName;
    const full = word.includes('.') || count.get(name) !== 1;
    return {
      value: full ? `${service.name}.${name}` : name,
      text: signatureOf(operation, messages.of(operation)),
    };
  });
}

/** Parameters that are not given yet, each followed by `=`. */
export function parameterCandidates(
  model: ServiceModel,
  operation: string,
  given: readonly string[],
): readonly Candidate[] {
  const found = findOperation(model, operation);
  const names = new Set(given.map((one) => one.split(/[=.[]/)[0]));
  const { input } = contractMessages(model).of(found.operation);
  return input.fields
    .filter(({ property, repeated }) => repeated || !names.has(property))
    .map((field) => ({ value: `${field.property}=`, text: fieldTypeWord(field) }));
}

/** Services of a contract. */
export function serviceCandidates(model: ServiceModel): readonly Candidate[] {
  return model.services.map(({ name, path }) => ({ value: name, text: path }));
}
