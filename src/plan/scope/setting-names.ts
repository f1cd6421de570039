import { didYouMean } from '../../diagnostics/suggest.ts';
import { qnameKey } from '../../model/common/qname.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { builtinNames } from '../../model/xsd/builtin-types.ts';
import { isChosen, nameGlob } from './operations.ts';
import { keysOf } from './own-type.ts';

/**
 * Keys that `naming` can have for a contract: `Service.Operation`, `{namespace}type` and `type`.
 */
export function namingKeys(model: ServiceModel): ReadonlySet<string> {
  const keys = new Set(operationKeys(model));
  for (const { name } of model.types) {
    if (name !== undefined) keys.add(qnameKey(name)).add(name.localName);
  }
  return keys;
}

/** Operations of a contract, as `Service.Operation`. */
export function operationKeys(model: ServiceModel): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const service of model.services) {
    for (const { name, messageName } of service.interfaces.flatMap((one) => one.operations)) {
      keys.add(`${service.name}.${name}`).add(`${service.name}.${messageName}`);
    }
  }
  return keys;
}

/** Keys that users' own types can have: built-in types and simple types of a contract. */
export function ownTypeKeys(model: ServiceModel): ReadonlySet<string> {
  const simple = model.types.filter((type) => type.kind === 'simple');
  return new Set([...builtinNames, ...simple.flatMap(keysOf)]);
}

/**
 * Help for globs of `only` that match no operation: what the first one may mean, otherwise what a
 * glob is.
 */
export function globHelp(globs: readonly string[], models: readonly ServiceModel[]): string {
  const names = models.flatMap((model) => [...operationNames(model)]);
  const [meant] = globs.flatMap((glob) => listHelp(glob) ?? didYouMean(glob, names) ?? []);
  return (
    meant ??
    'asmx-gen inspect shows the operations; ' +
      "a glob is held against 'Operation' and 'Service.Operation'"
  );
}

/** Help for several globs in one text. */
function listHelp(text: string): string | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  if (parts.length < 2) return undefined;
  return `each is a glob of its own: ${parts.map((part) => `'${part}'`).join(', ')}`;
}

/** What a glob of `only` is held against, short names first. */
function operationNames({ services }: ServiceModel): ReadonlySet<string> {
  const operations = services.flatMap((service) =>
    service.interfaces.flatMap((one) =>
      one.operations.flatMap(({ name, messageName }) =>
        [name, messageName].map((short) => [short, `${service.name}.${short}`] as const),
      ),
    ),
  );
  return new Set([...operations.map(([short]) => short), ...operations.map(([, long]) => long)]);
}

/** Whether a glob of `only` matches any operation of a contract. */
export function choosesAny(model: ServiceModel, glob: string): boolean {
  const globs = [nameGlob(glob)];
  return model.services.some((service) =>
    service.interfaces.some((one) =>
      one.operations.some((operation) => isChosen(globs, service, operation)),
    ),
  );
}
