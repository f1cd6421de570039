// A contract behind a sign-in: what the refusal says, and each way to sign in.
import { deepEqual, equal, match } from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './journey.mjs';

const wsdl = readFileSync(join(root, 'specs/notes.wsdl'));
const basic = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

/** Files of a folder that hold a text. */
function filesWith(folder, secret) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes(secret));
}

/** @param {import('./journey.mjs').Journey} journey */
export async function protectedContract(journey) {
  const asked = [];
  const { origin } = await journey.listen((request, response) => {
    asked.push(request.url);
    const { authorization, 'x-key': key } = request.headers;
    if (authorization === basic || key === 'secret') response.end(wsdl);
    else response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="notes"' }).end();
  });
  const init = (name, args = [], env = {}) =>
    journey.cli(['init', `${origin}/${name}.asmx?WSDL`, '--targets', 'types', ...args], env);

  await journey.step('a 401 says what the server asks for, and names the options', async () => {
    const { code, stderr } = await init('Notes');
    equal(code, 2);
    match(stderr, /401/);
    match(stderr, /Basic realm="notes"/);
    match(stderr, /--user/);
    match(stderr, /--header/);
  });
  await journey.step(
    'a variable that is not set ends the command, and nothing is asked',
    async () => {
      asked.length = 0;
      const { code, stderr } = await init('Notes', ['--user', 'env:NOT_SET']);
      equal(code, 2);
      match(stderr, /NOT_SET/);
      deepEqual(asked, []);
    },
  );
  for (const [name, args, env] of [
    ['Literal', ['--user', 'ada:secret'], {}],
    ['User', ['--user', 'env:WSDL_USER'], { WSDL_USER: 'ada:secret' }],
    ['Header', ['--header', 'X-Key: secret'], {}],
    ['Key', ['--header', 'X-Key: env:KEY'], { KEY: 'secret' }],
  ]) {
    await journey.step(`init ${args.join(' ')} reads the contract`, async () => {
      const { code, stderr } = await init(name, args, env);
      equal(code, 0, stderr);
    });
  }
  await journey.step('what was given is in no file', () => {
    deepEqual(filesWith(journey.folder, 'secret'), []);
    deepEqual(filesWith(journey.folder, basic), []);
  });
  await journey.step('generate and --check need no sign-in', async () => {
    asked.length = 0;
    await journey.must('generate', '--quiet');
    await journey.must('generate', '--check');
    deepEqual(asked, []);
  });
}
