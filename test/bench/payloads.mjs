// The messages of the codec benchmarks, as values and as XML written without the code that is
// measured.
import {
  authCodeInput,
  authCodeRequestXml,
  authCodeResponseXml,
  authCodeResult,
  createRandom,
  envelope,
  escapeText,
  getStudentsResponseXml,
  namespace,
  students,
  wireDate,
  withTexts,
} from './school-data.mjs';

const subjects = ['Mathematics', 'Physics', 'Arabic', 'English', 'History', 'Art'];
const day = (random) => new Date(Date.UTC(2024, 0, 1 + Math.floor(random() * 360), 8, 30));
const wrap = (operation, content) =>
  envelope(
    `<${operation}Response xmlns="${namespace}"><${operation}Result>${content}</${operation}Result></${operation}Response>`,
  );

/** `count` marks, each an element of twelve attributes. */
function marks(count) {
  const random = createRandom(11);
  return Array.from({ length: count }, (_, index) => ({
    student: 100_000 + index,
    name: 'Layla Mansour',
    class: `C-${100 + Math.floor(random() * 900)}`,
    grade: 1 + Math.floor(random() * 12),
    subject: subjects[index % subjects.length],
    term: '2024-1',
    points: Math.floor(random() * 100),
    weight: Math.round(random() * 100) / 100,
    final: random() > 0.5,
    given: day(random),
    teacher: 'Omar Haddad',
    note: index % 10 === 0 ? 'above "average" & rising' : 'no remark',
  }));
}

const attributeText = (value) =>
  value instanceof Date ? wireDate(value) : escapeText(value).replaceAll('"', '&quot;');

const marksXml = (list) =>
  wrap(
    'GetMarks',
    list
      .map((mark) => {
        const attributes = Object.entries(mark).map(
          ([name, value]) => ` ${name}="${attributeText(value)}"`,
        );
        return `<Mark${attributes.join('')} />`;
      })
      .join(''),
  );

/** `count` events, each one of six branches of a choice. */
function events(count) {
  const random = createRandom(13);
  const branches = [
    () => ({ Joined: 'C-101' }),
    () => ({ Left: 'C-101' }),
    () => ({ Moved: { From: 'C-101', To: 'C-204' } }),
    () => ({ Marked: Math.floor(random() * 100) }),
    () => ({ Noted: 'came late & left early' }),
    () => ({ Paid: Math.round(random() * 10_000) / 100 }),
  ];
  return Array.from({ length: count }, (_, index) => ({
    Student: 100_000 + index,
    At: day(random),
    ...branches[Math.floor(random() * branches.length)](),
  }));
}

const elements = (value) =>
  Object.entries(value)
    .map(([name, content]) => {
      const isObject = typeof content === 'object' && !(content instanceof Date);
      const text = content instanceof Date ? wireDate(content) : content;
      return `<${name}>${isObject ? elements(content) : escapeText(text)}</${name}>`;
    })
    .join('');

const eventsXml = (list) =>
  wrap('GetEvents', list.map((event) => `<Event>${elements(event)}</Event>`).join(''));

/** `size` bytes that do not repeat soon. */
function bytes(size) {
  const random = createRandom(17);
  return Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
}

/** Students whose texts are Arabic: two bytes for each character on the wire and in memory. */
function arabicStudents(count) {
  return students(count).map((student, index) => ({
    ...student,
    Name: index % 2 === 0 ? 'ليلى منصور' : 'عمر حداد',
    ClassId: `صف-${index % 12}`,
    Note: 'لا توجد ملاحظات للفصل الدراسي الحالي من العام',
  }));
}

const studentList = (id, title, list) => ({
  id,
  title,
  contract: 'school',
  element: 'GetStudentsResponse',
  value: list,
  plain: { GetStudentsResult: { Student: withTexts(list) } },
  xml: getStudentsResponseXml(list),
});

/**
 * Messages by name, each so many times as long as those that the codecs are measured with: the
 * contract it belongs to, its element, the value as generated code has it (`value`) and as the
 * packages working from the WSDL have it (`plain`; `strong` where strong-soap's differs), and its
 * bytes as text.
 */
export const messages = {
  request: () => ({
    id: 'request',
    title: 'one AuthCode request',
    contract: 'school',
    element: 'AuthCode',
    value: authCodeInput,
    plain: authCodeInput,
    xml: authCodeRequestXml,
    only: 'read',
  }),
  response: () => ({
    id: 'response',
    title: 'one AuthCode response',
    contract: 'school',
    element: 'AuthCodeResponse',
    value: authCodeResult,
    plain: { AuthCodeResult: authCodeResult },
    xml: authCodeResponseXml,
    only: 'write',
  }),
  records: (times) => studentList('records', '100 records', students(100 * times)),
  large: (times) => studentList('large', '12,600 records', students(12_600 * times)),
  attributes: (times) => {
    const value = marks(100 * times);
    return {
      id: 'attributes',
      title: '100 elements of 12 attributes',
      contract: 'payloads',
      element: 'GetMarksResponse',
      value,
      plain: { GetMarksResult: { Mark: withTexts(value).map((attributes) => ({ attributes })) } },
      strong: { GetMarksResult: { Mark: withTexts(value).map((mark) => ({ $attributes: mark })) } },
      xml: marksXml(value),
    };
  },
  choices: (times) => {
    const value = events(200 * times);
    return {
      id: 'choices',
      title: '200 elements with a choice of 6',
      contract: 'payloads',
      element: 'GetEventsResponse',
      value,
      plain: { GetEventsResult: { Event: withTexts(value) } },
      xml: eventsXml(value),
    };
  },
  arabic: (times) => studentList('arabic', '100 records in Arabic', arabicStudents(100 * times)),
  base64: (times) => {
    const value = bytes(300_000 * times);
    const text = Buffer.from(value).toString('base64');
    return {
      id: 'base64',
      title: '300,000 bytes as base64Binary',
      contract: 'payloads',
      element: 'GetFileResponse',
      value,
      plain: { GetFileResult: text },
      xml: wrap('GetFile', text),
    };
  },
};
