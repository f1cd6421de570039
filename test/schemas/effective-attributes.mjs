// Attributes of a drawn type with those it inherits.

const keyOf = ({ namespace, name }) => `{${namespace}}${name}`;

/** Attribute uses by name, those of the type itself over those of its base. */
export function declaredAttributes(type) {
  const all = type.base === undefined ? new Map() : declaredAttributes(type.base);
  for (const group of type.attributeGroups ?? []) {
    for (const use of group.attributes) all.set(keyOf(use), use);
  }
  for (const use of type.attributes ?? []) all.set(keyOf(use), use);
  return all;
}

/** Attribute wildcards of a type; a restriction has only its own, and drawn ones have none. */
export function everyAttribute(type) {
  const own = [type.anyAttribute, ...(type.attributeGroups ?? []).map((one) => one.wildcard)];
  const found = own.filter((one) => one !== undefined);
  // two wildcards of one type intersect: such types are left alone
  const single = found.length === 1 ? found : [];
  if (type.derivation !== 'extension') return single;
  const inherited = everyAttribute(type.base);
  return [...inherited, ...single];
}
