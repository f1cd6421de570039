// Axis of Debian: client and service with the classes of WSDL2Java.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract.mjs';
import { installed, made, missing, axisPath as path, run } from '../programs.mjs';
import { axisShop } from './shop.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const transport =
  '<handler name="URLMapper" type="java:org.apache.axis.handlers.http.URLMapper"/>' +
  '<transport name="http"><requestFlow><handler type="URLMapper"/></requestFlow></transport>';

/** The server that comes with Axis. */
const serve = (classPath, deployment, port) => ({
  command: 'java',
  args: [
    ...['-cp', classPath, `-Daxis.ServerConfigFile=${deployment}`],
    ...['org.apache.axis.transport.http.SimpleAxisServer', '-p', `${port}`],
  ],
});

/** Makes the classes of a contract. */
async function makeClasses(folder, text) {
  mkdirSync(folder);
  const wsdl = join(folder, 'school.wsdl');
  writeFileSync(wsdl, text);
  const flags = ['--server-side', '--skeletonDeploy', 'true', '--package', 'school', '-o', folder];
  return run('java', ['-cp', path, 'org.apache.axis.wsdl.WSDL2Java', ...flags, wsdl]);
}

export async function prepare(work) {
  const skipped = missing('axis');
  if (skipped !== undefined) return { skipped };
  const folder = join(work, 'classes');
  const text = contract({ url: 'http://127.0.0.1/' });
  await makeClasses(folder, text);
  const service = 'school/SchoolSoap_BindingImpl.java';
  copyFileSync(at('SchoolSoap_BindingImpl.java'), join(folder, service));
  const flags = (where) => [
    '-nowarn',
    '-proc:none',
    '-cp',
    path,
    '-sourcepath',
    where,
    '-d',
    where,
  ];
  const own = [at('Client.java'), at('../jax-ws/Shown.java')];
  const more = [service, 'school/SchoolSoap_BindingSkeleton.java'].map((name) =>
    join(folder, name),
  );
  await made('javac', [...flags(folder), ...own, ...more]);
  // a fault whose message is named like its element
  const twins = join(work, 'twins');
  await makeClasses(twins, text.replaceAll(/(name="|:)Problem"/g, '$1InvalidPhone"'));
  const stub = join(twins, 'school/SchoolSoap_BindingStub.java');
  const failed = await run('javac', [...flags(twins), stub]);
  const told = join(work, 'twins.json');
  writeFileSync(told, `{"error":${JSON.stringify(failed.code === 0 ? '' : failed.stderr)}}\n`);
  const deployment = join(folder, 'deployment.wsdd');
  const deployed = readFileSync(join(folder, 'school/deploy.wsdd'), 'utf8');
  writeFileSync(deployment, deployed.replace('</deployment>', `${transport}</deployment>`));
  const classes = `${folder}:${path}`;
  return {
    version: `Axis ${await installed('libaxis-java')}`,
    client: {
      command: 'java',
      args: ['-cp', classes, 'Client'],
      others: { twins: { command: 'cat', args: [told] } },
    },
    service: {
      path: '/axis/services/SchoolSoap',
      start: ({ port }) => serve(classes, deployment, port),
    },
    checks: { encoded: axisShop(work, serve) },
    notes: ['Axis writes times in UTC with three digits.'],
  };
}
