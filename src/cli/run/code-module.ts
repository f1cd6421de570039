/** A file of the generated folder. */
export interface CodeFile {
  /** Path inside the folder, with `/`. */
  readonly path: string;
  /** Read when the file is imported, or written to be imported. */
  readonly text: string;
}

/** Exports of a module by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

/** A generated folder that can be imported. */
export interface CodeModule {
  /** Imports a file of the folder, such as `descriptions.ts`. */
  readonly load: (path: string) => Promise<ModuleExports>;
}
