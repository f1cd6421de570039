/** Gives components names that are unique and hold only what OpenAPI allows in them; the same key always has the same name. */
export function createComponentNames(): (key: object, wanted: string) => string {
  const names = new Map<object, string>();
  const taken = new Set<string>();
  return (key, wanted) => {
    const known = names.get(key);
    if (known !== undefined) return known;
    const plain = wanted.replace(/[^A-Za-z0-9._-]/g, '_') || '_';
    let name = plain;
    for (let count = 2; taken.has(name); count += 1) name = `${plain}.${count}`;
    taken.add(name);
    names.set(key, name);
    return name;
  };
}
