import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { McpSdk, ServerModule, StdioModule } from '../../runtime/mcp/sdk.ts';
import { CliError } from '../terminal/cli-error.ts';

const name = '@modelcontextprotocol/server';

/**
 * The SDK of the project, or the one beside this program.
 *
 * @throws {CliError} there is none
 */
export function findSdk(): McpSdk {
  const places = [pathToFileURL(`${process.cwd()}/`), import.meta.url];
  const place = places.map((from) => createRequire(from)).find((one) => has(one, name));
  if (place === undefined) {
    throw new CliError(
      `the package ${name} is not installed`,
      `Install it where asmx-gen is: npm install ${name}`,
    );
  }
  const load = (specifier: string): Promise<unknown> =>
    import(pathToFileURL(place.resolve(specifier)).href);
  return {
    server: () => load(name) as Promise<ServerModule>,
    stdio: () => load(`${name}/stdio`) as Promise<StdioModule>,
  };
}

function has(require: NodeJS.Require, specifier: string): boolean {
  try {
    require.resolve(specifier);
    return true;
  } catch {
    return false;
  }
}
