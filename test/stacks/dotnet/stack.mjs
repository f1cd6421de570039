// .NET itself: XmlSerializer, SignedXml, ServiceDescription and XmlSchemaSet.
import { join } from 'node:path';
import { run } from '../programs.mjs';
import { exchangeSigned, readWrappers } from './calls.mjs';
import { compileCorpus } from './corpus.mjs';
import { buildDotnet } from './dotnet.mjs';
import { dotnetCheck } from './session.mjs';

export async function prepare(work) {
  const { skipped } = buildDotnet(new URL('dotnet.csproj', import.meta.url), work);
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run('dotnet', ['--version']);
  return {
    version: `.NET SDK ${stdout.trim()}`,
    checks: {
      wrappers: dotnetCheck(readWrappers),
      signatures: dotnetCheck(exchangeSigned),
      contracts: dotnetCheck((dotnet, _code, check, { contracts }) =>
        compileCorpus(dotnet, contracts, join(work, 'converted'), check),
      ),
    },
  };
}
