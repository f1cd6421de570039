/** Built-in templates, compiled by the build, by name. */
interface Precompiled {
  readonly templates: Readonly<Record<string, TemplateSpecification>>;
  readonly partials: Readonly<Record<string, TemplateSpecification>>;
}

/**
 * Replaced by the build (`precompile.ts`); `undefined` when running from source, where templates
 * are read and compiled.
 */
export const precompiled: Precompiled | undefined = undefined;
