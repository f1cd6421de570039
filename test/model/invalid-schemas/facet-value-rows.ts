import { type FaultTable, restriction, type SoundTable, twoSteps } from './row.ts';

/** Values that facets give (XML Schema part 2 section 4.3). */
export const facetValueRows: FaultTable = {
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
    ['no date', restriction('xs:date', '¶enumeration=2019-02-29'), 'ASMX3010'],
    ['no NCName', restriction('xs:NCName', '¶enumeration=a:b'), 'ASMX3010'],
    ['no NMTOKEN', restriction('xs:NMTOKEN', '¶enumeration=a_b'), 'ASMX3010'],
    ['no language', restriction('xs:language', '¶enumeration=toolonglanguage'), 'ASMX3010'],
    ['an odd number of hex digits', restriction('xs:hexBinary', '¶enumeration=ABC'), 'ASMX3010'],
    ['no base64', restriction('xs:base64Binary', '¶enumeration=A'), 'ASMX3010'],
    [
      'against a pattern of the base',
      twoSteps('xs:string', 'pattern=[a-z]+', '¶enumeration=A1'),
      'ASMX3010',
    ],
    ['too long for the base', twoSteps('xs:string', 'maxLength=2', '¶enumeration=abc'), 'ASMX3010'],
    [
      'out of the range of the base',
      twoSteps('xs:date', 'maxInclusive=2020-01-01', '¶enumeration=2020-01-02'),
      'ASMX3010',
    ],
    [
      'not among those of the base',
      twoSteps('xs:string', 'enumeration=a', '¶enumeration=b'),
      'ASMX3010',
    ],
    [
      'too many digits',
      twoSteps('xs:decimal', 'fractionDigits=1', '¶enumeration=1.23'),
      'ASMX3010',
    ],
    ['an item of a list', restriction('xs:NMTOKENS', '¶enumeration=a_,'), 'ASMX3010'],
    [
      'an item of a list of numbers',
      `<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType>${restriction('t:L', '¶enumeration=1_x')}`,
      'ASMX3010',
    ],
    [
      'of no member of a union',
      `<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean"/></xs:simpleType>${restriction('t:U', '¶enumeration=maybe')}`,
      'ASMX3010',
    ],
  ],
};

/** Neighbours of these that XML Schema allows. */
export const soundFacetValues: SoundTable = {
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
};
