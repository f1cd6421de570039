// Records and messages that every benchmark uses: the same on every run.

export const namespace = 'http://tempuri.org/';
const firstNames = ['Omar', 'Layla', 'Yusuf', 'Hana', 'Zaid', 'Mariam', 'Salim', 'Noor'];
const lastNames = ['Haddad', 'Khoury', 'Nasser', 'Saleh', 'Mansour', 'Aziz', 'Rahman', 'Darwish'];

/** A linear congruential generator: benchmarks must see the same data on every machine. */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** `count` students of twelve fields, about 400 bytes each on the wire. */
export function students(count) {
  const random = createRandom(7);
  const pick = (values) => values[Math.floor(random() * values.length)];
  return Array.from({ length: count }, (_, index) => ({
    Id: 100_000 + index,
    Name: `${pick(firstNames)} ${pick(lastNames)}`,
    ClassId: `C-${100 + Math.floor(random() * 900)}`,
    Grade: 1 + Math.floor(random() * 12),
    Phone: `+96279${1_000_000 + Math.floor(random() * 9e6)}`,
    BirthDate: new Date(
      Date.UTC(
        2008 + Math.floor(random() * 8),
        Math.floor(random() * 12),
        1 + Math.floor(random() * 27),
      ),
    ),
    Gpa: Math.round(random() * 400) / 100,
    Active: random() > 0.2,
    Absences: Math.floor(random() * 30),
    Balance: (random() * 1000).toFixed(2),
    Note:
      index % 10 === 0
        ? 'Parents & guardian <call back> soon'
        : 'No remark for the current term of the year',
    PhotoUrl: `https://files.example.test/photos/students/${100_000 + index}.jpg?size=small`,
  }));
}

export const authCodeInput = { code: '483920', phone: '+962791234567' };
export const authCodeResult = 'code 483920 sent to +962791234567 & logged';
export const getStudentsInput = { classId: 'C-101' };

/** A SOAP 1.1 envelope as ASMX writes it. */
export function envelope(body) {
  return (
    '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<soap:Body>${body}</soap:Body></soap:Envelope>`
  );
}

export const escapeText = (value) =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const authCodeRequestXml = envelope(
  `<AuthCode xmlns="${namespace}"><code>${authCodeInput.code}</code><phone>${authCodeInput.phone}</phone></AuthCode>`,
);
export const authCodeResponseXml = envelope(
  `<AuthCodeResponse xmlns="${namespace}"><AuthCodeResult>${escapeText(authCodeResult)}</AuthCodeResult></AuthCodeResponse>`,
);
export const getStudentsRequestXml = envelope(
  `<GetStudents xmlns="${namespace}"><classId>C-101</classId></GetStudents>`,
);

/** A date as the messages have it. */
export const wireDate = (date) => date.toISOString().replace('.000Z', 'Z');

/**
 * The packages write a Date as nothing, or as JavaScript shows it, so they get the text: less work
 * for them, and a valid answer.
 */
export const withTexts = (list) =>
  list.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        value instanceof Date ? wireDate(value) : value,
      ]),
    ),
  );

/** Records as elements. */
function studentsXml(records) {
  const items = records.map((record) => {
    const fields = Object.entries(record).map(([name, value]) => {
      const text = value instanceof Date ? wireDate(value) : escapeText(value);
      return `<${name}>${text}</${name}>`;
    });
    return `<Student>${fields.join('')}</Student>`;
  });
  return items.join('');
}

/** The answer that holds `records`. */
export const getStudentsResponseXml = (records) =>
  envelope(
    `<GetStudentsResponse xmlns="${namespace}"><GetStudentsResult>${studentsXml(records)}</GetStudentsResult></GetStudentsResponse>`,
  );

/** The request that holds `records`. */
export const putStudentsRequestXml = (records) =>
  envelope(
    `<PutStudents xmlns="${namespace}"><students>${studentsXml(records)}</students></PutStudents>`,
  );

/** The answer to it. */
export const putStudentsResponseXml = (count) =>
  envelope(
    `<PutStudentsResponse xmlns="${namespace}"><PutStudentsResult>${count}</PutStudentsResult></PutStudentsResponse>`,
  );
