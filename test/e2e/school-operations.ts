/**
 * The table of the service document (section 4.2), typed out by hand and kept apart from the
 * contract, so that the two can be held against each other.
 */
export interface SchoolOperation {
  readonly service: string;
  readonly operation: string;
  /** Parameter names in order; `studentId` is the one integer. */
  readonly parameters: readonly string[];
}

export const schoolOperations: readonly SchoolOperation[] = [
  { service: 'AuthCodeSending', operation: 'AuthCode', parameters: ['code', 'phone'] },
  {
    service: 'GenerateStudentReport',
    operation: 'GenerateReport',
    parameters: ['studentId', 'studentClass'],
  },
  { service: 'BookPdf', operation: 'GetBookPdfByTerm', parameters: ['termId', 'srid', 'classId'] },
  {
    service: 'GetStudentsForTeacherClass',
    operation: 'GetTeacherSubjectsByID',
    parameters: ['TClassid'],
  },
  {
    service: 'GetStudentsInformation',
    operation: 'GetStudentInfoByRecId',
    parameters: ['StudentRecId'],
  },
  { service: 'GetStudentsInformation', operation: 'GetStudentsByPhone', parameters: ['phone'] },
  { service: 'ReadNoteFromApp', operation: 'UpdateNoteState', parameters: ['STDid', 'note_type'] },
  { service: 'GetStudentsAbsence', operation: 'GetStudentsAbcenceByID', parameters: ['STDid'] },
  { service: 'Scheduals', operation: 'GetExamTable', parameters: ['GradeId', 'TermId'] },
  { service: 'Scheduals', operation: 'GetExamTableByExamId', parameters: ['ExamId'] },
  { service: 'Scheduals', operation: 'GetClassSchedulByClassId', parameters: ['ClassId'] },
  { service: 'GetStudnetNote', operation: 'GetStudentNoteByID', parameters: ['STDid'] },
  { service: 'GetGeneralNoteByClasssID', operation: 'GetStudentsGnote', parameters: ['ClassID'] },
  { service: 'GetNoteType', operation: 'GetStudentsNoteType', parameters: [] },
  { service: 'AboutUs', operation: 'GetAboutUs', parameters: [] },
  {
    service: 'PushNotificationMobile',
    operation: 'PushNotificationToGateway',
    parameters: ['applicationID', 'senderId', 'deviceId', 'notes', 'notes_type'],
  },
  {
    service: 'NotificationNotes',
    operation: 'SendCircularsNotes',
    parameters: ['id', 'baseUrlSchool'],
  },
  {
    service: 'NotificationNotes',
    operation: 'GetNameAbsenceType',
    parameters: ['id', 'baseUrlSchool'],
  },
];

/** Values that break careless marshalling, one for each position in turn. */
export const awkwardTexts: readonly string[] = [
  'plain',
  '',
  'رمز التحقق ٤٢',
  '<a href="x">&amp; \'quoted\'</a> ]]>',
  'line one\nline two\ttab',
  'carriage\r\nreturn\r',
  '🎓 emoji \u{1F469}\u200D\u{1F3EB}',
  ' leading and trailing ',
  '100% a+b=c&d;e?f#g/h\\i',
  'é è ü — “quotes” ﷼ ',
];

/** Limits of xs:int. */
export const awkwardInts: readonly number[] = [0, 1, -1, 2147483647, -2147483648];

export type InputValue = string | number;

/** Input of an operation: its parameters filled with awkward values, shifted by `shift`. */
export function awkwardInput(
  operation: SchoolOperation,
  shift: number,
): Record<string, InputValue> {
  return Object.fromEntries(
    operation.parameters.map((name, index) => [
      name,
      name === 'studentId'
        ? (awkwardInts[shift % awkwardInts.length] ?? 0)
        : (awkwardTexts[(shift + index) % awkwardTexts.length] ?? ''),
    ]),
  );
}

/** First letter lowered: how services and operations are called in TypeScript. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
