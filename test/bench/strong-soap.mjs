// strong-soap's marshalling without its client and server, called as these call it.
import { createRequire } from 'node:module';
import { findPeers } from './peers.mjs';

/**
 * Loads strong-soap and a contract.
 * @param wsdl path of the contract
 * @returns `read(xml)` and `write(element, value)`, for messages of any of its operations;
 *   undefined where strong-soap cannot be had
 */
export async function loadStrongSoap(wsdl) {
  const resolve = findPeers();
  if (resolve === undefined) return undefined;
  const load = createRequire(resolve('strong-soap/package.json'));
  const { soap } = load('strong-soap');
  const { XMLHandler } = soap;
  const client = await new Promise((done, failed) => {
    soap.createClient(wsdl, {}, (error, made) => (error ? failed(error) : done(made)));
  });
  const { definitions, schemas } = client.wsdl;
  const handler = new XMLHandler(schemas, {});
  const [binding] = Object.values(definitions.bindings);
  const descriptors = new Map();
  for (const operation of Object.values(binding.operations)) {
    const { input, output } = operation.describe(definitions);
    descriptors.set(operation.$name, input.body);
    descriptors.set(`${operation.$name}Response`, output.body);
  }
  return {
    read: (xml) => handler.xmlToJson(null, xml),
    write(element, value) {
      const { body, doc } = XMLHandler.createSOAPEnvelope();
      handler.jsonToXml(body, null, descriptors.get(element), value);
      return doc.end({ pretty: false });
    },
  };
}
