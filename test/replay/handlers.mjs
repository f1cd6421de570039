// What the methods of the reference site do (site/gen_seed.py, site/www/*.asmx), as handlers of the
// generated servers.

import { writeMixed } from '../../dist/runtime/types/content.js';
import { captureElement } from '../../dist/runtime/xml/capture.js';
import { XmlReader } from '../../dist/runtime/xml/reader.js';

const tempuri = 'http://tempuri.org/';

/** Methods of the 14 services of the school and the parameters each echoes, in order. */
const school = {
  AboutUs: { GetAboutUs: [] },
  AuthCodeSending: { AuthCode: ['code', 'phone'] },
  BookPdf: { GetBookPdfByTerm: ['termId', 'srid', 'classId'] },
  GenerateStudentReport: { GenerateReport: ['studentId', 'studentClass'] },
  GetGeneralNoteByClasssID: { GetStudentsGnote: ['ClassID'] },
  GetNoteType: { GetStudentsNoteType: [] },
  GetStudentsAbsence: { GetStudentsAbcenceByID: ['STDid'] },
  GetStudentsForTeacherClass: { GetTeacherSubjectsByID: ['TClassid'] },
  GetStudentsInformation: {
    GetStudentInfoByRecId: ['StudentRecId'],
    GetStudentsByPhone: ['phone'],
  },
  GetStudnetNote: { GetStudentNoteByID: ['STDid'] },
  NotificationNotes: {
    SendCircularsNotes: ['id', 'baseUrlSchool'],
    GetNameAbsenceType: ['id', 'baseUrlSchool'],
  },
  PushNotificationMobile: {
    PushNotificationToGateway: ['applicationID', 'senderId', 'deviceId', 'notes', 'notes_type'],
  },
  ReadNoteFromApp: { UpdateNoteState: ['STDid', 'note_type'] },
  Scheduals: {
    GetExamTable: ['GradeId', 'TermId'],
    GetExamTableByExamId: ['ExamId'],
    GetClassSchedulByClassId: ['ClassId'],
  },
};

/** The 14 services with the parameters of their operations. */
export const schoolOperations = school;

/** What an echoing method answers. */
export function echoText(operation, parameters, input) {
  const shown = parameters.map((name) => {
    const value = input[name];
    if (typeof value === 'number') return `${name}=${value}`;
    return `${name}=${value === undefined ? '<null>' : `'${value}'`}`;
  });
  return `${operation}(${shown.join(';')})`;
}

const method = (operation) => operation[0].toLowerCase() + operation.slice(1);

function handlersOf(service, make) {
  return Object.fromEntries(
    Object.entries(school[service]).map(([name, parameters]) => [
      method(name),
      make(name, parameters),
    ]),
  );
}

/** Handlers of a service of the school that tell what reached them. */
export function echoHandlers(service) {
  return handlersOf(service, (name, parameters) => (input) => echoText(name, parameters, input));
}

/** Handlers of the same service declared void. */
export function voidHandlers(service) {
  return handlersOf(service, () => () => undefined);
}

/** `ToString("o")` of .NET on a machine whose time is UTC; an offset makes a local time of it. */
function roundTrip(dateTime) {
  const [, day, time, fraction = '', zone = ''] =
    /^(.{10})T(.{8})(?:\.([0-9]+))?(Z|[+-]..:..)?$/.exec(dateTime) ?? [];
  const ticks = fraction.padEnd(7, '0').slice(0, 7);
  if (zone === '' || zone === 'Z') return `${day}T${time}.${ticks}${zone}`;
  const moment = new Date(`${day}T${time}${zone}`);
  // mixed content has no types, so that a method finds out for itself
  if (Number.isNaN(moment.getTime()))
    throw new Error('String was not recognized as a valid DateTime.');
  const utc = moment.toISOString().slice(0, 19);
  return `${utc}.${ticks}+00:00`;
}

/** How .NET prints numbers: infinity by name. */
const printNumber = (value) => String(value);
const printBoolean = (value) => (value ? 'True' : 'False');
/** The member of the enumeration, by what the wire calls it. */
const printColor = (value) => (value === 'dark-blue' ? 'Blue' : value);

const makeItem = (id) => ({
  id,
  label: `L${id}`,
  Name: `Item ${id}`,
  Price: '9.50',
  Stock: id % 2 === 0 ? null : id,
  Comment: null,
  Color: 'Green',
});

