// The fixed bytes: answers of services whose contract has changed, and requests of callers with
// another contract than the service has, by the names that cases use.

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const nil = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"';
const type = (name) =>
  `xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:s="urn:school" i:type="s:${name}"`;

const person = '<id>1</id><name>Ann</name>';
const own =
  '<born>2001-02-03</born><mark>5</mark><kind>A</kind><tag>x</tag><tag>y</tag>' +
  '<address><city>Rome</city><zip>1</zip></address>';

/** What is in the messages without a change, as programs read it. */
export const student = {
  id: 1,
  name: 'Ann',
  born: '2001-02-03',
  mark: 5,
  kind: 'A',
  tag: ['x', 'y'],
  address: { city: 'Rome', zip: '1' },
};

/** Start tags of what is in a student. */
const children = /<(id|name|born|mark|kind|tag|address)(?=>)/g;

/** Changes of a student: what is replaced by what. ITEM is the element itself. */
const studentChanges = {
  plain: ['', ''],
  'new-first': ['<born>', '<nick>N</nick><born>'],
  'new-middle': ['<mark>', '<nick>N</nick><mark>'],
  'new-last': ['</address>', '</address><nick>N</nick>'],
  'new-in-base': ['</name>', '</name><nick>N</nick>'],
  'new-attribute': ['<ITEM ', '<ITEM rank="1" '],
  'foreign-last': ['</address>', '</address><v:extra xmlns:v="urn:v">9</v:extra>'],
  'foreign-mark-last': ['</address>', '</address><v:mark xmlns:v="urn:v">9</v:mark>'],
  'foreign-attribute-first': ['<ITEM ', '<ITEM xmlns:v="urn:v" v:seen="false" '],
  'foreign-attribute-last': ['seen="true"', 'seen="true" xmlns:v="urn:v" v:seen="false"'],
  'mark-before-born': [
    '<born>2001-02-03</born><mark>5</mark>',
    '<mark>5</mark><born>2001-02-03</born>',
  ],
  'mark-twice': ['</mark>', '</mark><mark>6</mark>'],
  'address-twice': ['</address>', '</address><address><city>Oslo</city></address>'],
  'no-id': ['<id>1</id>', ''],
  'no-city': ['<city>Rome</city>', ''],
  'nil-name': ['<name>Ann</name>', `<name ${nil}/>`],
  'nil-id': ['<id>1</id>', `<id ${nil}/>`],
  'nil-born': ['<born>2001-02-03</born>', `<born ${nil}/>`],
  'nil-kind': ['<kind>A</kind>', `<kind ${nil}/>`],
  'nil-tag': ['<tag>y</tag>', `<tag ${nil}/>`],
  'nil-address': [/<address>.*<\/address>/, `<address ${nil}/>`],
  'value-c': ['<kind>A', '<kind>C'],
  'id-long': ['<id>1<', '<id>1099511627776<'],
  'id-beyond-2^53': ['<id>1<', '<id>9007199254740993<'],
  'id-2^31': ['<id>1<', '<id>2147483648<'],
  'mark-1.5': ['<mark>5<', '<mark>1.5<'],
  'mark-5.0': ['<mark>5<', '<mark>5.0<'],
  'mark-1E3': ['<mark>5<', '<mark>1E3<'],
  'born-at': ['2001-02-03', '2001-02-03T00:00:00Z'],
  'born-at-offset': ['2001-02-03', '2001-02-03T23:30:00-05:00'],
  'born-at-early': ['2001-02-03', '2001-02-03T00:30:00+02:00'],
  'born-with-zone': ['2001-02-03', '2001-02-03+02:00'],
  'unknown-type': [/<ITEM (.*)<\/ITEM>/, `<ITEM ${type('Pupil')} $1<grade>3</grade></ITEM>`],
  'base-type': ['<ITEM ', `<ITEM ${type('Person')} `],
  'children-elsewhere': [children, '<$1 xmlns="urn:new"'],
  'children-unqualified': [children, '<$1 xmlns=""'],
  'name-blanks': ['>Ann<', '>  Ann  <'],
  'name-empty': ['>Ann<', '><'],
  'name-200000': ['>Ann<', `>${'n'.repeat(200_000)}<`],
  'id-text': ['<id>1<', '<id>abc<'],
  'id-1e2': ['<id>1<', '<id>1e2<'],
  'one-tag': ['<tag>y</tag>', ''],
};

