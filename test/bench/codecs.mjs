// Marshalling alone, without network: what one message costs.
import { deepEqual, equal } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as soap from 'soap';
import { gsoapCandidate } from './gsoap.mjs';
import { interleave, report } from './measure.mjs';
import { messages } from './payloads.mjs';
import { envelope, namespace } from './school-data.mjs';
import { loadStrongSoap } from './strong-soap.mjs';

const [head, tail] = envelope('|').split('|');

/** What generated code and the packages have for one contract. */
async function loadContract({ js, wsdl, gsoap }) {
  const load = (path) => import(pathToFileURL(join(js, path)).href);
  return {
    codecs: (await load('functions.js')).default,
    ...(await load('runtime/xml.js')),
    nodeSoap: (await soap.createClientAsync(wsdl)).wsdl,
    strongSoap: await loadStrongSoap(wsdl),
    gsoap: gsoap(),
  };
}

/** The functions of one message; the reader's part of the envelope is included. */
export function generated({ codecs, XmlReader }, element) {
  const suffix = element.endsWith('Response') ? '' : 'Request';
  const read = codecs[`read${element}${suffix}`];
  const write = codecs[`write${element}${suffix}`];
  return {
    read(xml) {
      const reader = new XmlReader(xml);
      do reader.nextTag();
      while (reader.local !== 'Body');
      return read(reader);
    },
    write: (value) => head + write(value) + tail,
  };
}

/**
 * A value as JSON has it: without properties that are undefined, with the text of dates and bytes.
 */
const asJson = (value) =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('base64')
    : JSON.parse(JSON.stringify(value));

/**
 * Room for the largest message: bytes are written into memory that is kept, as gSOAP's harness and
 * a server with a pool do.
 */
const kept = Buffer.allocUnsafeSlow(16 * 1024 * 1024);

/** Writes a text to bytes, in the cheapest way there is: the same for every candidate. */
export function toBytes(text) {
  const length = Buffer.byteLength(text);
  return kept.write(text, 0, length, length === text.length ? 'latin1' : 'utf8');
}

/**
 * Candidates of one message: reading, and writing to bytes (the small one to a string: it is sent
 * as one).
 */
function candidatesOf(message, contract, file) {
  const { element, value, plain, xml } = message;
  const { nodeSoap, strongSoap, gsoap } = contract;
  const ours = generated(contract, element);
  const json = JSON.stringify(plain);
  const bytes = message.only === 'write' ? (text) => text : toBytes;

  // Nothing is timed before it is right: ours to the letter, the others' answers as our reader
  // understands them.
  deepEqual(asJson(ours.read(xml)), asJson(value));
  equal(ours.write(value), xml);
  const nodeSoapWrite = () => nodeSoap.objectToDocumentXML(element, plain, 'tns', namespace);
  const strongSoapWrite = () => strongSoap.write(element, message.strong ?? plain);
  deepEqual(asJson(ours.read(head + nodeSoapWrite() + tail)), asJson(value));
  if (strongSoap) deepEqual(asJson(ours.read(strongSoapWrite())), asJson(value));

  return {
    read: [
      { name: 'node-soap', run: () => nodeSoap.xmlToObject(xml) },
      ...(strongSoap ? [{ name: 'strong-soap', run: () => strongSoap.read(xml) }] : []),
      ...(gsoap ? [gsoapCandidate(gsoap, 'read', element, file)] : []),
      { name: 'asmx-gen', run: () => ours.read(xml) },
      { name: 'JSON.parse', run: () => JSON.parse(json) },
    ],
    write: [
      { name: 'node-soap', run: () => bytes(nodeSoapWrite()) },
      ...(strongSoap ? [{ name: 'strong-soap', run: () => bytes(strongSoapWrite()) }] : []),
      ...(gsoap ? [gsoapCandidate(gsoap, 'write', element, file)] : []),
      { name: 'asmx-gen', run: () => bytes(ours.write(value)) },
      { name: 'JSON.stringify', run: () => bytes(JSON.stringify(plain)) },
    ],
  };
}

/**
 * Compares generated codecs with the packages' marshalling, gSOAP's and JSON.
 * @param school what `prepareSchool` gave
 */
export async function benchCodecs(school) {
  const contracts = {
    school: await loadContract(school),
    payloads: await loadContract(school.payloads),
  };
  const reports = [];
  for (const write of Object.values(messages)) {
    const message = write(1);
    const file = join(school.folder, `${message.id}.xml`);
    writeFileSync(file, message.xml);
    const candidates = candidatesOf(message, contracts[message.contract], file);
    const size = Buffer.byteLength(message.xml);
    const rounds = size > 1e6 ? { rounds: 5, warmUp: 1 } : {};
    for (const way of message.only ? [message.only] : ['read', 'write']) {
      reports.push(
        report({
          id: `codecs/${way}-${message.id}`,
          title: `${way === 'read' ? 'Read' : 'Write'} ${message.title} (${size.toLocaleString('en')} bytes)`,
          yardstick: 'node-soap',
          rows: interleave(candidates[way], rounds),
        }),
      );
    }
  }
  return reports;
}
