/** A node of the syntax tree of a module (ESTree), with its place in the text. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** A module taken apart: what runs, and what remains a module. */
export interface ModuleScript {
  /** A function that takes what the module imports and gives what it exports. ASCII alone, so that it need not be decoded. */
  readonly script: string;
  /** The module that is left: its imports, the call of `runScript` and its exports. */
  readonly module: string;
}

/** Names of what a script gets beside its imports: its URL, and what stands for `import()`. */
const ownUrl = '$url';
const ownLoad = '$load';

/**
 * Makes a script of a module, for the build: of scripts V8 can keep compiled code, of modules Node 20 cannot.
 *
 * @param code Text of a module without top-level `await`, whose exports are one list of names.
 * @param body Its statements.
 * @param options `fileName` of the script, beside the module; `digest` of a text; `runner`, specifier of the module with `runScript`.
 * @throws Error for exports of another form
 */
export function moduleScript(
  code: string,
  body: readonly SyntaxNode[],
  options: {
    readonly fileName: string;
    readonly digest: (text: string) => string;
    readonly runner: string;
  },
): ModuleScript {
  const imports = body.filter((node) => node.type === 'ImportDeclaration');
  const exports = body.filter((node) => node.type.startsWith('Export'));
  const imported = imports.flatMap((node) => names(node).map(([local]) => local));
  const exported = exports.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || names(node).length === 0) {
      throw new Error(`cannot make a script of ${code.slice(node.start, node.end)}`);
    }
    return names(node);
  });
  const changes = [...imports, ...exports].map((node) => ({ ...node, by: '' }));
  visit(body, (node) => {
    const { type, start, end } = node;
    if (type === 'ImportExpression') {
      changes.push({ type, start, end: start + 'import'.length, by: ownLoad });
    } else if (type === 'MemberExpression' && child(node, 'object')?.type === 'MetaProperty') {
      changes.push({ type, start, end, by: ownUrl });
    }
  });
  let text = code;
  for (const { start, end, by } of changes.sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + by + text.slice(end);
  }
  const given = [ownUrl, ownLoad, ...imported].join(', ');
  const result = [...new Set(exported.map(([local]) => local))].join(', ');
  const script = escaped(
    `'use strict';\n(function ({ ${given} }) {\n${text}\nreturn { ${result} };\n})`,
  );
  const { fileName, digest, runner } = options;
  const module = [
    `import { runScript } from '${runner}';`,
    ...imports.map(({ start, end }) => code.slice(start, end)),
    `const $$script = runScript(new URL('./${fileName}', import.meta.url), '${digest(script)}', {`,
    `  ${ownUrl}: import.meta.url,`,
    `  ${ownLoad}: (specifier) => import(specifier),`,
    ...imported.map((name) => `  ${name},`),
    '});',
    ...exported.map(([local, name]) => `const $${name} = $$script.${local};`),
    `export { ${exported.map(([, name]) => `$${name} as ${name}`).join(', ')} };`,
    '',
  ].join('\n');
  return { script, module };
}

/** Names of an import or export: as the module knows it, and as it is exported. */
function names(node: SyntaxNode): readonly (readonly [local: string, exported: string])[] {
  const { specifiers } = node as { readonly specifiers?: readonly SyntaxNode[] };
  return (specifiers ?? []).map((one) => {
    const local = nameOf(child(one, 'local'));
    return [local, nameOf(child(one, 'exported') ?? child(one, 'local'))];
  });
}

function nameOf(node: SyntaxNode | undefined): string {
  return (node as { readonly name?: string } | undefined)?.name ?? '';
}

function child(node: SyntaxNode, key: string): SyntaxNode | undefined {
  return (node as unknown as Readonly<Record<string, SyntaxNode | undefined>>)[key];
}

function visit(value: unknown, take: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, take);
  } else if (typeof value === 'object' && value !== null && 'type' in value) {
    take(value as SyntaxNode);
    for (const one of Object.values(value)) visit(one, take);
  }
}

/** Escapes work wherever such characters may stand: in strings, templates, patterns, names and comments. */
function escaped(text: string): string {
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
