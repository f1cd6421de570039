// Calls with upnpc: adds a mapping with a description, and lists one with a description; prints both
// as they are in the messages and as upnpc says them. `node upnpc.mjs PROGRAM`.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [program] = process.argv.slice(2);
const type = 'urn:schemas-upnp-org:service:WANIPConnection:1';
const description = `<root xmlns="urn:schemas-upnp-org:device-1-0"><device>
<deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><serviceList>
<service><serviceType>urn:schemas-upnp-org:service:WANCommonInterfaceConfig:1</serviceType><controlURL>/control</controlURL></service>
<service><serviceType>${type}</serviceType><controlURL>/control</controlURL></service>
</serviceList></device></root>`;
const known = {
  GetStatusInfo: '<NewConnectionStatus>Connected</NewConnectionStatus><NewUptime>1</NewUptime>',
  GetExternalIPAddress: '<NewExternalIPAddress>198.51.100.1</NewExternalIPAddress>',
};
const listed = `<NewRemoteHost/><NewExternalPort>80</NewExternalPort><NewProtocol>TCP</NewProtocol><NewInternalPort>80</NewInternalPort>
<NewInternalClient>127.0.0.1</NewInternalClient><NewEnabled>1</NewEnabled>
<NewPortMappingDescription>c &amp; d</NewPortMappingDescription><NewLeaseDuration>0</NewLeaseDuration>`;

let sent;
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const [, operation] = /#(\w+)/.exec(request.headers.soapaction ?? '') ?? [];
  sent = /<NewPortMappingDescription>(.*?)<\/NewPortMappingDescription>/.exec(body)?.[1] ?? sent;
  const isEnd = operation === 'GetGenericPortMappingEntry' && !body.includes('Index>0<');
  const result = operation === 'GetGenericPortMappingEntry' ? listed : (known[operation] ?? '');
  const answer = `<u:${operation}Response xmlns:u="${type}">${result}</u:${operation}Response>`;
  const said =
    operation === undefined
      ? description
      : `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${answer}</s:Body></s:Envelope>`;
  response.writeHead(isEnd ? 500 : 200, { 'Content-Type': 'text/xml; charset="utf-8"' });
  response.end(isEnd ? '' : said);
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const url = `http://127.0.0.1:${server.address().port}/description.xml`;

const print = (...args) =>
  new Promise((done) => {
    const child = spawn(program, ['-u', url, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
    child.on('close', () => done(said));
  });

for await (const _ of createInterface({ input: process.stdin })) {
  await print('-e', 'a & b', '-a', '127.0.0.1', '80', '80', 'TCP');
  const read = /'(c .*? d)'/.exec(await print('-l'))?.[1];
  console.log(JSON.stringify({ value: { sent, read } }));
}
server.close();
process.exit(0);