/** The same of a whole message, WRAPPER being what its body holds. */
const messageChanges = {
  'new-part': ['</WRAPPER>', '<total>2</total></WRAPPER>'],
  'new-part-before': ['<ITEM ', '<total>2</total><ITEM '],
  'no-item': [/<ITEM .*<\/ITEM>/, ''],
  'nil-item': [/<ITEM .*<\/ITEM>/, `<ITEM ${nil}/>`],
  'all-elsewhere': ['xmlns="urn:school"', 'xmlns="urn:new"'],
  header: [/<e:Body>/, '<e:Header><n:Trace xmlns:n="urn:n">1</n:Trace></e:Header><e:Body>'],
  'must-understand': [
    /<e:Body>/,
    '<e:Header><n:Trace xmlns:n="urn:n" e:mustUnderstand="1">1</n:Trace></e:Header><e:Body>',
  ],
};

const envelope = (body, namespace = soap11) =>
  `<?xml version="1.0" encoding="utf-8"?><e:Envelope xmlns:e="${namespace}"><e:Body>${body}</e:Body></e:Envelope>`;

/** Messages about a student, with all changes. */
function changed(wrapper, item, after = '') {
  const plain = envelope(
    `<WRAPPER xmlns="urn:school"><ITEM seen="true">${person}${own}</ITEM>${after}</WRAPPER>`,
  );
  const named = (text) => text.replaceAll('WRAPPER', wrapper).replaceAll('ITEM', item);
  return Object.fromEntries(
    Object.entries({ ...studentChanges, ...messageChanges }).map(([name, [from, to]]) => [
      name,
      { operation: wrapper.replace('Response', ''), body: named(plain.replace(from, to)) },
    ]),
  );
}

const answered = (operation, content, more = {}) => ({
  operation,
  body: envelope(`<${operation}Response xmlns="urn:school">${content}</${operation}Response>`),
  ...more,
});
const asked = (operation, content) => ({
  operation,
  body: envelope(`<${operation} xmlns="urn:school">${content}</${operation}>`),
});
const failed = (operation, detail, more = {}) => ({
  operation,
  status: 500,
  body: envelope(
    `<e:Fault><faultcode>e:Client</faultcode><faultstring>bad phone</faultstring>` +
      `<detail><InvalidPhone xmlns="urn:school">${detail}</InvalidPhone></detail></e:Fault>`,
  ),
  ...more,
});
const one = `<Student seen="true">${person}${own}</Student>`;
const other = `<Student><id>2</id><name>Bob</name></Student>`;

/** Values of simple types. */
export const values = {
  text: 'abc',
  flag: false,
  count: 7,
  long: '12',
  price: '10.50',
  weight: 1.5,
  at: '2020-01-02T03:04:05Z',
  day: '2020-01-02',
  hour: '03:04:05',
  photo: 'aGk=',
  level: 3,
};
const written = (given) =>
  Object.entries(given)
    .map(([name, value]) => (value === null ? `<${name} ${nil}/>` : `<${name}>${value}</${name}>`))
    .join('');
const echoes = {
  values: {},
  'text-blanks': { text: '  a b  ' },
  'text-empty': { text: '' },
  'text-007': { text: '007' },
  'text-reference': { text: '&#x5e9;' },
  'text-wide': { text: '\u4e2d\u{1f600}' },
  'long-beyond-2^53': { long: '9007199254740993' },
  'long-2^62': { long: '4611686018427387905' },
  'price-28-digits': { price: '1234567890123456789012345.678' },
  'weight-inf': { weight: 'INF' },
  'weight-nan': { weight: 'NaN' },
  'at-milliseconds': { at: '2020-01-02T03:04:05.000Z' },
  'at-fraction': { at: '2020-01-02T03:04:05.123456Z' },
  'at-offset': { at: '2020-01-02T03:04:05+02:00' },
  'at-local': { at: '2020-01-02T03:04:05' },
  'at-first-day': { at: '0001-01-01T00:00:00Z' },
  'day-with-zone': { day: '2020-01-02+02:00' },
  'photo-bad': { photo: '%%%' },
  'level-nil': { level: null },
};

