/** Specifications that the build makes of the built-in templates, by name. */
export interface Precompiled {
  readonly templates: Readonly<Record<string, TemplateSpecification>>;
  readonly partials: Readonly<Record<string, TemplateSpecification>>;
}

/**
 * What the build puts in here (`precompile.ts`); `undefined` when running from source, where
 * templates are read and compiled.
 */
export const precompiled: Precompiled | undefined = undefined;
