// Axis of Debian: client and service with the classes of WSDL2Java.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { axisJars, hasAxis } from '../../interop/shop.mjs';
import { contract } from '../contract.mjs';
import { answers, installed, run } from '../programs.mjs';

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const path = axisJars.join(':');

/** Makes the classes of a contract. */
async function makeClasses(folder, text) {
  mkdirSync(folder);
  const wsdl = join(folder, 'school.wsdl');
  writeFileSync(wsdl, text);
  const flags = ['--server-side', '--skeletonDeploy', 'true', '--package', 'school', '-o', folder];
  return run('java', ['-cp', path, 'org.apache.axis.wsdl.WSDL2Java', ...flags, wsdl]);
}

export async function prepare(work) {
  if (!hasAxis(answers)) return { skipped: 'not installed: libaxis-java and default-jdk-headless' };
  const folder = join(work, 'classes');
  const text = contract({ url: 'http://127.0.0.1/' });
  const made = await makeClasses(folder, text);
  const service = 'school/SchoolSoap_BindingImpl.java';
  copyFileSync(at('SchoolSoap_BindingImpl.java'), join(folder, service));
  const compile = (where, ...sources) =>
    run('javac', [
      '-nowarn',
      '-proc:none',
      '-cp',
      path,
      '-sourcepath',
      where,
      '-d',
      where,
      ...sources,
    ]);
  const own = [at('Client.java'), at('../jax-ws/Shown.java')];
  const more = [service, 'school/SchoolSoap_BindingSkeleton.java'].map((name) =>
    join(folder, name),
  );
  const compiled = await compile(folder, ...own, ...more);
  if (compiled.code !== 0)
    throw new Error(`javac: ${made.stdout}${compiled.stdout}${compiled.stderr}`);
  // a fault whose message is named like its element
  const twins = join(work, 'twins');
  await makeClasses(twins, text.replaceAll(/(name="|:)Problem"/g, '$1InvalidPhone"'));
  const failed = await compile(twins, join(twins, 'school/SchoolSoap_BindingStub.java'));
  const told = join(work, 'twins.json');
  writeFileSync(told, `{"error":${JSON.stringify(failed.code === 0 ? '' : failed.stderr)}}\n`);
  const deployment = join(folder, 'deployment.wsdd');
  const transport =
    '<handler name="URLMapper" type="java:org.apache.axis.handlers.http.URLMapper"/>' +
    '<transport name="http"><requestFlow><handler type="URLMapper"/></requestFlow></transport>';
  const deployed = readFileSync(join(folder, 'school/deploy.wsdd'), 'utf8');
  writeFileSync(deployment, deployed.replace('</deployment>', `${transport}</deployment>`));
  const classes = ['-cp', `${folder}:${path}`];
  const server = 'org.apache.axis.transport.http.SimpleAxisServer';
  return {
    version: `Axis ${await installed('libaxis-java')}`,
    client: {
      command: 'java',
      args: [...classes, 'Client'],
      others: { twins: { command: 'cat', args: [told] } },
    },
    service: {
      path: '/axis/services/SchoolSoap',
      start: ({ port }) => ({
        command: 'java',
        args: [...classes, `-Daxis.ServerConfigFile=${deployment}`, server, '-p', `${port}`],
      }),
    },
  };
}