const orderContent = (() => {
  const item = (name, id) =>
    `<${name} id="${id}" label="L${id}"><Name>Item ${id}</Name><Price>9.50</Price>` +
    `${id % 2 === 0 ? '<Stock xsi:nil="true" />' : `<Stock>${id}</Stock>`}` +
    `<Comment xsi:nil="true" /><Color>Green</Color></${name}>`;
  return (
    `<Placed>2024-01-02T03:04:05Z</Placed>${item('Main', 1)}<Items>${item('Item', 2)}${item('Item', 3)}</Items>` +
    '<Tag>t1</Tag><Tag>t2</Tag><Codes><Code>10</Code><Code>20</Code></Codes><Matrix>' +
    '<ArrayOfString><string>a</string><string>b</string></ArrayOfString>' +
    '<ArrayOfString><string>c</string></ArrayOfString></Matrix>'
  );
})();

const schemaOf = (name, attributes, columns) =>
  `<xs:schema id="${name}" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" ` +
  `xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="${name}" msdata:IsDataSet="true" ` +
  `${attributes}msdata:UseCurrentLocale="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">` +
  `<xs:element name="Student"><xs:complexType><xs:sequence>` +
  columns
    .map(([column, type]) => `<xs:element name="${column}" type="xs:${type}" minOccurs="0" />`)
    .join('') +
  '</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>';

const diffgram = (content) =>
  '<diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" ' +
  `xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">${content}</diffgr:diffgram>`;

