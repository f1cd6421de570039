// What docs/how-to/from-soapcore-and-corewcf.md says of SoapCore: its WSDL, and what it takes.

const namespace = 'http://example.org/dotnet/';
const envelope = (content, header = '') =>
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">' +
  `<s:Header>${header}</s:Header><s:Body>${content}</s:Body></s:Envelope>`;
const file = `<EchoFile xmlns="${namespace}"><name>n</name></EchoFile>`;
const born = `<EchoPeople xmlns="${namespace}"><people><Person><Born/></Person></people></EchoPeople>`;
const note = `<Note xmlns="${namespace}"><text>broken</text></Note>`;
const fail = `<Fail xmlns="${namespace}"><how>x</how></Fail>`;
const understood = '<h xmlns="urn:h" s:mustUnderstand="1">x</h>';

/** Requests, with status and a part of the answer of SoapCore, of ours, and by the element. */
const requests = [
  ['a plain call', {}, [200, '<Name>n</Name>'], [200, '<Name>n</Name>']],
  ['no action', { action: '""' }, [200, '<Name>n'], [500, 'SOAPAction'], [200, '<Name>n']],
  [
    'a bare name',
    { action: '"EchoFile"' },
    [200, '<Name>n'],
    [500, 'SOAPAction'],
    [200, '<Name>n'],
  ],
  [
    'another case',
    { action: `"${namespace}echofile"` },
    [200, '<Name>n'],
    [500, 'SOAPAction'],
    [200, '<Name>n'],
  ],
  [
    'a suffix',
    { action: `"${namespace}EchoFileRequest"` },
    [200, '<Name>n'],
    [500, 'SOAPAction'],
    [200, '<Name>n'],
  ],
  [
    'parameters in no namespace',
    { body: envelope(file.replace('<name>', '<name xmlns="">')) },
    [200, '<Name>n</Name>'],
    [200, '<EchoFileResult />'],
  ],
  ['PUT', { method: 'PUT' }, [200, '<Name>n'], [405, '']],
  ['JSON as its type', { type: 'application/json' }, [200, '<Name>n'], [415, '']],
  [
    'a header that must be understood',
    { body: envelope(file, understood) },
    [200, '<Name>n'],
    [500, 'MustUnderstand'],
  ],
  [
    'a one-way call that fails',
    { action: `"${namespace}Note"`, body: envelope(note) },
    [500, 'broken'],
    [202, ''],
  ],
  [
    'an empty element for a nullable date',
    { action: `"${namespace}EchoPeople"`, body: envelope(born) },
    [500, 'Fault'],
    [500, 'Fault'],
  ],
  [
    'an exception',
    { action: `"${namespace}Fail"`, body: envelope(fail) },
    [500, 'broken'],
    [500, 'unable to process request'],
  ],
];

/** What its WSDL has. */
const published = {
  'the name of a fault': /<wsdl:fault name="ProblemFault">/,
  'char as a string': /name="Char"[^>]*type="xsd:string"/,
};
/** What its WSDL lacks. */
const missing = {
  'lists of [Flags]': /<xsd:list/,
  'derived types of [XmlInclude]': /name="Teacher"/,
  'headers of [MessageHeader]': /soap:header/,
  'bindings of GET and POST': /http:binding/,
};

/**
 * @param url of the service on SoapCore
 * @param ours `fetch` of a generated server, and of one that goes by the element
 * @param check compares
 */
export async function judgeClaims(url, ours, check) {
  const wsdl = await (await fetch(`${url}?wsdl`)).text();
  for (const [what, pattern] of Object.entries(published)) check(what, pattern.test(wsdl), true);
  for (const [what, pattern] of Object.entries(missing)) check(what, pattern.test(wsdl), false);
  check('?singleWsdl', (await (await fetch(`${url}?singleWsdl`)).text()) === wsdl, true);
  for (const [what, request, ...expected] of requests) {
    const places = [fetch, ours.fetch, ours.routing];
    for (const [index, [status, part]] of expected.entries()) {
      const { action = `"${namespace}EchoFile"`, method = 'POST', ...sent } = request;
      const headers = {
        'Content-Type': sent.type ?? 'text/xml; charset=utf-8',
        SOAPAction: action,
      };
      const { body = envelope(file) } = sent;
      const answer = await places[index](new Request(url, { method, headers, body }));
      const text = await answer.text();
      const who = ['SoapCore', 'ours', 'ours by the element'][index];
      check(`${what}: ${who}`, [answer.status, text.includes(part) || text], [status, true]);
    }
  }
}
