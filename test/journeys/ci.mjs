// A pull request in a project with two contracts: what `generate --check` and `diff` say.
import { equal, match } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const contract = (name, returns) => `asmx: 1
name: ${name}
namespace: urn:${name}
services:
  ${name}Service:
    operations:
      Add: { parameters: { text: string }, returns: ${returns} }
`;

/** @param {import('./journey.mjs').Journey} journey */
export async function ci(journey) {
  if (spawnSync('git', ['--version']).status !== 0) return journey.skip('git is not installed');
  const git = async (...args) => {
    const { code, stderr } = await journey.run('git', args);
    equal(code, 0, stderr);
  };
  const commit = async (message) => {
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    await git('add', '.');
    await git(...author, 'commit', '--quiet', '-m', message);
  };
  const diff = (...args) => journey.cli(['diff', '--against', 'origin/main', ...args]);

  await journey.step('a project with two contracts, generated and committed', async () => {
    for (const name of ['orders', 'notes']) {
      journey.write(`specs/${name}.yaml`, contract(name, 'int'));
      await journey.must('init', `specs/${name}.yaml`, '--targets', 'types,client');
    }
    await journey.must('generate', '--quiet');
    await git('init', '--quiet');
    await commit('base');
    await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  });
  await journey.step('nothing changed: both checks pass', async () => {
    await journey.must('generate', '--check');
    const { code, stdout } = await diff();
    equal(code, 0, stdout);
    equal(stdout.split('no changes').length - 1, 2, stdout);
  });
  await journey.step(
    'a contract was changed but not generated: --check fails and names it',
    async () => {
      journey.write('specs/orders.yaml', contract('orders', 'string'));
      const { code, stdout, stderr } = await journey.cli(['generate', '--check']);
      equal(code, 1, stderr);
      match(stdout + stderr, /orders/);
    },
  );
  await journey.step('after generate, --check passes', async () => {
    await journey.must('generate', '--quiet');
    await journey.must('generate', '--check');
  });
  await journey.step(
    'diff names the contract that breaks callers, and the one that is the same',
    async () => {
      const { code, stdout } = await diff();
      equal(code, 1, stdout);
      match(stdout, /orders\.yaml\n(?!no changes)/);
      match(stdout, /notes\.yaml\nno changes/);
    },
  );
  await journey.step(
    '--exit-zero and --markdown are for the text of the pull request',
    async () => {
      const { code, stdout } = await diff('--exit-zero', '--markdown');
      equal(code, 0, stdout);
      match(stdout, /orders/);
    },
  );
  await journey.step('a contract that the base does not have is called new', async () => {
    journey.write('specs/marks.yaml', contract('marks', 'int'));
    await journey.must('init', 'specs/marks.yaml', '--targets', 'types,client');
    const { stdout } = await diff('--exit-zero');
    match(stdout, /marks\.yaml\s.*new/);
  });
}
