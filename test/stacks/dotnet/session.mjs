// .NET and code of the contract, for all checks that use both: handlers that keep what came.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tally } from '../checks.mjs';
import { generateModule } from '../generated.mjs';
import { startDotnet } from './dotnet.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The contract as WSDL. The notation has no choices: that of `Contact` is made here. */
function writeContract(work) {
  const file = join(work, 'contract.wsdl');
  const args = ['convert', at('contract.yaml'), '--to', 'wsdl', '-o', file, '--quiet'];
  execFileSync(process.execPath, [at('../../../bin/asmx-gen.js'), ...args], { stdio: 'inherit' });
  const choice = /(<s:element [^>]*name="Email"[^>]*>\s*<s:element [^>]*name="Phone"[^>]*>)/;
  writeFileSync(file, readFileSync(file, 'utf8').replace(choice, '<s:choice>$1</s:choice>'));
  return pathToFileURL(file).href;
}

/** Handlers that keep what came, and answer with it. */
export function echoing(code, seen) {
  const keep = (answer) => (input, context) => {
    seen.input = input;
    return answer(input, context);
  };
  return {
    echoSimple: keep(({ v }) => v),
    echoLists: keep(({ v }) => v),
    echoContact: keep(({ v }) => v),
    echoPeople: keep(({ people }) => people),
    echoFile: keep(({ name, data }) => ({ Name: name, Data: data })),
    echoBox: keep(({ v }) => ({ ...v, Set: code.writeDataSet(code.readDataSet(v.Set)) })),
    greet: keep(({ name }, context) => {
      const token = context.soapHeaders.Session?.Token;
      context.setSoapHeader('Session', { Token: `${token}!` });
      return `Hello ${name}`;
    }),
    fail: keep(({ how }) => {
      if (how === 'declared')
        throw code.fault(code.Fail, 'Problem', { Reason: 'no such student', Code: 7 }, 'not found');
      if (how === 'sender') throw new code.SoapFault({ code: 'Client', message: 'plain' });
      throw new Error('broken');
    }),
    note: keep(({ text }) => {
      if (text === 'broken') throw new Error('broken');
    }),
    show: keep(({ i, l, d, m, b, t, s, mark }) => ({
      I: i,
      L: l,
      D: d,
      M: m,
      B: b,
      T: t,
      S: s,
      Mark: mark,
    })),
  };
}

/** Starts .NET in another time zone, and generates the contract. */
async function startSession(work) {
  const dotnet = startDotnet(work, 'Europe/Berlin');
  return { dotnet, code: await generateModule(work, writeContract(work)), stop: dotnet.stop };
}

/**
 * A check.
 * @param compare gets .NET, the generated code, a function that compares, and the product; it may
 *   return rows of its own
 */
export const dotnetCheck = (compare) => async (ours) => {
  const { dotnet, code } = await ours.once('.NET', () => startSession(ours.work));
  const { rows, check } = tally();
  const skipped = await compare(dotnet, code, check, ours);
  return { ...rows, ...skipped };
};
