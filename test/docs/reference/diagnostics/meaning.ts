import { type Explanations, operations, wsdl, yaml } from './explanation.ts';

const renaming = `{ "contracts": [{ "input": "school.yaml", "naming": { "School.Ping": "test", "School.Pong": "test" } }] }\n`;

/** 2xxx to 4xxx: references, meaning, names. */
export const meaning: Explanations = {
  ASMX2001: {
    meaning: 'A name refers to something that neither this contract nor its imports define.',
    solution: 'Correct the spelling or the prefix, or add the definition or the import.',
    example: operations(
      '      Enrol: { parameters: { student: Studnet } }\n',
      'types:\n  Student: { fields: { id: int } }\n',
    ),
  },
  ASMX2002: {
    meaning: 'Two definitions have the same name, or two services the same address.',
    solution: 'Rename or remove one of them.',
    example: operations('      Ping: {}\n      Ping: {}\n'),
  },
  ASMX2003: {
    meaning:
      'A definition depends on itself: for example, a type extends itself or a group contains itself.',
    solution: 'Break the cycle. A type may have a field of its own type, but cannot extend itself.',
    example: operations(
      '      Enrol: { parameters: { student: Student } }\n',
      'types:\n  Student: { extends: Person, fields: {} }\n  Person: { extends: Student, fields: {} }\n',
    ),
  },
  ASMX3001: {
    meaning:
      'A name of the contract is not an XML name (NCName). For example, it begins with a digit, or contains a space or a colon.',
    solution: 'Write it with letters, digits, `_`, `-` and `.`, beginning with a letter or `_`.',
    example: operations('      "Auth Code": {}\n'),
  },
  ASMX3002: {
    meaning:
      'A binding describes an operation that its portType does not have, or lacks one that it has.',
    solution:
      'Make the two agree: each operation of a binding is in its portType under the same name.',
    example: wsdl({
      binding: `  <binding name="SchoolSoap" type="tns:SchoolSoap">
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" />
    <operation name="Pong">
      <soap:operation soapAction="" />
      <input><soap:body use="literal" /></input>
      <output><soap:body use="literal" /></output>
    </operation>
  </binding>
`,
    }),
  },
  ASMX3003: {
    meaning:
      'The schema breaks a rule of XML Schema, for example with bounds that no value satisfies or a base that cannot be extended.',
    solution: 'The message says which rule. Correct the schema.',
    example: wsdl({
      types:
        '      <s:complexType name="Student"><s:sequence><s:element name="id" minOccurs="2" maxOccurs="1" /></s:sequence></s:complexType>\n',
    }),
  },
  ASMX3004: {
    meaning:
      'A message cannot be sent over its binding: an operation with complex parameters over GET or POST, a part whose `element` names a type, a fault with several parts.',
    solution:
      'Change the message, or remove the binding from the operation. A warning needs no change: the contract is read as intended.',
    example: operations(
      '      Enrol: { bindings: [soap11, httpGet], parameters: { student: Student } }\n',
      'types:\n  Student: { fields: { id: int } }\n',
    ),
  },
  ASMX3005: {
    meaning:
      'There is no service or operation to generate: the contract has none, `only` selects none, or `lenient` leaves none.',
    solution:
      'Check whether this is the right file. A WSDL may import the services from another one; name that one.',
    example: yaml('asmx: 1\nname: School\nnamespace: http://example.org/school\nservices: {}\n'),
  },
  ASMX3006: {
    meaning:
      'The contract is valid, but something in it does not mean what its author probably intended. The generated code follows the contract.',
    solution: 'Read the message. If the service is not yours, you can ignore it.',
    example: wsdl({
      portType: `  <portType name="SchoolSoap">
    <operation name="Ping" parameterOrder="id">
      <input message="tns:PingIn" /><output message="tns:PingOut" />
    </operation>
  </portType>
`,
    }),
  },
  ASMX3007: {
    meaning:
      '`convert` would lose something that the target notation cannot express. Everything it cannot express is listed. As a warning of `init` for help pages: the pages do not show it.',
    solution: 'Stay with WSDL, or change the contract so that the notation can express it.',
    example: {
      ...wsdl({
        types: `      <s:complexType name="Contact"><s:choice>
        <s:element name="phone" type="s:string" />
        <s:element name="mail" type="s:string" />
      </s:choice></s:complexType>
      <s:element name="Call" type="tns:Contact" />
`,
        message:
          '  <message name="PingIn"><part name="parameters" element="tns:Call" /></message>\n',
      }),
      steps: [['convert', 'school.wsdl', '--to', 'yaml']],
    },
  },
  ASMX3012: {
    meaning:
      'A `default` or `fixed` value can never be used: it is on a required attribute, on an identifier, on content that requires elements, or contradicts the declaration that is referred to.',
    solution: 'Remove the value, or change what contradicts it.',
    example: wsdl({
      types: `      <s:complexType name="Student"><s:attribute name="term" type="s:int" use="required" default="1" /></s:complexType>
`,
    }),
  },
  ASMX3014: {
    meaning:
      'The `id` of an element of a schema must be a name that is unique in the document. Tools that look up a declaration by its `id` find the wrong one, and validators refuse the schema.',
    solution: 'Change or remove it: generated code does not depend on it.',
    example: wsdl({
      types: `      <s:element name="Course" id="course" />
      <s:element name="Courses" id="course" />
`,
    }),
  },
  ASMX3015: {
    meaning:
      'Either a name has two different types within one type, or two particles may match the same element. An example is an optional element followed by a wildcard for any namespace. XML Schema 1.0 forbids both. Some tools refuse the schema. Content models of more than 300 particles are not checked.',
    solution:
      'Give both the same type, or join or rename them; restrict the wildcard to other namespaces (`##other`).',
    example: wsdl({
      types: `      <s:complexType name="Student"><s:sequence><s:element name="phone" minOccurs="0" /><s:any minOccurs="0" /></s:sequence></s:complexType>
`,
    }),
  },
  ASMX3016: {
    meaning:
      'No message can contain the attribute: it is called `xmlns`, is in the namespace of `xsi:type`, or is the second one of type `ID` in one type.',
    solution: 'Rename or remove it, or give it another type.',
    example: wsdl({
      types: `      <s:complexType name="Student"><s:attribute name="id" type="s:ID" /><s:attribute name="key" type="s:ID" /></s:complexType>
`,
    }),
  },
  ASMX3017: {
    meaning:
      'A policy of the contract demands what generated code cannot do, and no alternative goes without it: Kerberos, a secure conversation, a symmetric key that is sent encrypted, reliable messaging, or an assertion that is not known. Calls may be refused. `inspect` shows everything that the policies demand.',
    solution: 'Ask for another endpoint, or put a gateway in front, as the help says.',
    example: wsdl({
      top: `  <Policy xmlns="http://www.w3.org/ns/ws-policy" xml:id="Kerberos">
    <KerberosToken xmlns="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" />
  </Policy>
`,
      binding: `  <binding name="SchoolSoap" type="tns:SchoolSoap">
    <PolicyReference xmlns="http://www.w3.org/ns/ws-policy" URI="#Kerberos" />
    <soap:binding transport="http://schemas.xmlsoap.org/soap/http" />
    <operation name="Ping">
      <soap:operation soapAction="http://example.org/school/Ping" />
      <input><soap:body use="literal" /></input>
      <output><soap:body use="literal" /></output>
    </operation>
  </binding>
`,
    }),
  },
  ASMX4001: {
    meaning:
      'Methods have the name of their operation with the first letter lowered. With the names in the configuration, two operations of a service would become the same method.',
    solution: 'Choose another name under `naming`.',
    example: {
      shown: renaming,
      file: 'asmx-gen.config.json',
      files: {
        ...operations('      Ping: {}\n      Pong: {}\n').files,
        'asmx-gen.config.json': renaming,
      },
      steps: [['check']],
    },
  },
};
