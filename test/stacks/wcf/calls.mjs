// WCF's client against the generated server: every binding, certificates, GET and POST.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { signatureVerifier } from 'asmx-gen-runtime/wss';
import { echoing } from '../dotnet/session.mjs';
import { boxes, echoes, shown, shownOf } from '../dotnet/values.mjs';
import { serve } from '../generated.mjs';

const pem = (name) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

/** WCF's client over one binding. */
async function callWithWcf(dotnet, code, check, { binding, url, seen, ...credentials }) {
  const subject = `WCF, ${binding}`;
  const ask = (operation, args) =>
    dotnet.ask({ do: 'call', binding, url, operation, args, ...credentials });
  const fault = /soap12|addressing/.test(binding) ? 'Sender' : 'Client';
  for (const [operation, [parameter, pairs]] of Object.entries(echoes)) {
    for (const [json, value] of pairs) {
      seen.input = undefined;
      const { result, ...failure } = await ask(operation, { [parameter]: json });
      check(subject, `${operation} arrives`, seen.input?.[parameter], value);
      check(subject, `${operation} comes back`, result ?? failure, json);
    }
  }
  for (const [json, tables] of boxes) {
    const { result, ...failure } = await ask('EchoBox', { v: json });
    check(subject, 'a DataSet arrives', code.readDataSet(seen.input.v.Set).tables, tables);
    check(subject, 'a DataSet comes back', result ?? failure, json);
  }
  for (const size of [0, 1, 800, 40_000]) {
    const Data = Buffer.alloc(size, 'abc').toString('base64');
    const Name = size === 1 ? ' \n n' : 'n';
    const { result, ...failure } = await ask('EchoFile', { name: Name, data: Data });
    check(subject, `${size} bytes`, result ?? failure, { Name, Data });
  }
  const { result: greeted } = await ask('Greet', { Session: { Token: 't' }, name: 'Ann' });
  check(subject, 'headers', greeted, { Session: { Token: 't!' }, GreetResult: 'Hello Ann' });
  check(subject, 'a declared fault', await ask('Fail', { how: 'declared' }), {
    fault,
    message: 'not found',
    detail: { Reason: 'no such student', Code: '7' },
  });
  const plain = { fault, message: 'plain' };
  check(subject, 'a fault', await ask('Fail', { how: 'sender' }), plain);
  await ask('Note', { text: 'one way' });
  check(subject, 'one-way', seen.input, { text: 'one way' });
}

/** Every binding of WCF, GET and POST against the generated server. */
export async function callOurs(dotnet, code, check) {
  const seen = {};
  const handlers = echoing(code, seen);
  const plain = code.createSchoolServer(handlers);
  const { base, stop } = await serve(plain.listener);
  const addressed = code.createSchoolServer(handlers, { addressing: { required: true } });
  const withHeaders = await serve(addressed.listener);
  const password = (name) => (name === 'ada' ? 'secret' : undefined);
  const security = code.verifyUsernameToken({ password });
  const tls = createServer(
    { cert: pem('tls/server.pem'), key: pem('tls/server-key.pem') },
    code.createSchoolServer(handlers, { security }).listener,
  );
  await new Promise((done) => tls.listen(0, '127.0.0.1', done));
  const urls = {
    soap11: base,
    soap12: base,
    mtom: base,
    addressing: withHeaders.base,
    userName: `https://localhost:${tls.address().port}`,
  };
  try {
    for (const [binding, origin] of Object.entries(urls))
      await callWithWcf(dotnet, code, check, { binding, url: `${origin}/School.asmx`, seen });
    for (const method of ['GET', 'POST']) {
      for (const [json, value] of shown) {
        const url = `${base}/School.asmx/Show`;
        const { result, ...failure } = await dotnet.ask({ do: 'form', method, url, args: json });
        check(`.NET, ${method}`, 'input', seen.input, value);
        check(`.NET, ${method}`, 'answer', result ?? failure, shownOf(json));
      }
    }
    const wsdl = await (await fetch(`${base}/School.asmx?WSDL`)).text();
    check('published WSDL', 'compiles', await dotnet.result({ do: 'compile', wsdl }), []);
  } finally {
    stop();
    withHeaders.stop();
    tls.close();
  }
}

/** Servers for WCF's client with a certificate in messages over TLS, where it signs no Body. */
const endorsed = [
  ['certificate', { overTls: true }],
  ['certificate, SHA-1', { overTls: true, sha1: true }],
  ['certificate, addressing', { overTls: true }, { required: true }],
  ['certificate', {}, undefined, 'The element Body is not signed.'],
  ['certificate, SHA-1', { overTls: true }, undefined, 'The algorithm of the signature'],
];

/** WCF's client with such certificates, also ones that nobody trusts. */
export async function callWithCertificates(dotnet, code, check) {
  const keys = (name) => ({ cert: pem(`wss/${name}.pem`), key: pem(`wss/${name}.key`) });
  const seen = {};
  const handlers = echoing(code, seen);
  for (const [binding, rules, addressing, refused] of endorsed) {
    const security = signatureVerifier({ trust: pem('wss/ca.pem'), ...rules });
    let reason;
    const onAnswer = (event) => {
      ({ reason } = event);
    };
    const { listener } = code.createSchoolServer(handlers, { security, addressing, onAnswer });
    const keyPair = { cert: pem('tls/server.pem'), key: pem('tls/server-key.pem') };
    const tls = createServer(keyPair, listener);
    await new Promise((done) => tls.listen(0, '127.0.0.1', done));
    const url = `https://localhost:${tls.address().port}/School.asmx`;
    const isRefused = async (name, problem) => {
      seen.input = undefined;
      const call = { do: 'call', binding, url, operation: 'EchoFile', args: { name: 'n' } };
      const { error } = await dotnet.ask({ ...call, ...keys(name) });
      const told = [error, reason?.includes(problem) || reason, seen.input];
      check(`WCF, ${binding}`, problem, told, ['MessageSecurityException', true, undefined]);
    };
    try {
      if (refused !== undefined) await isRefused('client', refused);
      else {
        await callWithWcf(dotnet, code, check, { binding, url, seen, ...keys('client') });
        for (const name of ['stranger', 'expired']) await isRefused(name, 'is not trusted');
      }
    } finally {
      tls.close();
    }
  }
}