/** The methods of Types.asmx. */
function typesHandlers({ SoapFault }) {
  const parse = (text) => {
    const reader = new XmlReader(text);
    reader.nextTag();
    return captureElement(reader);
  };
  const outer = (node) => (node === undefined ? 'null' : writeMixed(node.$content, ''));
  let counted = 0;
  const declared = ['Placed', 'Main', 'Items', 'Tag', 'Codes', 'Matrix'];
  /**
   * The order as its class writes it again: members in declaration order, the date as local time.
   */
  const rewrite = (order) => ({
    ...order,
    $content: order.$content
      .filter((node) => typeof node !== 'string')
      .sort((a, b) => declared.indexOf(a.name) - declared.indexOf(b.name))
      .map((node) =>
        node.name === 'Placed'
          ? { ...node, children: [roundTrip(node.children.join('')).replace('.0000000', '')] }
          : node,
      ),
  });
  return {
    rString: () => 'a<b>&"\' é€ \ttab\nnl',
    rNullString: () => undefined,
    rEmptyString: () => '',
    rInt: () => -42,
    rNullableInt: ({ isNull }) => (isNull ? null : 7),
    rLong: () => 9007199254740993n,
    rShort: () => -3,
    rByte: () => 200,
    rSByte: () => -100,
    rUInt: () => 4000000000,
    rULong: () => 18446744073709551615n,
    rUShort: () => 65535,
    rBool: () => true,
    rChar: () => 'A',
    rFloat: () => 1.5,
    rDouble: () => 0.1,
    rNaN: () => Number.NaN,
    rInf: () => Number.NEGATIVE_INFINITY,
    rDecimal: () => '12.3400',
    rDateUnspec: () => '2024-02-29T13:05:06.07',
    rDateUtc: () => '2024-02-29T13:05:06Z',
    rDateLocal: () => '2024-02-29T13:05:06+00:00',
    rTimeSpan: () => ({}),
    rGuid: () => '01234567-89ab-cdef-0123-456789abcdef',
    rBytes: () => Uint8Array.of(0, 1, 2, 254, 255),
    rEnum: () => 'dark-blue',
    rFlags: () => ['Mon', 'Wed'],
    rVoid: () => undefined,
    rStringArray: () => ['a', null, '', 'd'],
    rEmptyArray: () => [],
    rNullArray: () => undefined,
    rIntArray: () => [1, 2, 3],
    rList: () => ['x', 'y'],
    rItemList: () => [makeItem(1), null, makeItem(2)],
    rItem: () => makeItem(5),
    rNullItem: () => undefined,
    rOrder: () => ({
      Number: 'N-1',
      $content: parse(
        `<o xmlns="${tempuri}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${orderContent}</o>`,
      ).children,
    }),
    rShape: ({ kind }) => {
      if (kind === 'circle') return { $type: 'Circle', Title: 'c', Radius: 2.5 };
      if (kind === 'square') return { $type: 'Square', Title: 's', Side: 4 };
      return { $type: 'Shape', Title: 'plain' };
    },
    rShapes: () => [
      { $type: 'Circle', Title: 'c', Radius: 1 },
      { $type: 'Shape', Title: 'p' },
    ],
    rObject: () =>
      parse(
        '<o xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="xsd:int">5</o>',
      ),
    rDataSet: () => ({
      $sequence: [
        {
          schema: parse(
            schemaOf('School', '', [
              ['Id', 'int'],
              ['Name', 'string'],
              ['Born', 'dateTime'],
            ]),
          ),
          diffgram: parse(
            diffgram(
              '<School xmlns=""><Student diffgr:id="Student1" msdata:rowOrder="0"><Id>1</Id><Name>Ann</Name>' +
                '<Born>2010-01-02T00:00:00+00:00</Born></Student><Student diffgr:id="Student2" msdata:rowOrder="1">' +
                '<Id>2</Id><Name>Böb</Name></Student></School>',
            ),
          ),
        },
      ],
    }),
    rDataTable: () => ({
      schema: [
        parse(
          schemaOf('NewDataSet', 'msdata:MainDataTable="Student" ', [
            ['Id', 'int'],
            ['Name', 'string'],
          ]),
        ),
      ],
      diffgram: parse(
        diffgram(
          '<DocumentElement xmlns=""><Student diffgr:id="Student1" msdata:rowOrder="0"><Id>1</Id><Name>Ann</Name></Student></DocumentElement>',
        ),
      ),
    }),
    rXmlDocument: () => ({ $content: [parse('<root a="1"><b>t</b></root>')] }),
    rXmlNode: () => ({ $content: [parse('<root xmlns="urn:x"><b/></root>')] }),

    pInt: ({ n }) => `n=${n}`,
    pMany: ({ i, b, d, m, t, c, g }) =>
      [i, printBoolean(b), printNumber(d), m, roundTrip(t), printColor(c), g].join('|'),
    pScalars: ({ i, b, d, m, t, c, ch, by, l }, { binding }) => {
      // GET and POST make a local time of every time with a zone, SOAP keeps UTC
      const time = binding.startsWith('http') ? t.replace(/Z$/, '+00:00') : t;
      return [
        i,
        printBoolean(b),
        printNumber(d),
        m,
        roundTrip(time),
        printColor(c),
        ch,
        by,
        l,
      ].join('|');
    },
    pNullable: ({ n }) => (n === null ? 'null' : `n=${n}`),
    pStringArray: ({ names }) =>
      names === undefined ? 'null' : `${names.length}:${names.map((name) => name ?? '').join(',')}`,
    pIntArray: ({ ids }) =>
      ids === undefined ? 'null' : `${ids.length}:${ids.map((id) => `${id},`).join('')}`,
    pList: ({ names }) =>
      names === undefined ? 'null' : `${names.length}:${names.map((name) => name ?? '').join(',')}`,
    pBytes: ({ data }) =>
      data === undefined
        ? 'null'
        : [...data].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('-'),
    pItem: ({ item }) =>
      item === undefined
        ? 'null'
        : [item.id, item.Name ?? '', printColor(item.Color), item.Stock ?? ''].join('|'),
    pOrder: ({ order }) => (order === undefined ? undefined : rewrite(order)),
    pShape: ({ shape }) => (shape === undefined ? 'null' : (shape.$type ?? 'Shape')),
    pXml: ({ node }) => outer(node),

    outRef: ({ a, text }) => ({
      OutRefResult: a + 1,
      doubled: a * 2,
      text: `${text ?? ''}!`,
      extra: 'extra',
    }),
    outOnly: () => ({ s: 's', n: 3 }),

    throwPlain: ({ msg }) => {
      throw new Error(msg);
    },
    throwArg: () => {
      throw new Error('bad arg\r\nParameter name: theParam');
    },
    throwInner: () => {
      throw new Error('outer msg', { cause: new Error('inner <&> msg') });
    },
    throwNullRef: () => {
      throw new Error('Object reference not set to an instance of an object.');
    },
    throwSoap: () => {
      throw new SoapFault({
        code: 'Client',
        message: 'custom fault',
        actor: `${tempuri}actor`,
        detail: { name: 'code', namespace: `${tempuri}err`, children: ['E42'] },
      });
    },
    throwSoapServer: () => {
      throw new SoapFault({ code: 'Server', message: 'server fault' });
    },
    throwSoapCustomCode: () => {
      throw new SoapFault({ code: `{${tempuri}codes}MyCode`, message: 'custom code' });
    },
    throwSubCode: () => {
      throw new SoapFault({
        code: 'Client',
        message: 'with subcode',
        actor: 'http://node',
        role: 'http://role',
        subcode: `{${tempuri}codes}Sub`,
      });
    },
    oneWay: () => undefined,
    oneWayThrow: ({ msg }) => {
      throw new Error(msg);
    },
    withHeader: (_input, { soapHeaders }) => {
      const header = soapHeaders.AuthHeader;
      if (header === undefined) return 'no header';
      const marked = header.$anyAttributes?.find(({ name }) => name === 'mustUnderstand')?.value;
      return `${header.User}/${header.Token}/${printBoolean(marked === '1' || marked === 'true')}`;
    },
    withInOutHeader: (_input, { soapHeaders, setSoapHeader }) => {
      const trace = soapHeaders.TraceHeader?.Trace ?? 'none';
      setSoapHeader('TraceHeader', { Trace: `out:${trace}` });
      return trace;
    },
    rpcAdd: ({ a, b }) => a + b,
    rpcItem: ({ id }) => {
      const { label, Comment: _absent, ...item } = makeItem(id);
      return { ...item, Label: label };
    },
    rpcLiteral: ({ a, b }) => a + b,
    bare: ({ bareInput }) => `bare ${bareInput}`,
    renamed: ({ theArg }) => ({ answer: `renamed ${theArg}` }),
    overloadTwo: ({ a, b }) => (a ?? '') + (b ?? ''),
    over: ({ a }) => a,
    cached: ({ a }) => `${a} 639307924301173510`,
    counter: (_input, context) => {
      const known = /ASP\.NET_SessionId=/.test(context.headers.cookie ?? '');
      counted = known ? counted + 1 : 1;
      if (!known)
        context.header('Set-Cookie', 'ASP.NET_SessionId=B0D20F0845E6AD61007F1BF3; path=/');
      return counted;
    },
    unbuffered: () => 'x'.repeat(40000),
  };
}

