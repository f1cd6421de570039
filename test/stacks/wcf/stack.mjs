// WCF of NuGet, a client with classes of three kinds: with Order=, without it, and DataContract
// classes. Services with such classes are those of SoapCore, from the same project.
import { buildDotnet } from '../dotnet/dotnet.mjs';
import { dotnetCheck } from '../dotnet/session.mjs';
import { run } from '../programs.mjs';
import { callOurs, callWithCertificates } from './calls.mjs';

export async function prepare(work) {
  const { program, skipped } = buildDotnet(
    new URL('../dotnet/dotnet.csproj', import.meta.url),
    work,
  );
  if (skipped !== undefined) return { skipped };
  const { stdout } = await run('dotnet', ['--list-runtimes']);
  const runtime = /Microsoft\.NETCore\.App (10\S+)/.exec(stdout)?.[1];
  return {
    version: `System.ServiceModel.Http 10.1.0, SoapCore 1.2.1.18, .NET ${runtime}`,
    client: { command: 'dotnet', args: [program, 'client'] },
    service: {
      start: ({ port, as }) => ({ command: 'dotnet', args: [program, 'service', port, as ?? ''] }),
    },
    checks: { bindings: dotnetCheck(callOurs), certificates: dotnetCheck(callWithCertificates) },
  };
}
