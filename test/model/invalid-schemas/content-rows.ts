import { complex, derived, type FaultTable, type SoundTable, sequence } from './row.ts';

/** Content models (XML Schema part 1 section 3.8.6), and restrictions of them (section 3.9.6). */
export const contentRows: FaultTable = {
  'Element Declarations Consistent': [
    [
      'two types of one name',
      sequence(
        '<xs:element name="a" type="xs:int"/><xs:element name="b"/>¶<xs:element name="a" type="xs:string"/>',
      ),
      'ASMX3015',
    ],
    [
      'in a choice',
      complex(
        '<xs:choice><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b"/></xs:sequence><xs:sequence><xs:element name="c"/>¶<xs:element name="a" type="xs:date"/></xs:sequence></xs:choice>',
      ),
      'ASMX3015',
    ],
    [
      'types declared inside',
      sequence(
        '<xs:element name="a"><xs:complexType/></xs:element><xs:element name="b"/>¶<xs:element name="a"><xs:complexType/></xs:element>',
      ),
      'ASMX3015',
    ],
    [
      'a reference and a declaration',
      `<xs:element name="a" type="xs:int"/>${sequence('<xs:element ref="t:a"/><xs:element name="b"/>¶<xs:element name="a" type="xs:string"/>')}`,
      'ASMX3015',
    ],
    [
      'of base and extension',
      sequence('<xs:element name="a" type="xs:int"/><xs:element name="c"/>', 'B') +
        derived(
          'extension',
          't:B',
          '<xs:sequence>¶<xs:element name="a" type="xs:string"/></xs:sequence>',
        ),
      'ASMX3015',
    ],
  ],
  'Unique Particle Attribution': [
    [
      'an optional element before itself',
      sequence('<xs:element name="a" minOccurs="0"/>¶<xs:element name="a"/>'),
      'ASMX3015',
    ],
    [
      'branches that begin alike',
      complex(
        '<xs:choice><xs:sequence><xs:element name="a"/><xs:element name="b"/></xs:sequence><xs:sequence>¶<xs:element name="a"/><xs:element name="c"/></xs:sequence></xs:choice>',
      ),
      'ASMX3015',
    ],
    [
      'one element in two branches',
      complex('<xs:choice><xs:element name="a"/>¶<xs:element name="a"/></xs:choice>'),
      'ASMX3015',
    ],
    [
      'repetition before itself',
      sequence('<xs:element name="a" maxOccurs="unbounded"/>¶<xs:element name="a"/>'),
      'ASMX3015',
    ],
    [
      'a wildcard after an optional element',
      sequence('¶<xs:element name="a" minOccurs="0"/><xs:any/>'),
      'ASMX3015',
    ],
    [
      'a wildcard before an element',
      sequence('<xs:any minOccurs="0"/>¶<xs:element name="a"/>'),
      'ASMX3015',
    ],
    [
      'two wildcards',
      `¶${sequence('<xs:any minOccurs="0" namespace="##other"/><xs:any namespace="urn:x"/>')}`,
      'ASMX3015',
    ],
    [
      'a repeated group',
      complex(
        '<xs:sequence maxOccurs="unbounded"><xs:element name="a" minOccurs="0"/><xs:element name="b"/>¶<xs:element name="a" minOccurs="0"/></xs:sequence>',
      ),
      'ASMX3015',
    ],
    [
      'a member of a substitution group',
      `<xs:element name="h" type="xs:string"/><xs:element name="m" substitutionGroup="t:h"/>¶${complex('<xs:choice><xs:element ref="t:h"/><xs:element ref="t:m"/></xs:choice>')}`,
      'ASMX3015',
    ],
    [
      'an extension after a wildcard',
      sequence('<xs:element name="b"/><xs:any minOccurs="0" maxOccurs="unbounded"/>', 'B') +
        derived('extension', 't:B', '<xs:sequence>¶<xs:element name="a"/></xs:sequence>'),
      'ASMX3015',
    ],
    [
      'the count of a group',
      complex(
        '<xs:sequence><xs:sequence minOccurs="1" maxOccurs="2"><xs:element name="a"/></xs:sequence>¶<xs:element name="a"/></xs:sequence>',
      ),
      'ASMX3015',
    ],
  ],
};

/** Neighbours of these that XML Schema allows. */
export const soundContent: SoundTable = {
  'content without a choice': [
    complex('<xs:all><xs:element name="a" minOccurs="0"/><xs:element name="b"/></xs:all>'),
    sequence('<xs:element name="a" type="xs:int"/><xs:element name="a" type="xs:int"/>'),
    sequence('<xs:element name="a" minOccurs="2" maxOccurs="2"/><xs:element name="a"/>'),
    sequence(
      '<xs:element name="a" minOccurs="0"/><xs:element name="b"/><xs:element name="a" minOccurs="0"/>',
    ),
    sequence(
      '<xs:element name="a" minOccurs="0" maxOccurs="unbounded"/><xs:any namespace="##other" minOccurs="0"/>',
    ),
    complex(
      '<xs:choice maxOccurs="unbounded"><xs:element name="a"/><xs:element name="b"/></xs:choice>',
    ),
    complex(
      '<xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="a" minOccurs="0"/><xs:element name="b" maxOccurs="unbounded"/></xs:choice>',
    ),
    complex(
      '<xs:sequence minOccurs="2" maxOccurs="2"><xs:element name="a"/><xs:element name="b"/></xs:sequence>',
    ),
    sequence(
      '<xs:any namespace="urn:x" minOccurs="0"/><xs:any namespace="urn:y ##local" minOccurs="0"/><xs:element name="a"/>',
    ),
    `<xs:element name="h" type="xs:string"/><xs:element name="m" substitutionGroup="t:h"/>${sequence('<xs:element ref="t:h"/><xs:element ref="t:m"/>')}`,
    sequence(
      '<xs:element name="a" type="xs:int"/><xs:element name="b"><xs:complexType><xs:sequence><xs:element name="a" type="xs:date"/></xs:sequence></xs:complexType></xs:element>',
    ),
    sequence(
      '<xs:element name="a" type="xs:int"/><xs:element name="a" type="xs:int" form="unqualified"/>',
    ),
  ],
};
