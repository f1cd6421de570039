/**
 * Every diagnostic the tool can give, with the one-line title the reference page shows.
 * 1xxx reading a file · 2xxx references · 3xxx meaning of the contract · 4xxx names in generated code ·
 * 5xxx configuration · 6xxx lint · 7xxx output folder · 9xxx faults of the tool itself.
 */
export const diagnosticTitles = {
  ASMX1001: 'The file cannot be read',
  ASMX1002: 'The file is neither WSDL nor a YAML contract',
  ASMX1003: 'The bytes do not fit the encoding the file declares',
  ASMX1010: 'The YAML is malformed',
  ASMX1011: 'Unknown key',
  ASMX1012: 'Missing key',
  ASMX1013: 'A value of the wrong kind',
  ASMX1014: 'Malformed type expression',
  ASMX1020: 'The XML is not well-formed',
  ASMX1021: 'A DOCTYPE is refused',
  ASMX1022: 'Unexpected element',
  ASMX1023: 'Missing or malformed attribute',
  ASMX1024: 'A construct this tool does not support',
  ASMX1030: 'An import cannot be followed',
  ASMX1031: 'A remote import is not allowed',
  ASMX1032: 'A limit on contracts is exceeded',
  ASMX1033: 'A remote import differs from the lock file',
  ASMX2001: 'A name refers to nothing',
  ASMX2002: 'Two definitions share one name',
  ASMX2003: 'A reference goes in a circle',
  ASMX3001: 'A name is not an NCName',
  ASMX3002: 'A binding and its portType disagree',
  ASMX3003: 'A schema component breaks a rule of XML Schema',
  ASMX3004: 'A message does not fit the style of its binding',
  ASMX3005: 'The contract describes nothing to generate',
  ASMX3006: 'Legal but surprising',
  ASMX4001: 'Two operations would become one method',
  ASMX4002: 'Two names would become one identifier',
  ASMX5001: 'The configuration cannot be loaded',
  ASMX5002: 'The configuration is not valid',
  ASMX6001: 'Names differ only by letter case',
  ASMX7001: 'A generated file was edited by hand',
  ASMX7002: 'A file that is not ours stands in the way',
  ASMX7003: 'The generated code is not up to date',
  ASMX7004: 'A generated file would have an unusable name',
  ASMX9001: 'A template is broken',
  ASMX9002: 'The generated code is malformed',
} as const;

/** Code of a diagnostic, stable across versions. */
export type DiagnosticCode = keyof typeof diagnosticTitles;
