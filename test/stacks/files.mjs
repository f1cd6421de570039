// A service that sends bytes back, in parts of their own (MTOM), or with headers of WS-Addressing that
// both sides want: clients of other stacks call it, and the generated client calls theirs.
import { judgeLines } from './checks.mjs';
import { generateModule, serve } from './generated.mjs';
import { freePort, start } from './programs.mjs';

/** Options of both sides, and how many bytes are sent. */
const kinds = {
  mtom: { client: { mtom: true }, sizes: [0, 1, 3000, 2_000_000] },
  addressing: {
    client: { addressing: { mustUnderstand: true } },
    server: { addressing: { required: true } },
    sizes: [3],
  },
};
const subjects = { mtom: 'MTOM', addressing: 'addressing' };

/** Generates the contract, and serves it until `stop` is called. */
export async function startFiles(work, kind) {
  const module = await generateModule(work, 'files.yaml');
  let plain = 0;
  const { listener } = module.createFilesServer({ echo: ({ data }) => data }, kinds[kind].server);
  const { base, stop } = await serve((request, response) => {
    const type = request.headers['content-type'] ?? '';
    if (request.method === 'POST' && !type.includes('application/xop+xml')) plain += 1;
    listener(request, response);
  });
  return { base, createClient: module.createFilesClient, plain: () => plain, stop };
}

/**
 * The checks of a stack.
 * @param given the kinds, a function that gives the program for an address of the service, and a
 *   service of the stack, if it has one
 */
export function filesChecks({ of, call, service }) {
  const checkOf = (kind) => async (ours) => {
    const site = await ours.files(kind);
    const { sizes } = kinds[kind];
    const before = site.plain();
    const client = judgeLines(await call(ours, kind, site.base, sizes), 2 * sizes.length);
    const plain = site.plain() - before;
    if (kind === 'mtom' && plain > 0) client.failures.push(`${plain} requests had no parts`);
    const rows = { [subjects[kind]]: client };
    if (service !== undefined)
      rows[`${subjects[kind]}, its service`] = await callService(
        site,
        kind,
        await service(ours, kind),
      );
    return rows;
  };
  return Object.fromEntries(of.map((kind) => [kind, checkOf(kind)]));
}

/** The generated client at a service of the stack. */
async function callService({ createClient }, kind, programFor) {
  const base = `http://127.0.0.1:${await freePort()}`;
  const { stop } = await start(programFor(base));
  const { client: options, sizes } = kinds[kind];
  const failures = [];
  try {
    for (const [binding, path] of [
      ['soap11', 'Soap'],
      ['soap12', 'Soap12'],
    ]) {
      const client = createClient({ endpoint: `${base}/${path}`, binding, ...options });
      for (const size of sizes) {
        const data = new Uint8Array(size).map((_, index) => index * 7);
        const { result, headers } = await client.echo.raw({ name: 'n', data }).catch((error) => ({
          result: error.message,
          headers: {},
        }));
        const isSame = result instanceof Uint8Array && Buffer.compare(result, data) === 0;
        const hasParts =
          kind !== 'mtom' || headers['content-type']?.includes('application/xop+xml');
        if (!isSame || !hasParts)
          failures.push(`${binding} ${size}\t${isSame ? 'no parts' : String(result)}`);
      }
    }
  } finally {
    stop();
  }
  const all = 2 * sizes.length;
  return { counts: [all - failures.length, all], failures };
}
