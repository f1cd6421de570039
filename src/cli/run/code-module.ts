/** A file of the generated folder. */
export interface CodeFile {
  /** Path inside the folder, with `/`. */
  readonly path: string;
  /** Read when the file is imported, or written to be imported. */
  readonly text: string;
}

/** What a module exports, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** The generated folder as a module that runs. */
export interface CodeModule {
  /** Imports a file of the folder, such as `codecs.ts`. */
  readonly load: (path: string) => Promise<ModuleExports>;
}
