import type { Contract, Definitions } from './definitions.ts';

/**
 * A contract with another target namespace. All names in that of its definitions change, and SOAP
 * actions built from it follow. Names in other namespaces stay.
 */
export function replaceNamespace(contract: Contract, namespace: string): Contract {
  return {
    ...contract,
    definitions: contract.definitions.map((definitions) => {
      const from = definitions.targetNamespace;
      return from === namespace
        ? definitions
        : (replaceIn({ ...definitions, originals: undefined }, from, namespace) as Definitions);
    }),
  };
}

/** Copies a tree of definitions. Positions in files are shared. */
function replaceIn(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceIn(one, from, to));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) {
    return new Map([...value].map(([prefix, uri]) => [prefix, uri === from ? to : uri]));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'span') return [key, inner];
      if (typeof inner !== 'string') return [key, replaceIn(inner, from, to)];
      if (key === 'soapAction' || key === 'action') return [key, replaceAction(inner, from, to)];
      const names = key === 'namespace' || key === 'targetNamespace';
      return [key, names && inner === from ? to : inner];
    }),
  );
}

/** Namespace and name joined by exactly one slash, like ASMX's default action. */
function replaceAction(action: string, from: string, to: string): string {
  const prefix = withSlash(from);
  return action.startsWith(prefix) ? withSlash(to) + action.slice(prefix.length) : action;
}

function withSlash(namespace: string): string {
  return namespace.endsWith('/') ? namespace : `${namespace}/`;
}
