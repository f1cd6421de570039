// Marshalling alone, without network: what one message costs.

import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as soap from 'soap';
import { interleave, report } from './measure.mjs';
import {
  authCodeRequestXml,
  authCodeResponseXml,
  authCodeResult,
  getStudentsResponseXml,
  students,
} from './school-data.mjs';

/**
 * Compares generated codecs with node-soap's marshalling and with JSON.
 * @param school what `prepareSchool` gave
 */
export async function benchCodecs(school) {
  const load = (path) => import(pathToFileURL(join(school.js, path)).href);
  const codecs = await load('codecs.js');
  const { XmlReader, START } = await load('runtime/xml-reader.js');
  const { wsdl } = await soap.createClientAsync(school.wsdl);

  const head = authCodeRequestXml.slice(0, authCodeRequestXml.indexOf('<AuthCode'));
  const tail = '</soap:Body></soap:Envelope>';
  const inBody = (text) => {
    const reader = new XmlReader(text);
    while (reader.nextTag() === START && reader.local !== 'Body');
    return reader;
  };
  const records = students(100);
  const list = getStudentsResponseXml(records);
  const ours = {
    readRequest: () => codecs.readAuthCodeRequest(inBody(authCodeRequestXml)),
    writeResponse: () => head + codecs.writeAuthCodeResponse(authCodeResult) + tail,
    readList: () => codecs.readGetStudentsResponse(inBody(list)),
    writeList: () => head + codecs.writeGetStudentsResponse(records) + tail,
  };

  // Nothing is timed before it is right.
  deepStrictEqual({ ...ours.readRequest() }, { code: '483920', phone: '+962791234567' });
  strictEqual(ours.writeResponse(), authCodeResponseXml);
  deepStrictEqual(ours.readList(), records);
  strictEqual(ours.writeList(), list);

  const plain = { GetStudentsResult: { Student: records } };
  const json = JSON.stringify(plain);
  return [
    report({
      id: 'codecs/read-small',
      title: `Read one AuthCode request (${authCodeRequestXml.length} characters)`,
      yardstick: 'node-soap',
      rows: interleave([
        { name: 'node-soap', run: () => wsdl.xmlToObject(authCodeRequestXml) },
        { name: 'asmx-gen', run: ours.readRequest },
      ]),
    }),
    report({
      id: 'codecs/write-small',
      title: `Write one AuthCode response (${authCodeResponseXml.length} characters)`,
      yardstick: 'node-soap',
      rows: interleave([
        {
          name: 'node-soap',
          run: () =>
            wsdl.objectToDocumentXML(
              'AuthCodeResponse',
              { AuthCodeResult: authCodeResult },
              '',
              'http://tempuri.org/',
              null,
            ),
        },
        { name: 'asmx-gen', run: ours.writeResponse },
      ]),
    }),
    report({
      id: 'codecs/read-100',
      title: `Read 100 records (${list.length} characters)`,
      yardstick: 'node-soap',
      rows: interleave([
        { name: 'node-soap', run: () => wsdl.xmlToObject(list) },
        { name: 'asmx-gen', run: ours.readList },
        { name: 'JSON.parse', run: () => JSON.parse(json) },
      ]),
    }),
    report({
      id: 'codecs/write-100',
      title: `Write 100 records (${list.length} characters) to bytes`,
      yardstick: 'node-soap',
      rows: interleave([
        {
          name: 'node-soap',
          run: () =>
            Buffer.from(
              wsdl.objectToDocumentXML(
                'GetStudentsResponse',
                plain,
                '',
                'http://tempuri.org/',
                null,
              ),
            ),
        },
        { name: 'asmx-gen', run: () => Buffer.from(ours.writeList()) },
        { name: 'JSON.stringify', run: () => Buffer.from(JSON.stringify(plain)) },
      ]),
    }),
  ];
}
