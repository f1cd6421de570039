import { type Explanations, operations, wsdl, yaml } from './explanation.ts';

const latin = new Uint8Array([
  ...new TextEncoder().encode('<?xml version="1.0" encoding="utf-8"?>\n<!-- Sch'),
  0xfc,
  ...new TextEncoder().encode('ler -->\n<definitions />\n'),
]);

/** Groups in groups. */
function nested(depth: number): string {
  const inside = `${'<s:sequence>'.repeat(depth)}${'</s:sequence>'.repeat(depth)}`;
  return `      <s:group name="Deep">${inside}</s:group>`;
}

/** 1xxx: reading a file. */
export const reading: Explanations = {
  ASMX1001: {
    meaning: 'There is no such file, it is a folder, or it cannot be read. The exit code is 2.',
    solution:
      'Check the path. Paths on the command line are relative to the working directory, those in a configuration to its folder.',
    example: { shown: '', file: 'school.yaml', files: {} },
  },
  ASMX1002: {
    meaning:
      'The file is XML, but its root is not `wsdl:definitions` of WSDL 1.1, or it is YAML or JSON without the key `asmx`. Or it is a discovery document or a web page that names no contract, or several.',
    solution:
      'Name the WSDL itself: a browser shows it at the address of the service with `?WSDL`. A YAML contract begins with `asmx: 1`. Of several contracts, name one: the message lists them.',
    example: {
      shown: '<html><body>School Web Service</body></html>\n',
      file: 'school.wsdl',
      files: { 'school.wsdl': '<html><body>School Web Service</body></html>\n' },
    },
  },
  ASMX1003: {
    meaning:
      'The file declares an encoding and contains bytes that are invalid in it. Usually it was saved in another encoding.',
    solution:
      'Save it in the encoding that its XML declaration names, preferably UTF-8, or correct the declaration.',
    example: {
      shown: '<?xml version="1.0" encoding="utf-8"?>\n<!-- Schüler, saved as ISO-8859-1 -->\n',
      file: 'school.wsdl',
      files: { 'school.wsdl': latin },
    },
  },
  ASMX1010: {
    meaning: 'The file is not well-formed YAML (or JSON).',
    solution:
      'Look for an unclosed bracket or quote, a tab, or a line with too little or too much indentation.',
    example: yaml(
      'asmx: 1\nname: School\nnamespace: http://example.org/school\nservices:\n  School: { operations: { Ping: {} }\n',
    ),
  },
  ASMX1011: {
    meaning:
      'The notation has no such key at this place. Unknown keys are never ignored, so that a misspelt key is noticed.',
    solution: 'Correct or remove it. [The notation](yaml-notation.md) lists the keys.',
    example: operations('      AuthCode: { paramters: { code: string } }\n'),
  },
  ASMX1012: {
    meaning: 'A required key is missing.',
    solution: 'Add it. [The notation](yaml-notation.md) lists the required keys.',
    example: yaml('asmx: 1\nname: School\nservices:\n  School: { operations: { Ping: } }\n'),
  },
  ASMX1013: {
    meaning:
      'The key exists, but its value has the wrong kind: a number instead of a text, or a word that is not allowed.',
    solution: 'Write a value of the kind that the message names.',
    example: operations('      Ping: { oneWay: perhaps }\n'),
  },
  ASMX1014: {
    meaning: 'A type expression in a YAML contract is malformed.',
    solution:
      'Write a name, optionally followed by `?`, `[]`, `*` or `| null`, as [the notation](yaml-notation.md#types-of-fields) explains.',
    example: operations('      AuthCode: { parameters: { codes: "string[" } }\n'),
  },
  ASMX1015: {
    meaning:
      'A type with `[]` stands without quotes in `{ }` or `[ ]`, where YAML takes `[]` for a list. It is read as it is meant, but editors and other readers of YAML refuse the file.',
    solution: 'Put the type in quotes.',
    example: operations('      SetCodes: { parameters: { codes: string[] } }\n'),
  },
  ASMX1020: {
    meaning: 'The file is not well-formed XML.',
    solution:
      'Correct the place. If the file was downloaded, check whether the download is incomplete or an HTML page.',
    example: wsdl({ types: '      <s:element name="Student" type="s:string">\n' }),
  },
  ASMX1021: {
    meaning:
      'A DOCTYPE can make a reader fetch files and expand a few bytes to gigabytes. No WSDL needs one. That of a schema is skipped if it declares only elements, attributes and internal entities, as those of W3C do; entities are never expanded.',
    solution: 'Remove it, and replace the entities it declares by characters.',
    example: {
      shown:
        '<!DOCTYPE definitions [<!ENTITY school SYSTEM "file:///etc/passwd">]>\n<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" />\n',
      file: 'school.wsdl',
      files: {
        'school.wsdl':
          '<!DOCTYPE definitions [<!ENTITY school SYSTEM "file:///etc/passwd">]>\n<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" />\n',
      },
    },
  },
  ASMX1022: {
    meaning: 'WSDL or XML Schema does not allow this element at this place.',
    solution: 'Correct the spelling or the place. Extensions belong in a namespace of their own.',
    example: wsdl({
      types: '      <s:complexType name="Student"><s:sequense /></s:complexType>\n',
    }),
  },
  ASMX1023: {
    meaning: 'A required attribute is missing, or the value of an attribute is malformed.',
    solution: 'Add or correct it.',
    example: wsdl({ types: '      <s:complexType><s:sequence /></s:complexType>\n' }),
  },
  ASMX1024: {
    meaning:
      'WSDL or XML Schema allows it, but this tool does not support it. As a warning: the operation is left out, the others are generated. See [What is supported](support.md).',
    solution: 'Remove the construct, or leave the operation out with `only`.',
    example: wsdl({
      portType:
        '  <portType name="SchoolSoap">\n    <operation name="Ping"><input message="tns:PingIn" /><output message="tns:PingOut" /></operation>\n    <operation name="Alarm"><output message="tns:PingOut" /></operation>\n  </portType>\n',
    }),
  },
  ASMX1025: {
    meaning:
      'An element of a schema contains text, an element that XML Schema does not define, or two of something that it may contain once. The message says what is read; other tools may read something else, or refuse the schema.',
    solution:
      'Remove what is not allowed. Notes belong in `annotation`, inside `documentation` or `appinfo`.',
    example: wsdl({
      types: `      <s:element name="Course" type="s:string">the course</s:element>
`,
    }),
  },
  ASMX1030: {
    meaning:
      'A WSDL or schema names another file that cannot be read, or that is neither WSDL nor XML Schema. It is an error if names of that file are used; these are counted instead of reported one by one.',
    solution:
      'Put the file at the location, which is relative to the file that names it, or correct the location.',
    example: wsdl({
      top: '  <import namespace="http://example.org/common" location="common.wsdl" />\n',
    }),
  },
  ASMX1031: {
    meaning:
      'A contract imports a file from another machine. Reading a contract never fetches anything, so that a contract cannot make your machine send requests.',
    solution:
      'Download the contract with all its imports: `npx asmx-gen init URL --allow-host HOST`.',
    example: wsdl({
      top: '  <import namespace="http://example.org/common" location="http://example.org/common.wsdl" />\n',
    }),
  },
  ASMX1032: {
    meaning:
      'The contract is larger, deeper or more entangled than any real one: limits on bytes, files, nesting and repetition prevent a hostile contract from exhausting memory.',
    solution: 'Split the contract. If it is a real one, please report it.',
    example: {
      ...wsdl({ types: `${nested(300)}\n` }),
      shown: '<s:group><s:sequence><s:sequence><s:sequence> and 300 more\n',
    },
  },
  ASMX1033: {
    meaning:
      'A fetched file differs from the locked one, or the lock is malformed. The service was changed, or another one answers in its place.',
    solution:
      'Look at the changes with `npx asmx-gen init --update`, which downloads the files again and shows them. Programs pass the lock to `loadContract`.',
    example: {
      ...wsdl({
        top: '  <import namespace="http://example.org/common" location="http://example.org/common.wsdl" />\n',
      }),
      remote: {
        url: 'http://example.org/common.wsdl',
        text: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="http://example.org/common" />',
        locked: '0'.repeat(64),
      },
    },
  },
  ASMX1034: {
    meaning:
      'With `--confine DIR` or `confine` in the configuration, imports are read from one folder only. This one is outside, because of its location or a symbolic link.',
    solution: 'Put the document into the folder, or name a folder that contains both.',
    example: {
      ...wsdl(
        {
          top: '  <import namespace="http://example.org/common" location="../common.wsdl" />\n',
        },
        {},
      ),
      steps: [['check', 'school.wsdl', '--confine', '.']],
    },
  },
};
