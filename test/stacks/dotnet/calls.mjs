// The serializers and SignedXml of .NET, and generated code with the same messages.
import { readFileSync } from 'node:fs';
import { signatureVerifier, signer } from 'asmx-gen-runtime/wss';
import { echoing } from './session.mjs';
import { judgeSignedXml } from './signed-claims.mjs';
import { echoes } from './values.mjs';

const pem = (name) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8');

/** Messages that SignedXml signs and verifies. */
export async function exchangeSigned(dotnet, code, check) {
  const seen = {};
  const server = code.createSchoolServer(echoing(code, seen), {
    security: signatureVerifier({ trust: pem('wss/ca.pem') }),
  });
  const keys = { cert: pem('wss/client.pem'), key: pem('wss/client.key') };
  const send = async (body) => {
    const headers = {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: '"http://example.org/dotnet/EchoFile"',
    };
    const request = new Request('http://test/School.asmx', { method: 'POST', headers, body });
    return (await server.fetch(request)).status;
  };
  for (const text of ['a', 'a:b', 's:x', ' \u00e9 ']) {
    const xml =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:a="urn:a"><s:Body>' +
      `<EchoFile xmlns="http://example.org/dotnet/"><name>${text}</name></EchoFile>` +
      '</s:Body></s:Envelope>';
    const signed = await dotnet.result({ do: 'sign', xml, ...keys });
    check('signatures of .NET', `text ${JSON.stringify(text)}`, await send(signed), 200);
    check('signatures of .NET', 'value', seen.input?.name, text);
    const forged = signed.replace('<name>', '<name>forged');
    check('signatures of .NET', 'changed text', await send(forged), 500);
  }
  const sent = [];
  const client = code.createSchoolClient({
    baseUrl: 'http://test',
    security: signer(keys),
    fetch: (_, { body }) => {
      sent.push(typeof body === 'string' ? body : new TextDecoder().decode(body));
      return Promise.resolve(new Response('', { status: 503 }));
    },
  });
  for (const [, value] of echoes.EchoSimple[1]) {
    await client.echoSimple({ v: value }).catch(() => undefined);
    const signed = await dotnet.result({ do: 'verify', xml: sent.at(-1) });
    // SignedXml hashes a carriage return as a line feed
    const isUnix = !sent.at(-1).includes('&#xD;');
    check('our signatures', 'parts', signed.sort(), isUnix ? ['Body', 'Timestamp'] : []);
  }
  const tools = {
    sign: (xml, more) => dotnet.result({ do: 'sign', xml, ...keys, ...more }),
    verify: (xml) => dotnet.result({ do: 'verify', xml }),
    postProcess: (xml) => signer(keys).postProcess(xml, 'soap'),
    send,
    version: await dotnet.result({ do: 'signedXml' }),
  };
  await judgeSignedXml(tools, (what, actual, expected) =>
    check('page on signatures', what, actual, expected),
  );
}

const people = (...names) =>
  `<people>${names.map((name) => `<Person><Name>${name}</Name></Person>`).join('')}</people>`;
/** Contents of wrappers that come several times, and one that says the same. */
const wrappers = [
  ['Show', ['<i>1</i><s>a</s>', '<s>b</s><mark>B</mark>'], '<i>1</i><s>b</s><mark>B</mark>'],
  ['Show', ['<i>1</i><s>a</s>', '', '<l>2</l>', ''], '<i>1</i><s>a</s><l>2</l>'],
  ['Show', ['<i>1</i><i>2</i>', '<i>3</i><i>4</i>'], '<i>3</i>'],
  ['EchoPeople', [people('a', 'b'), ''], people('a', 'b')],
  ['EchoPeople', [people('a', 'b'), people('c')], people('c')],
  ['EchoFile', ['<name>n</name>', '<data>AQI=</data>'], '<name>n</name><data>AQI=</data>'],
];

/** What XmlSerializer reads of such messages, and what the generated server does. */
export async function readWrappers(dotnet, code, check) {
  const namespace = 'http://example.org/dotnet/';
  const seen = {};
  const server = code.createSchoolServer(echoing(code, seen));
  const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
  for (const [operation, contents, same] of wrappers) {
    const bodies = [contents, [same]].map((all) =>
      all.map((one) => `<${operation} xmlns="${namespace}">${one}</${operation}>`).join(''),
    );
    const theirs = bodies.map((one) =>
      dotnet.result({ do: 'parameters', operation, xml: `<Body>${one}</Body>` }),
    );
    const ours = [];
    for (const one of bodies) {
      const body = `<s:Envelope xmlns:s="${soap}"><s:Body>${one}</s:Body></s:Envelope>`;
      const headers = { 'Content-Type': 'text/xml', SOAPAction: `"${namespace}${operation}"` };
      seen.input = 'nothing';
      await server.fetch(new Request('http://test/School.asmx', { method: 'POST', headers, body }));
      ours.push(seen.input);
    }
    const what = `${operation}, ${contents.length}`;
    check('wrappers, XmlSerializer', what, await theirs[0], await theirs[1]);
    check('wrappers, ours', what, ours[0], ours[1]);
    check('wrappers, ours', `${what}: read`, typeof ours[0], 'object');
  }
}
