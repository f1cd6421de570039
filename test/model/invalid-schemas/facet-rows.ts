import { complex, type FaultTable, restriction, type SoundTable, twoSteps } from './row.ts';

/** Facets of restrictions (XML Schema part 2 section 4.3). */
export const facetRows: FaultTable = {
  'applicable facets': [
    ['length of a number', restriction('xs:int', '¶length=2'), 'ASMX3003'],
    ['totalDigits of a text', restriction('xs:string', '¶totalDigits=2'), 'ASMX3003'],
    ['maxInclusive of a text', restriction('xs:token', '¶maxInclusive=2'), 'ASMX3003'],
    ['fractionDigits of a float', restriction('xs:double', '¶fractionDigits=2'), 'ASMX3003'],
    ['minLength of a date', restriction('xs:date', '¶minLength=2'), 'ASMX3003'],
    ['enumeration of a boolean', restriction('xs:boolean', '¶enumeration=true'), 'ASMX3003'],
    ['minInclusive of a list', restriction('xs:NMTOKENS', '¶minInclusive=2'), 'ASMX3003'],
    [
      'length of a union',
      `<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:string"/></xs:simpleType>${restriction('t:U', '¶length=2')}`,
      'ASMX3003',
    ],
    [
      'whiteSpace of a union',
      `<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:string"/></xs:simpleType>${restriction('t:U', '¶whiteSpace=collapse')}`,
      'ASMX3003',
    ],
    [
      'in simple content',
      complex(
        '<xs:simpleContent><xs:restriction base="t:C">¶<xs:length value="2"/></xs:restriction></xs:simpleContent>',
      ) + complex('<xs:simpleContent><xs:extension base="xs:int"/></xs:simpleContent>', 'C'),
      'ASMX3003',
    ],
  ],
  'values of facets': [
    ['a negative length', restriction('xs:string', '¶length=-1'), 'ASMX3003'],
    ['a length that is no number', restriction('xs:string', '¶maxLength=many'), 'ASMX3003'],
    ['no total digits', restriction('xs:decimal', '¶totalDigits=0'), 'ASMX3003'],
    ['an unknown whiteSpace', restriction('xs:string', '¶whiteSpace=trim'), 'ASMX3003'],
    ['a bound that is no number', restriction('xs:int', '¶minInclusive=low'), 'ASMX3003'],
    ['a bound that is no date', restriction('xs:date', '¶minInclusive=2020-13-01'), 'ASMX3003'],
    ['a date as bound of times', restriction('xs:time', '¶minInclusive=2020-01-01'), 'ASMX3003'],
    ['a bound that is no duration', restriction('xs:duration', '¶minInclusive=1Y'), 'ASMX3003'],
    [
      'no value',
      '<xs:simpleType name="A"><xs:restriction base="xs:string">¶<xs:length/></xs:restriction></xs:simpleType>',
      'ASMX1023',
    ],
    ['a pattern', restriction('xs:string', '¶pattern=[a'), 'ASMX3006'],
  ],
  'enumeration valid restriction': [
    ['no number', restriction('xs:int', '¶enumeration=one'), 'ASMX3003'],
  ],
};

/** Neighbours of these that are accepted. */
export const soundFacets: SoundTable = {
  'values of enumerations': [
    restriction('xs:date', 'enumeration=2020-02-29 enumeration=2020-01-01Z'),
    restriction('xs:NCName', 'enumeration=_a-b.c enumeration=é'),
    restriction('xs:language', 'enumeration=en-GB enumeration=x-klingon'),
    restriction('xs:hexBinary', 'enumeration=abCD enumeration='),
    restriction('xs:base64Binary', 'enumeration=QQ== enumeration=QUI= enumeration=QUJD'),
    restriction('xs:anyURI', 'enumeration=http://a/b_c'),
    twoSteps('xs:string', 'pattern=[a-z]+ pattern=[0-9]', 'enumeration=abc enumeration=7'),
    twoSteps('xs:decimal', 'totalDigits=3 fractionDigits=2', 'enumeration=1.230'),
    restriction('xs:NMTOKENS', 'enumeration=a_b'),
    `<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>${restriction('t:U', 'enumeration=5 enumeration=true')}`,
  ],
  // the generated code checks each; of two of one kind the last counts
  'facets that contradict each other': [
    restriction('xs:string', 'minLength=5 maxLength=3'),
    restriction('xs:date', 'minInclusive=2024-09-01 maxExclusive=2024-07-01'),
    restriction('xs:string', 'maxLength=2 maxLength=3'),
    twoSteps('xs:string', 'maxLength=4', 'maxLength=8'),
    twoSteps('xs:string', 'maxLength=5!', 'maxLength=4'),
    twoSteps('xs:string', 'whiteSpace=collapse', 'whiteSpace=replace'),
    twoSteps('xs:string', 'enumeration=a', 'enumeration=b'),
    restriction('xs:date', 'enumeration=2019-02-29'),
    restriction('xs:byte', 'maxInclusive=128'),
  ],
};
