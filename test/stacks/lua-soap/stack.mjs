// LuaSOAP of Debian, unpacked with Lua 5.1: a client, which reads no WSDL, and a service.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debian } from '../programs.mjs';

const version = '3.0+git91419a7-2';

export async function prepare() {
  const root = await debian([`lua-soap=${version}`, 'lua5.1=5.1.5-9']);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  const env = {
    LUA_PATH: join(root, 'usr/share/lua/5.1/?.lua'),
    LUA_CPATH: join(libraries, 'lua/5.1/?.so'),
    LD_LIBRARY_PATH: libraries,
  };
  const program = (name, ...more) => ({
    command: join(root, 'usr/bin/lua5.1'),
    args: [fileURLToPath(new URL(name, import.meta.url)), ...more],
  });
  return {
    version: `LuaSOAP ${version}`,
    client: { ...program('client.lua'), options: { env } },
    service: {
      plain: false,
      options: { env },
      start: ({ port }) => program('service.lua', `${port}`),
    },
  };
}
