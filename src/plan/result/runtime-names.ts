const runtimeModules = [
  'runtime',
  'type',
  'schema',
  'testing',
  'gateway',
  'mcp',
  'documentation',
  'soapPackage',
] as const;

/** Entries of the runtime that generated files import. */
export type RuntimeModule = (typeof runtimeModules)[number];

/**
 * What the generated files planned so far import from the runtime. A vendored copy exports no more
 * than that.
 */
export class RuntimeNames {
  private readonly entries = new Map<RuntimeModule, Set<string>>();

  note(entry: RuntimeModule, names: Iterable<string>): void {
    const noted = this.entries.get(entry) ?? new Set();
    this.entries.set(entry, noted);
    for (const name of names) noted.add(name);
  }

  /** Names imported from an entry, in no particular order. */
  from(entry: RuntimeModule): ReadonlySet<string> {
    return this.entries.get(entry) ?? new Set();
  }

  /** All names as sorted texts: `codec XmlReader`. */
  list(): readonly string[] {
    return [...this.entries]
      .flatMap(([entry, names]) => [...names].map((name) => `${entry} ${name}`))
      .sort();
  }
}

/** Reads such a list, which manifests contain. Ignores anything that is not a name of an entry. */
export function runtimeNamesOf(list: readonly string[]): RuntimeNames {
  const names = new RuntimeNames();
  for (const text of list) {
    const [entry, name] = text.split(' ');
    const module = runtimeModules.find((one) => one === entry);
    if (module !== undefined && name !== undefined) names.note(module, [name]);
  }
  return names;
}
