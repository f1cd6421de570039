// What an answer may be: a status and a text from the tables of asmx-behaviour section 8, and
// nothing of the inside.
import { canonicalXml } from '../replay/canonical-xml.mjs';

/**
 * What comes after `Server was unable to process request. --->`: messages of the XML parser, of
 * the protocol, of the methods.
 */
const processed = [
  /^Request format is invalid: Missing required soap:(Body|Envelope) element\.$/,
  /^(Root element is missing|Data at the root level is invalid\. Line \d+, position \d+)\.$/,
  / Line \d+, position \d+\.$/,
  /^For security reasons DTD is prohibited in this XML document\./,
  /^Length cannot be less than zero\.\r?\nParameter name: length$/,
  /^There was an error generating the XML document\. ---> /,
  // the methods of Types.asmx
  /^(outer msg ---> inner <&> msg|boom.*|String was not recognized as a valid DateTime\.)$/s,
];

const faults = [
  [/^Server was unable to process request\. ---> (.*)$/s, processed],
  [
    /^Server was unable to read request\. ---> There is an error in XML document \(\d+, \d+\)\. ---> .+$/s,
  ],
  [
    /^Server was unable to read request\. ---> Request format is invalid: Missing required soap:(Body|Envelope) element\.$/,
  ],
  // A limit, by name.
  [
    /^Server was unable to read request\. ---> (An? [a-z ]+ is longer than \d+ characters|(Elements( that declare namespaces)?|References) are nested deeper than \d+|An element has more than \d+ attributes|The (request|message) has more than \d+ elements|The namespaces of the elements are too long)\.$/,
  ],
  [/^Server did not recognize the value of HTTP Header SOAPAction: .*\.$/s],
  [
    /^Unable to handle request without a valid action parameter\. Please supply a valid soap action\.$/,
  ],
  [/^Unable to handle request\. The action '.*' was not recognized\.$/s],
  [
    /^Possible SOAP version mismatch: Envelope namespace .* was unexpected\. Expecting http:\/\/schemas\.xmlsoap\.org\/soap\/envelope\/\.$/s,
  ],
  [/^The request element <.* xmlns='.*'> was not recognized\.$/s],
  [/^The root element for the request could not be determined\. /],
  [/^SOAP header .* was not understood\.$/s],
  [
    /^There was an exception running the extensions specified in the config file\. ---> Maximum request length exceeded\.$/,
  ],
  [/^custom fault$/],
];

const texts = [
  /^.* Web Service method name is not valid\.$/s,
  /^Invalid method name '.*', {2}method names are case sensitive\. {3}The method name '\w+' with the same name but different casing was found\.\r\nParameter name: methodName$/s,
  /^Missing parameter: \w+\.$/,
  /^Cannot convert .* to [\w.]+\.\r\nParameter name: type ---> .+$/s,
  /^Request format is invalid: .*\.$/s,
  /^Object reference not set to an instance of an object\.$/,
  /^(XML Web service description was not found|Schema not found)\.$/,
  /^There was an error generating the XML document\. ---> .+$/s,
  /^outer msg ---> inner <&> msg$/,
  /^(custom fault|boom.*)$/s,
];

const pages = new RegExp(
  `<i>(${[
    'Request format is unrecognized( for URL unexpectedly ending in &#39;.*&#39;)?',
    'The resource cannot be found',
    'Only Web services with a \\[ScriptService\\] attribute on the class definition can be called from script',
  ].join('|')})\\.</i>`,
  's',
);

/** Signs of the inside: stack frames, files, errors of JavaScript. */
const inside =
  /\n\s+at \S|node:internal|\.m?[jt]s:\d|\/(tmp|work|root|home)\/|\b(TypeError|RangeError|SyntaxError|ReferenceError)\b|is not a function|Cannot read propert|undefined is not|\[object /;

const decodeText = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll('&amp;', '&');

const statuses = new Set([200, 201, 202, 400, 404, 405, 408, 413, 415, 417, 431, 500]);

/** Why an answer may not be given; `undefined` when it may. */
export function verdict({ method }, { status, headers, body }) {
  const text = body.toString('utf8');
  const type = headers['content-type'] ?? '';
  if (!statuses.has(status)) return `status ${status}`;
  // what the method was sent may come back in its answer, as a name or a value
  const found = status === 500 ? inside.exec(text) : null;
  if (found !== null) return `shows the inside: ${found[0]}`;
  if (status === 400 || status === 415)
    return text === '' || type === '' || type.startsWith('text/html') ? undefined : 'a body';
  if (method === 'HEAD' || text === '')
    return status === 500 && method !== 'HEAD' ? 'an empty 500' : undefined;
  if (/xml/.test(type) && canonicalXml(text.slice(text.indexOf('<?xml')).trim()) === undefined)
    return 'malformed XML';
  if (status !== 500) return undefined;
  if (type === 'text/plain; charset=utf-8') {
    const message = decodeText(text.replace(/\r\n$/, ''));
    return texts.some((known) => known.test(message))
      ? undefined
      : `an unknown text: ${message.slice(0, 200)}`;
  }
  if (type.startsWith('text/html')) return pages.test(text) ? undefined : 'an unknown page';
  const [, message] =
    /<(?:faultstring|soap:Text xml:lang="en")>(.*?)<\/(?:faultstring|soap:Text)>/s.exec(text) ?? [];
  if (message === undefined) return 'no fault';
  const plain = decodeText(message);
  for (const [known, rest] of faults) {
    const match = known.exec(plain);
    if (match !== null && (rest === undefined || rest.some((one) => one.test(match[1]))))
      return undefined;
  }
  return `an unknown fault: ${plain.slice(0, 200)}`;
}
