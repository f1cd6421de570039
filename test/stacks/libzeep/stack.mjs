// libzeep of Debian, unpacked: a service. It writes results without an element of their own, so the
// generated client does not meet it here.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answers, debian, run } from '../programs.mjs';

const version = '5.1.8-1';

export async function prepare(work) {
  if (!answers('which', 'g++')) return { skipped: 'not installed: g++' };
  const root = await debian([`libzeep-dev=${version}`]);
  if (root === undefined) return { skipped: 'the archive of Debian cannot be reached' };
  const source = fileURLToPath(new URL('service.cpp', import.meta.url));
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu');
  const flags = ['-std=c++17', '-O0', '-w', '-I', join(root, 'usr/include'), source];
  const program = join(work, 'service');
  const linked = ['-L', libraries, '-lzeep', '-lboost_date_time', '-lstdc++fs', '-lpthread'];
  const made = await run('g++', [...flags, '-o', program, ...linked]);
  if (made.code !== 0) throw new Error(`g++: ${made.stderr}`);
  const options = { env: { LD_LIBRARY_PATH: libraries } };
  return {
    version: `libzeep ${version}`,
    service: {
      plain: false,
      options,
      start: ({ port, as = '' }) => ({ command: program, args: [`${port}`, as] }),
    },
  };
}
