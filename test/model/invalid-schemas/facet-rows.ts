import { complex, type FaultTable, restriction, type SoundTable, twoSteps } from './row.ts';

/** Constraints of XML Schema part 2, section 4.3. */
export const facetRows: FaultTable = {
  'length and minLength or maxLength': [
    ['minLength above length', restriction('xs:string', 'length=2 ¶minLength=3'), 'ASMX3011'],
    ['maxLength below length', restriction('xs:string', 'length=5 ¶maxLength=3'), 'ASMX3011'],
    ['both in one step', restriction('xs:string', 'length=2 ¶maxLength=9'), 'ASMX3011'],
    ['in a list', restriction('xs:NMTOKENS', 'length=2 ¶minLength=3'), 'ASMX3011'],
    ['length first, then minLength', twoSteps('xs:string', 'length=2', '¶minLength=3'), 'ASMX3011'],
    ['length first, then maxLength', twoSteps('xs:string', 'length=2', '¶maxLength=1'), 'ASMX3011'],
    ['minLength first, then length', twoSteps('xs:string', 'minLength=3', '¶length=2'), 'ASMX3010'],
    ['maxLength first, then length', twoSteps('xs:string', 'maxLength=3', '¶length=4'), 'ASMX3010'],
  ],
  'minLength less than or equal to maxLength': [
    ['in one step', restriction('xs:string', 'minLength=5 ¶maxLength=3'), 'ASMX3011'],
    ['the other way round', restriction('xs:string', 'maxLength=3 ¶minLength=5'), 'ASMX3011'],
    ['over two steps', twoSteps('xs:string', 'maxLength=3', '¶minLength=5'), 'ASMX3011'],
    ['of octets', restriction('xs:hexBinary', 'minLength=5 ¶maxLength=3'), 'ASMX3011'],
    ['of items', restriction('xs:IDREFS', 'minLength=5 ¶maxLength=3'), 'ASMX3011'],
  ],
  'minInclusive less than or equal to maxInclusive': [
    ['integers', restriction('xs:int', 'minInclusive=5 ¶maxInclusive=3'), 'ASMX3011'],
    ['decimals', restriction('xs:decimal', 'minInclusive=.51 ¶maxInclusive=0.5'), 'ASMX3011'],
    [
      'integers too large for a number',
      restriction('xs:integer', 'minInclusive=9007199254740993 ¶maxInclusive=9007199254740992'),
      'ASMX3011',
    ],
    ['floats', restriction('xs:double', 'minInclusive=1e3 ¶maxInclusive=999'), 'ASMX3011'],
    ['infinities', restriction('xs:float', 'minInclusive=INF ¶maxInclusive=-INF'), 'ASMX3011'],
    [
      'dates',
      restriction('xs:date', 'minInclusive=2020-02-01 ¶maxInclusive=2020-01-31'),
      'ASMX3011',
    ],
    [
      'dates with zones',
      restriction(
        'xs:dateTime',
        'minInclusive=2020-01-01T00:00:00-05:00 ¶maxInclusive=2020-01-01T01:00:00Z',
      ),
      'ASMX3011',
    ],
    ['times', restriction('xs:time', 'minInclusive=12:00:00 ¶maxInclusive=11:59:59'), 'ASMX3011'],
    ['years', restriction('xs:gYear', 'minInclusive=2001 ¶maxInclusive=2000'), 'ASMX3011'],
    [
      'years before our era',
      restriction('xs:gYear', 'minInclusive=-0001 ¶maxInclusive=-0002'),
      'ASMX3011',
    ],
    ['days', restriction('xs:gDay', 'minInclusive=---15 ¶maxInclusive=---14'), 'ASMX3011'],
    ['durations', restriction('xs:duration', 'minInclusive=P1Y ¶maxInclusive=P11M'), 'ASMX3011'],
    [
      'durations of days',
      restriction('xs:duration', 'minInclusive=P367D ¶maxInclusive=P1Y'),
      'ASMX3011',
    ],
    ['over two steps', twoSteps('xs:int', 'maxInclusive=3', '¶minInclusive=5'), 'ASMX3011'],
  ],
  'bounds that exclude': [
    [
      'minExclusive above maxExclusive',
      restriction('xs:int', 'minExclusive=5 ¶maxExclusive=3'),
      'ASMX3011',
    ],
    [
      'minExclusive at maxInclusive',
      restriction('xs:int', 'minExclusive=5 ¶maxInclusive=5'),
      'ASMX3011',
    ],
    [
      'minInclusive at maxExclusive',
      restriction('xs:date', 'minInclusive=2020-01-01 ¶maxExclusive=2020-01-01'),
      'ASMX3011',
    ],
    [
      'minExclusive above maxInclusive',
      restriction('xs:duration', 'minExclusive=P2D ¶maxInclusive=PT24H'),
      'ASMX3011',
    ],
    [
      'minInclusive above maxExclusive',
      restriction('xs:decimal', 'minInclusive=5.5 ¶maxExclusive=5.4'),
      'ASMX3011',
    ],
    ['minExclusive at the greatest value', restriction('xs:byte', '¶minExclusive=127'), 'ASMX3011'],
  ],
  'minInclusive and minExclusive': [
    ['both', restriction('xs:int', 'minInclusive=5 ¶minExclusive=3'), 'ASMX3011'],
    [
      'maxInclusive and maxExclusive',
      restriction('xs:int', 'maxInclusive=5 ¶maxExclusive=9'),
      'ASMX3011',
    ],
    [
      'of dates',
      restriction('xs:date', 'minExclusive=2020-01-01 ¶minInclusive=2020-01-02'),
      'ASMX3011',
    ],
  ],
  'fractionDigits less than or equal to totalDigits': [
    ['in one step', restriction('xs:decimal', 'totalDigits=3 ¶fractionDigits=4'), 'ASMX3011'],
    ['over two steps', twoSteps('xs:decimal', 'fractionDigits=4', '¶totalDigits=3'), 'ASMX3011'],
    ['of an integer', restriction('xs:int', '¶fractionDigits=2'), 'ASMX3010'],
  ],
  'Single Facet Value': [
    ['length', restriction('xs:string', 'length=2 ¶length=2'), 'ASMX3011'],
    ['maxLength', restriction('xs:string', 'maxLength=2 ¶maxLength=3'), 'ASMX3011'],
    ['minInclusive', restriction('xs:int', 'minInclusive=2 ¶minInclusive=3'), 'ASMX3011'],
    ['totalDigits', restriction('xs:decimal', 'totalDigits=2 ¶totalDigits=3'), 'ASMX3011'],
    ['whiteSpace', restriction('xs:string', 'whiteSpace=replace ¶whiteSpace=collapse'), 'ASMX3011'],
  ],
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
  'whiteSpace valid restriction': [
    ['a collapsed type preserves', restriction('xs:token', '¶whiteSpace=preserve'), 'ASMX3010'],
    ['a number replaces', restriction('xs:int', '¶whiteSpace=replace'), 'ASMX3010'],
    [
      'a normalized type preserves',
      restriction('xs:normalizedString', '¶whiteSpace=preserve'),
      'ASMX3010',
    ],
    ['a list replaces', restriction('xs:NMTOKENS', '¶whiteSpace=replace'), 'ASMX3010'],
    [
      'over two steps',
      twoSteps('xs:string', 'whiteSpace=collapse', '¶whiteSpace=replace'),
      'ASMX3010',
    ],
  ],
  'valid restriction of bounds': [
    ['maxLength', twoSteps('xs:string', 'maxLength=3', '¶maxLength=4'), 'ASMX3010'],
    ['minInclusive', twoSteps('xs:int', 'minInclusive=3', '¶minInclusive=2'), 'ASMX3010'],
    [
      'maxInclusive above maxExclusive',
      twoSteps('xs:int', 'maxExclusive=3', '¶maxInclusive=3'),
      'ASMX3010',
    ],
    ['a duration', twoSteps('xs:duration', 'maxInclusive=P1M', '¶maxInclusive=P32D'), 'ASMX3010'],
    [
      'a time in another zone',
      twoSteps('xs:time', 'maxInclusive=12:00:00Z', '¶maxInclusive=12:00:00-01:00'),
      'ASMX3010',
    ],
    [
      'minInclusive above the maximum',
      twoSteps('xs:int', 'maxInclusive=3', '¶minInclusive=4'),
      'ASMX3011',
    ],
    ['totalDigits', twoSteps('xs:decimal', 'totalDigits=3', '¶totalDigits=4'), 'ASMX3010'],
    ['beyond the built-in', restriction('xs:byte', '¶maxInclusive=128'), 'ASMX3010'],
  ],
  'fixed facets': [
    ['maxLength', twoSteps('xs:string', 'maxLength=5!', '¶maxLength=4'), 'ASMX3011'],
    ['minInclusive', twoSteps('xs:int', 'minInclusive=5!', '¶minInclusive=6'), 'ASMX3011'],
    [
      'whiteSpace',
      twoSteps('xs:string', 'whiteSpace=replace!', '¶whiteSpace=collapse'),
      'ASMX3011',
    ],
    [
      'two steps above',
      `${twoSteps('xs:decimal', 'totalDigits=5!', 'minInclusive=1')}${restriction('t:B', '¶totalDigits=4', 'C')}`,
      'ASMX3011',
    ],
  ],
};

