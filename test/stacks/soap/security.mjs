// Calls one operation with the security objects of the `soap` package. usage: node
// security.mjs BASE-URL FOLDER-OF-KEYS; lines of what, outcome and message.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import soap from 'soap';

const [base, keys] = process.argv.slice(2);
const pem = (name) => readFileSync(join(keys, name), 'utf8');
const signed = (name) =>
  new soap.WSSecurityCert(pem(`${name}.key`), pem(`${name}.pem`), '', {
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
const objects = {
  text: () => new soap.WSSecurity('ada', 'secret', { passwordType: 'PasswordText' }),
  digest: () => new soap.WSSecurity('ada', 'secret', { passwordType: 'PasswordDigest' }),
  'wrong password': () => new soap.WSSecurity('ada', 'x', { passwordType: 'PasswordDigest' }),
  nothing: () => undefined,
  signature: () => signed('client'),
  'signature of a stranger': () => signed('stranger'),
};
for (const [what, create] of Object.entries(objects)) {
  for (const forceSoap12Headers of [false, true]) {
    let outcome = 'ok\t';
    try {
      const client = await soap.createClientAsync(`${base}/AuthCodeSending.asmx?WSDL`, {
        forceSoap12Headers,
        disableCache: true,
      });
      client.setSecurity(create());
      await client.AuthCodeAsync({ code: '1', phone: '2' });
    } catch (error) {
      outcome = `failed\t${error.message.replaceAll('\n', ' ')}`;
    }
    console.log(`${what}\t${outcome}`);
  }
}