/** The methods of RawWrite.asmx. */
const rawWriteHandlers = {
  plain: ({ text }, context) => context.write(`{"text":"${text}"}`),
  writeJson: ({ text }, context) => {
    context.contentType('application/json; charset=utf-8');
    context.write(`{"text":"${text}"}`);
  },
  writeJsonEnd: ({ text }, context) => {
    context.contentType('application/json');
    context.write(`{"text":"${text}"}`);
    context.end();
  },
  writeJsonFlush: ({ text }, context) => {
    context.contentType('application/json');
    context.write(`{"text":"${text}"}`);
  },
  pdf: (_input, context) => {
    context.contentType('application/pdf');
    context.header('Content-Disposition', 'attachment; filename=x.pdf');
    context.write(Uint8Array.of(37, 80, 68, 70));
  },
  status: (_input, context) => {
    context.status(403, 'No way');
    context.write('no');
  },
  stringJson: ({ text }) => `{"text":"${text}"}`,
  stringHeader: (_input, context) => {
    context.header('X-Custom', '1');
    context.status(201);
    return 'created';
  },
  who: (_input, { headers }) => `${headers['x-token'] ?? ''}|${headers['user-agent'] ?? ''}`,
};

/**
 * Handlers of the other services, by name; `runtime` is what the runtime exports.
 */
export function otherHandlers(runtime) {
  return {
    Types: typesHandlers(runtime),
    RawWrite: rawWriteHandlers,
    ByElement: { first: ({ a }) => `first ${a ?? ''}`, second: ({ a }) => `second ${a ?? ''}` },
    BareSvc: { echo: ({ echoIn }) => echoIn, sum: ({ a, b }) => a + b, noArg: () => 'noarg' },
    RpcSvc: {
      hello: ({ name, times }) => name + times,
      move: ({ p, dx }) => ({ ...p, X: p.X + dx }),
      names: () => ['a', 'b'],
    },
    SoapOnly: { ping: ({ text }) => `pong ${text ?? ''}` },
    Strict: { ping: ({ text, n }) => `pong ${text ?? ''}${n}` },
    Suppress: {
      boom: ({ text }) => {
        throw new Error(`secret ${text}`);
      },
    },
    DefaultNs: { hi: ({ who }) => `hi ${who ?? ''}` },
  };
}