/** Neighbours of these that XML Schema allows. */
export const soundFacets: SoundTable = {
  'lengths that agree': [
    restriction('xs:string', 'minLength=3 maxLength=3'),
    twoSteps('xs:string', 'minLength=2 maxLength=9', 'length=2'),
    twoSteps('xs:string', 'length=4', 'pattern=[a-z]+'),
    restriction('xs:hexBinary', 'length=0'),
  ],
  'bounds that leave values': [
    restriction('xs:int', 'minInclusive=3 maxInclusive=3'),
    restriction('xs:integer', 'minInclusive=9007199254740992 maxInclusive=9007199254740993'),
    restriction('xs:decimal', 'minExclusive=5.4 maxInclusive=5.5'),
    restriction('xs:int', 'minExclusive=5 maxExclusive=5'),
    restriction('xs:date', 'minInclusive=2020-01-31 maxInclusive=2020-02-01'),
    restriction(
      'xs:dateTime',
      'minInclusive=2020-01-01T00:00:00Z maxInclusive=2020-01-01T00:00:00-05:00',
    ),
    restriction('xs:duration', 'minInclusive=P1M maxInclusive=P30D'),
    restriction('xs:duration', 'minInclusive=P11M maxInclusive=P1Y'),
    restriction('xs:gYear', 'minInclusive=-0002 maxInclusive=0001'),
    restriction('xs:double', 'minInclusive=-INF maxInclusive=1E3'),
    restriction('xs:time', 'minInclusive=00:00:00 maxInclusive=24:00:00'),
    twoSteps('xs:int', 'minInclusive=3', 'minExclusive=3'),
    twoSteps('xs:int', 'minExclusive=3', 'minInclusive=4'),
  ],
  'digits that agree': [
    restriction('xs:decimal', 'totalDigits=4 fractionDigits=4'),
    restriction('xs:int', 'fractionDigits=0 totalDigits=3'),
  ],
  'facets given once': [
    restriction('xs:string', 'pattern=a|b pattern=c enumeration=a enumeration=c'),
    twoSteps('xs:string', 'maxLength=9', 'maxLength=8'),
  ],
  'white space made narrower': [
    twoSteps('xs:string', 'whiteSpace=replace', 'whiteSpace=collapse'),
    restriction('xs:int', 'whiteSpace=collapse'),
    restriction('xs:NMTOKENS', 'whiteSpace=collapse'),
  ],
  'fixed facets repeated': [
    twoSteps('xs:string', 'maxLength=5!', 'maxLength=5'),
    twoSteps('xs:decimal', 'minInclusive=1.0!', 'minInclusive=1.00'),
  ],
};
