// A message through the codecs: read, written, read again.
import { isDeepStrictEqual } from 'node:util';
import { unexpectedElement } from '../../dist/runtime/xml/asmx.js';
import { XmlReader } from '../../dist/runtime/xml/reader.js';
import { messageOf } from '../roundtrip/check-roots.mjs';

export const attempt = (work) => {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
};

/**
 * Reads the content of a Body. @param strict whether the reader refuses what is unknown, as servers
 * with `strict` do
 */
export function readMessage(codecs, body, strict = false) {
  const reader = new XmlReader(messageOf(body));
  if (strict) reader.unexpected = unexpectedElement;
  reader.nextTag();
  reader.nextTag();
  return codecs.readTestRequest(reader);
}

/**
 * Sends a message through the codecs.
 *
 * @param fail takes stage, message and what was written
 * @returns what was written, `undefined` where it did not come to that; `refused` whether a strict
 *   reader refuses the message
 */
export function trip(codecs, text, valid, fail) {
  const strictly = attempt(() => readMessage(codecs, text, true));
  const refused = strictly.error !== undefined;
  if (refused && !/^Xml/.test(strictly.error.name)) fail('crash', String(strictly.error.stack));
  if (valid && refused) fail('a valid message is refused', strictly.error.message);
  const read = attempt(() => readMessage(codecs, text));
  if (read.error !== undefined) {
    if (valid && !refused) fail('a valid message is refused unless strict', read.error.message);
    return { refused, body: undefined };
  }
  const wrote = attempt(() => codecs.writeTestRequest(read.value));
  if (wrote.error !== undefined) {
    if (valid) fail('what was read is not written', wrote.error.message);
    return { refused, body: undefined };
  }
  const body = declared(wrote.value);
  const again = attempt(() => readMessage(codecs, body));
  if (again.error !== undefined) fail('what was written is not read', again.error.message, body);
  else if (!isDeepStrictEqual(again.value, read.value)) {
    fail('read again, the value differs', 'other value', body);
  }
  return { refused, body };
}

const scope =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * Content of a Body as a document of its own: the prefixes an envelope declares are declared on it.
 */
function declared(body) {
  return body.replace(/^<[^\s/>]+/, (start) => start + scope);
}