/** A DataSet with one row. */
const dataSet =
  '<x:schema id="Rows" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:d="urn:schemas-microsoft-com:xml-msdata">' +
  '<x:element name="Rows" d:IsDataSet="true" d:UseCurrentLocale="true"><x:complexType><x:choice minOccurs="0" maxOccurs="unbounded">' +
  '<x:element name="Row"><x:complexType><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType></x:element>' +
  '</x:choice></x:complexType></x:element></x:schema>' +
  '<g:diffgram xmlns:g="urn:schemas-microsoft-com:xml-diffgram-v1" xmlns:d="urn:schemas-microsoft-com:xml-msdata">' +
  '<Rows xmlns=""><Row g:id="Row1" d:rowOrder="0"><id>1</id></Row></Rows></g:diffgram>';

/** Answers by name: operation, status, body. */
export const answers = {
  ...changed('GetResponse', 'GetResult'),
  moved: { operation: 'Get', status: 302, body: '' },
  'with-cookie': {
    ...answered('Get', one.replaceAll('Student', 'GetResult')),
    headers: { 'Set-Cookie': 'session=1; Path=/' },
  },
  list: answered('List', `<ListResult>${one}${other}</ListResult>`),
  'list-of-one': answered('List', `<ListResult>${one}</ListResult>`),
  'list-empty': answered('List', '<ListResult/>'),
  'find-empty': answered('Find', '<FindResult/>'),
  'who-derived': answered(
    'Who',
    `<WhoResult ${type('Student')} seen="true">${person}${own}</WhoResult>`,
  ),
  who: answered('Who', `<WhoResult>${person}</WhoResult>`),
  ping: answered('Ping', ''),
  'ping-result': answered('Ping', '<PingResult>1</PingResult>'),
  'ping-empty': { operation: 'Ping', body: '' },
  saved: answered('Save', '<SaveResult>saved</SaveResult>'),
  notified: { operation: 'Notify', status: 202, body: '' },
  fault: failed('Get', '<reason>letters</reason>'),
  'fault-new-first': failed('Get', '<place>1</place><reason>letters</reason>'),
  'fault-new-last': failed('Get', '<reason>letters</reason><place>1</place>'),
  ...Object.fromEntries(
    Object.entries(echoes).map(([name, change]) => [
      name,
      answered('Echo', `<EchoResult>${written({ ...values, ...change })}</EchoResult>`),
    ]),
  ),
};

/** Requests by name. */
export const requests = {
  ...changed('Save', 'student', '<note>hi</note>'),
  'note-twice': asked('Save', `<student>${person}</student><note>hi</note><note>ho</note>`),
  'parts-swapped': asked('Save', `<note>hi</note><student>${person}</student>`),
  'fault-declared': asked('Save', `<student>${person}</student><note>fault</note>`),
  exception: asked('Save', `<student>${person}</student><note>exception</note>`),
  notify: asked('Notify', '<text>t</text>'),
  'data-set': asked('Save', `<table>${dataSet}</table>`),
  'data-set-by-its-type': asked('Save', `<DataSet>${dataSet}</DataSet>`),
  'no-charset': { ...asked('Save', `<student>${person}</student>`), type: 'text/xml' },
  ping: asked('Ping', ''),
  who: asked('Who', '<id>1</id>'),
  'SOAP 1.2': {
    operation: 'Save',
    type: 'application/soap+xml; charset=utf-8; action="urn:school/Save"',
    body: envelope(
      `<Save xmlns="urn:school"><student>${person}</student><note>hi</note></Save>`,
      'http://www.w3.org/2003/05/soap-envelope',
    ),
  },
  ...Object.fromEntries(
    Object.entries(echoes).map(([name, change]) => [
      name,
      asked('Echo', `<values>${written({ ...values, ...change })}</values>`),
    ]),
  ),
};
