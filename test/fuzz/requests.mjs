// Valid requests over the four bindings: what the mutations start from.

const envelopes = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
};

/** Service, operation, content of its element, entries of the header. */
const calls = [
  ['AuthCodeSending', 'AuthCode', '<code>1</code><phone>é 😀 &amp; &#x41;</phone>'],
  [
    'GenerateStudentReport',
    'GenerateReport',
    '<studentId>42</studentId><studentClass>a</studentClass>',
  ],
  ['AboutUs', 'GetAboutUs', ''],
  [
    'Types',
    'PScalars',
    '<i>1</i><b>true</b><d>1.5</d><m>2.50</m><t>2024-02-29T13:05:06Z</t><c>Green</c><ch>65</ch><by>255</by><l>-9</l>',
  ],
  [
    'Types',
    'PItem',
    '<item id="3" label="x"><Name>N</Name><Price>1.5</Price><Stock xsi:nil="true"/><Comment><![CDATA[<c>]]></Comment><Color>dark-blue</Color></item>',
  ],
  ['Types', 'PStringArray', '<names><string>a</string><string xsi:nil="true"/><string/></names>'],
  ['Types', 'PShape', '<shape xsi:type="Circle"><Title>t</Title><Radius>1</Radius></shape>'],
  ['Types', 'PXml', '<node><foo xmlns="urn:f" a="1">x<b/>y</foo></node>'],
  [
    'Types',
    'POrder',
    '<order Number="7"><Placed>2024-01-02T03:04:05+03:00</Placed>text<Tag>a</Tag></order>',
  ],
  ['Types', 'PBytes', '<data>AAH/</data>'],
  [
    'Types',
    'WithHeader',
    '',
    '<AuthHeader xmlns="http://tempuri.org/" soap:mustUnderstand="1"><User>u</User></AuthHeader>',
  ],
  ['Types', 'ThrowSoap', ''],
  ['void/Scheduals', 'GetExamTable', '<GradeId>1</GradeId><TermId>2</TermId>'],
  ['ByElement', 'Second', '<a>1</a>'],
];

/** The RPC call with encoding, with references. */
const rpc = (version) =>
  `<tns:RpcAdd xmlns:tns="http://tempuri.org/" soap:encodingStyle="${version}"><a href="#x"/><b xsi:type="xsd:int">3</b></tns:RpcAdd><m id="x" xsi:type="xsd:int">2</m>`;

function soapRequest(binding, [service, operation, content, header = ''], body) {
  const inner = body ?? `<${operation} xmlns="http://tempuri.org/">${content}</${operation}>`;
  const text =
    `<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="${envelopes[binding]}" ` +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `${header && `<soap:Header>${header}</soap:Header>`}<soap:Body>${inner}</soap:Body></soap:Envelope>`;
  const action = `"http://tempuri.org/${operation}"`;
  const headers =
    binding === 'soap11'
      ? [
          ['Content-Type', 'text/xml; charset=utf-8'],
          ['SOAPAction', action],
        ]
      : [['Content-Type', `application/soap+xml; charset=utf-8; action=${action}`]];
  return { method: 'POST', target: `/${service}.asmx`, headers, body: Buffer.from(text) };
}

const forms = [
  ['AuthCodeSending', 'AuthCode', 'code=1&phone=%C3%A9+%F0%9F%98%80%u20AC'],
  ['GenerateStudentReport', 'GenerateReport', 'studentId=42&studentClass=a'],
  ['AboutUs', 'GetAboutUs', ''],
  ['Types', 'PScalars', 'i=1&b=true&d=1.5&m=2.50&t=2024-02-29T13:05:06&c=Green&ch=A&by=255&l=-9'],
  ['Types', 'PStringArray', 'names=a&names=b'],
  ['Types', 'PIntArray', 'ids=1&ids=2'],
  ['Types', 'RItemList', ''],
  ['Types', 'RNullString', ''],
  ['Types', 'ThrowInner', ''],
  ['RawWrite', 'StringHeader', ''],
  ['void/Scheduals', 'GetExamTable', 'GradeId=1&TermId=2'],
];

const formHeaders = [['Content-Type', 'application/x-www-form-urlencoded']];

/** Valid requests by binding. */
export const requests = {
  soap11: [
    ...calls.map((call) => soapRequest('soap11', call)),
    soapRequest(
      'soap11',
      ['Types', 'RpcAdd', ''],
      rpc('http://schemas.xmlsoap.org/soap/encoding/'),
    ),
  ],
  soap12: [
    ...calls.map((call) => soapRequest('soap12', call)),
    soapRequest('soap12', ['Types', 'RpcAdd', ''], rpc('http://www.w3.org/2003/05/soap-encoding')),
  ],
  httpGet: [
    ...forms.map(([service, operation, form]) => ({
      method: 'GET',
      target: `/${service}.asmx/${operation}?${form}`,
      headers: [],
      body: Buffer.alloc(0),
    })),
    ...['', '?WSDL', '?disco', '?op=AuthCode', '?schema=1'].map((query) => ({
      method: 'GET',
      target: `/AuthCodeSending.asmx${query}`,
      headers: [],
      body: Buffer.alloc(0),
    })),
  ],
  httpPost: forms.map(([service, operation, form]) => ({
    method: 'POST',
    target: `/${service}.asmx/${operation}`,
    headers: formHeaders,
    body: Buffer.from(form),
  })),
};
