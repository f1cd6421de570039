import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';
import { transformSync } from '@swc/core';

/**
 * What every platform built on `Request` and `Response` has, and nothing else: no process, no
 * Buffer, no require.
 */
const webGlobals = {
  AbortController,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  btoa,
  clearTimeout,
  setTimeout,
} as const;

/** A module as an edge platform would load it, and what it was made of. */
export interface WebModule {
  readonly namespace: unknown;
  /** Every specifier that was asked for, with the file it is in. */
  readonly imports: readonly string[];
}

const asJavaScript = new Map<string, string>();

function read(file: URL): string {
  const known = asJavaScript.get(file.href);
  if (known !== undefined) return known;
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    configFile: false,
    swcrc: false,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  asJavaScript.set(file.href, code);
  return code;
}

/**
 * Loads a generated file in a realm of its own that has web globals only.
 * @param file of TypeScript; imports of `./x.js` are those of `x.ts` beside it
 * @throws Error when it, or what it imports, asks for anything that is not a file beside it
 */
export async function loadOnWebPlatform(file: URL): Promise<WebModule> {
  const context = createContext({ ...webGlobals });
  const modules = new Map<string, SourceTextModule>();
  const imports: string[] = [];
  const moduleAt = (url: URL): SourceTextModule => {
    const known = modules.get(url.href);
    if (known !== undefined) return known;
    const find = (specifier: string): SourceTextModule => {
      imports.push(`${url.pathname.split('/').at(-1)}: ${specifier}`);
      if (!/^\.{1,2}\//.test(specifier)) throw new Error(`${url.href} imports ${specifier}`);
      return moduleAt(new URL(specifier.replace(/\.js$/, '.ts'), url));
    };
    const made = new SourceTextModule(read(url), {
      context,
      identifier: url.href,
      importModuleDynamically: async (specifier: string) => load(find(specifier)),
    });
    modules.set(url.href, made);
    resolvers.set(made, find);
    return made;
  };
  const resolvers = new Map<unknown, (specifier: string) => SourceTextModule>();
  const load = async (module: SourceTextModule): Promise<SourceTextModule> => {
    if (module.status === 'unlinked') {
      await module.link((specifier, from) => {
        const find = resolvers.get(from);
        if (find === undefined) throw new Error(`unknown module ${from.identifier}`);
        return find(specifier);
      });
    }
    if (module.status === 'linked') await module.evaluate();
    return module;
  };
  const { namespace } = await load(moduleAt(file));
  return { namespace, imports };
}
