import { describe, expect, test } from '@jest/globals';
import type { Diagnostic, SourceFile, Span } from '../../src/diagnostics/diagnostic.ts';
import {
  codeFrame,
  countDiagnostics,
  reportGithub,
  reportJson,
  reportText,
} from '../../src/diagnostics/report.ts';
import { didYouMean, suggest } from '../../src/diagnostics/words.ts';

describe('code frame', () => {
  /** A span over the text between `«` and `»`, which are taken out. */
  function marked(text: string): Span {
    const start = text.indexOf('«');
    const end = text.indexOf('»') - 1;
    return { file: { path: 'a.yaml', text: text.replace(/[«»]/g, '') }, start, end };
  }

  function frame(text: string, before = 1): string[] {
    return codeFrame(marked(text), { before }).split('\n');
  }

  describe('codeFrame', () => {
    const table: readonly (readonly [string, string, readonly string[]])[] = [
      [
        'shows the line before and underlines the span',
        'a: 1\nservices:\n  input: «AuthCodeIn»\nlast: 1\n',
        ['   2 | services:', ' > 3 |   input: AuthCodeIn', '     |          ^^^^^^^^^^'],
      ],
      ['has no line before the first', '«asmx»: 2', [' > 1 | asmx: 2', '     | ^^^^']],
      ['marks an empty span', 'a: «»', [' > 1 | a:', '     |    ^']],
      [
        'aligns line numbers of different length',
        `${'\n'.repeat(8)}nine\n«ten»`,
        ['    9 | nine', ' > 10 | ten', '      | ^^^'],
      ],
      [
        'expands tabs to tab stops',
        'a\tb\t«code»\tx',
        [' > 1 | a   b   code    x', '     |         ^^^^'],
      ],
      [
        'counts wide characters as two columns',
        '名前: «学校» x',
        [' > 1 | 名前: 学校 x', '     |       ^^^^'],
      ],
      [
        'counts combining marks and emoji as they are shown',
        'e\u0301: 😀 «x»',
        [' > 1 | e\u0301: 😀 x', '     |       ^'],
      ],
      [
        'shows no control and no turning characters',
        'a\u001b[31m: «\u202ex»',
        [' > 1 | a\\u001b[31m: \\u202ex', '     |              ^^^^^^^'],
      ],
      ['drops the carriage return of a line end', 'a: «b»\r\nc', [' > 1 | a: b', '     |    ^']],
      [
        'shows every line of a short span',
        'x\na: «[\n  1,\n]»\n',
        ['   1 | x', ' > 2 | a: [', '     |    ^', ' > 3 |   1,', ' > 4 | ]'],
      ],
      [
        'leaves the middle of a long span out',
        '«a\nb\nc\nd\ne\nf»',
        [' > 1 | a', '     | ^', ' > 2 | b', '     | …', ' > 6 | f'],
      ],
      [
        'ends with the line when the span ends after its line end',
        '«ab\n»cd',
        [' > 1 | ab', '     | ^^'],
      ],
    ];
    test.each(table)('%s', (_name, text, lines) => {
      expect(frame(text)).toEqual(lines);
    });

    test('cuts a long line around the span and keeps the carets under it', () => {
      const lines = frame(`${'a'.repeat(500)} «wrong» ${'b'.repeat(500)}`);
      const [text = '', carets = ''] = lines;
      expect(text.startsWith(' > 1 | …a')).toBe(true);
      expect(text.endsWith('b…')).toBe(true);
      expect(text.length).toBeLessThan(110);
      const at = carets.indexOf('^');
      expect(carets.slice(at)).toBe('^^^^^');
      expect(text.slice(at, at + 5)).toBe('wrong');
    });

    test('cuts a long line after a span near its beginning', () => {
      const [text = '', carets = ''] = frame(`x: «y» ${'b'.repeat(500)}`);
      expect(text.startsWith(' > 1 | x: y b')).toBe(true);
      expect(text.endsWith('b…')).toBe(true);
      expect(carets).toBe('     |    ^');
    });

    test('cuts a span that is longer than the window', () => {
      const [text = '', carets = ''] = frame(`«${'z'.repeat(3000)}»`);
      expect(text).toBe(` > 1 | ${'z'.repeat(96)}…`);
      expect(carets).toBe(`     | ${'^'.repeat(96)}`);
    });

    test('shows the end of a long line', () => {
      const [text = '', carets = ''] = frame(`${'a'.repeat(500)}«end»`);
      expect(text.endsWith('aend')).toBe(true);
      expect(text.slice(carets.indexOf('^'))).toBe('end');
    });

    test('finds its way in a line of a million characters', () => {
      const [text = '', carets = ''] = frame(`${'a'.repeat(600_000)}«wrong»${'b'.repeat(400_000)}`);
      expect(text.slice(carets.indexOf('^'), carets.length)).toBe('wrong');
      expect(text.length).toBeLessThan(110);
    });

    test('dresses marks and rules only when asked', () => {
      const drawn = codeFrame(marked('a: «b»'), {
        before: 0,
        highlight: (text) => `<${text}>`,
        dim: (text) => `(${text})`,
      });
      expect(drawn).toBe('< > >(1 |) a: b\n     (|)    <^>');
    });
  });
});

describe('reporters', () => {
  const file: SourceFile = {
    path: 'specs/school.asmx.yaml',
    text: `${'\n'.repeat(12)}  - name: AuthCode\n    input: AuthCodeIn\n\nmessages:\n  AuthCodeInput: {}\n`,
  };
  const at = (text: string) => {
    const start = file.text.indexOf(text);
    return { file, start, end: start + text.length };
  };
  const unknown: Diagnostic = {
    code: 'ASMX2003',
    severity: 'error',
    message: "message 'AuthCodeIn' is not defined",
    span: { file, start: at('AuthCodeIn\n').start, end: at('AuthCodeIn\n').end - 1 },
    help: "did you mean 'AuthCodeInput'?",
    related: [{ message: "'AuthCodeInput' is defined here", span: at('AuthCodeInput') }],
  };
  const early: Diagnostic = {
    code: 'ASMX6001',
    severity: 'warning',
    message: '100% odd: a, b',
    span: at('name'),
  };
  const placeless: Diagnostic = { code: 'ASMX5001', severity: 'hint', message: 'no file' };

  describe('reportText', () => {
    test('shows place, frame, help and related places', () => {
      expect(reportText([unknown])).toBe(
        [
          "specs/school.asmx.yaml:14:12 error ASMX2003: message 'AuthCodeIn' is not defined",
          '   13 |   - name: AuthCode',
          ' > 14 |     input: AuthCodeIn',
          '      |            ^^^^^^^^^^',
          "   help: did you mean 'AuthCodeInput'?",
          "   specs/school.asmx.yaml:17:3 'AuthCodeInput' is defined here",
          ' > 17 |   AuthCodeInput: {}',
          '      |   ^^^^^^^^^^^^^',
          '',
        ].join('\n'),
      );
    });

    test('orders by place, says each once, separates by an empty line', () => {
      const text = reportText([unknown, early, unknown, placeless]);
      expect(text.split('\n').filter((line) => /ASMX\d/.test(line))).toEqual([
        'hint ASMX5001: no file',
        'specs/school.asmx.yaml:13:5 warning ASMX6001: 100% odd: a, b',
        "specs/school.asmx.yaml:14:12 error ASMX2003: message 'AuthCodeIn' is not defined",
      ]);
      expect(text.split('\n\n')).toHaveLength(3);
    });

    const many = (count: number, of: Partial<Diagnostic>): readonly Diagnostic[] =>
      Array.from({ length: count }, (_, at) => ({ ...early, message: `number ${at}`, ...of }));

    test('shows 20 of one code, and counts the rest', () => {
      const text = reportText([...many(25, {}), ...many(3, { code: 'ASMX6002' })]);
      expect(text.match(/^.*warning ASMX6001: number/gm)).toHaveLength(20);
      expect(text.match(/^.*warning ASMX6002: number/gm)).toHaveLength(3);
      expect(text).toContain('\n\nanother 5 warnings of ASMX6001\n');
      expect(text.endsWith('   help: --reporter json lists all of them\n')).toBe(true);
    });

    test('shows errors rather than warnings of their code', () => {
      const text = reportText([
        ...many(30, {}),
        ...many(19, { severity: 'error', span: unknown.span }),
      ]);
      expect(text.match(/ error ASMX6001: number/g)).toHaveLength(19);
      expect(text.match(/ warning ASMX6001: number/g)).toHaveLength(1);
      expect(text).toContain('\nanother 29 warnings of ASMX6001\n');
    });

    test('shows what many others follow from last', () => {
      const cause: Diagnostic = { ...placeless, message: 'the cause', consequences: 580 };
      const text = reportText([cause, ...many(25, {})]);
      expect(text.endsWith('\n\nhint ASMX5001: the cause\n')).toBe(true);
    });

    test('leaves out the middle of a message without end', () => {
      const [line = ''] = reportText([{ ...placeless, message: 'ab'.repeat(4000) }]).split('\n');
      expect(line.length).toBeLessThan(1100);
      expect(line).toContain(' … ');
    });

    test('writes nothing for nothing', () => {
      expect(reportText([])).toBe('');
    });

    test('uses colour only when asked, whatever the terminal', () => {
      const esc = String.fromCharCode(27);
      expect(reportText([unknown])).not.toContain(esc);
      const coloured = reportText([unknown], { colour: true });
      expect(coloured).toContain(`${esc}[31merror ASMX2003${esc}[39m`);
      const plain = coloured.replaceAll(new RegExp(`${esc}\\[\\d+m`, 'g'), '');
      expect(plain).toBe(reportText([unknown]));
    });

    test('lets no esc sequence of a contract through', () => {
      const esc = String.fromCharCode(27);
      const text = reportText([{ ...placeless, message: `name '${esc}[2J'`, help: `a${esc}b` }]);
      expect(text).toBe("hint ASMX5001: name '\\u001b[2J'\n   help: a\\u001bb\n");
    });

    test('lets no control character of a contract into a workflow command', () => {
      const text = reportGithub([
        { ...placeless, message: 'a\u001b[2Jb\u009bc\r::error::x\u2028::y', help: 'd\n::z' },
      ]);
      expect(text).toBe(
        '::notice title=ASMX5001::a\\u001b[2Jb\\u009bc\\u000d::error::x\\u2028::y%0Ahelp: d%0A::z\n',
      );
    });

    test('shows no frame for a file without text', () => {
      const empty = { file: { path: 'a.wsdl', text: '' }, start: 0, end: 0 };
      expect(reportText([{ ...placeless, span: empty }])).toBe(
        'a.wsdl:1:1 hint ASMX5001: no file\n',
      );
    });
  });

  describe('reportJson', () => {
    test('is one document with a place for each diagnostic', () => {
      expect(JSON.parse(reportJson([unknown, placeless], { durationMs: 3 }))).toEqual({
        version: 1,
        durationMs: 3,
        diagnostics: [
          {
            file: null,
            line: null,
            column: null,
            endLine: null,
            endColumn: null,
            severity: 'hint',
            code: 'ASMX5001',
            message: 'no file',
          },
          {
            file: 'specs/school.asmx.yaml',
            line: 14,
            column: 12,
            endLine: 14,
            endColumn: 22,
            severity: 'error',
            code: 'ASMX2003',
            message: "message 'AuthCodeIn' is not defined",
            help: "did you mean 'AuthCodeInput'?",
            related: [
              {
                file: 'specs/school.asmx.yaml',
                line: 17,
                column: 3,
                endLine: 17,
                endColumn: 16,
                message: "'AuthCodeInput' is defined here",
              },
            ],
          },
        ],
      });
    });
  });

  describe('reportGithub', () => {
    test('writes workflow commands with their escapes', () => {
      const odd: Diagnostic = {
        ...early,
        span: { file: { path: 'a,b:c%.yaml', text: 'x' }, start: 0, end: 1 },
        help: 'two\nlines',
      };
      expect(reportGithub([unknown, placeless, odd])).toBe(
        [
          '::notice title=ASMX5001::no file',
          "::error file=specs/school.asmx.yaml,line=14,col=12,title=ASMX2003::message 'AuthCodeIn' is not defined%0Ahelp: did you mean 'AuthCodeInput'?",
          '::warning file=a%2Cb%3Ac%25.yaml,line=1,col=1,title=ASMX6001::100%25 odd: a, b%0Ahelp: two%0Alines',
          '',
        ].join('\n'),
      );
    });
  });

  describe('countDiagnostics', () => {
    test('counts by severity', () => {
      expect(countDiagnostics([unknown, unknown, early, placeless])).toBe(
        '2 errors, 1 warning, 1 hint',
      );
      expect(countDiagnostics([])).toBe('');
    });
  });
});

describe('suggest', () => {
  describe('suggest', () => {
    const table: readonly (readonly [string, readonly string[], string | undefined])[] = [
      ['operation', ['operations', 'path'], 'operations'],
      ['String', ['string', 'short'], 'string'],
      ['stirng', ['string'], 'string'],
      ['strnig', ['spring', 'string'], 'string'],
      ['itn', ['int', 'unit'], 'int'],
      ['colour', ['string', 'boolean'], undefined],
      ['x', ['y'], undefined],
      ['x', ['y', 'X'], 'X'],
      ['io', ['id'], 'id'],
      ['abc', ['abc'], undefined],
      ['', ['a'], undefined],
      ['AuthCodeIn', ['AuthCodeInput', 'Other'], 'AuthCodeInput'],
      ['a'.repeat(100), ['a'.repeat(99)], undefined],
    ];
    test.each(table)('%s', (name, candidates, wanted) => {
      expect(suggest(name, candidates)).toBe(wanted);
    });

    test('prefers the same letters in another case', () => {
      expect(suggest('classid', ['classida', 'classId'])).toBe('classId');
    });

    test('makes a question of it', () => {
      expect(didYouMean('servces', ['services'])).toBe("did you mean 'services'?");
      expect(didYouMean('zzz', ['services'])).toBeUndefined();
    });
  });
});

describe('diagnostics of several places', () => {
  const file: SourceFile = { path: 'a.yaml', text: 'one: 1\ntwo: 2\n' };
  const [first, second]: readonly Span[] = [
    { file, start: 0, end: 3 },
    { file, start: 7, end: 10 },
  ];
  const of = (message: string, span: Span): Diagnostic => ({
    code: 'ASMX8005',
    severity: 'warning',
    message,
    help: `help of ${message}`,
    span,
    places: [{ span: second as Span, message: 'S.Two' }],
  });

  test('share the source where they begin at the same place', () => {
    const list = [of('a', first as Span), of('b', first as Span), of('c', second as Span)];
    expect(reportText(list)).toBe(`a.yaml:1:1 warning ASMX8005: a
 > 1 | one: 1
     | ^^^
   help: help of a
a.yaml:1:1 warning ASMX8005: b
   help: help of b

a.yaml:2:1 warning ASMX8005: c
   1 | one: 1
 > 2 | two: 2
     | ^^^
   help: help of c
`);
  });

  test('have all of them in JSON', () => {
    const [found] = JSON.parse(reportJson([of('a', first as Span)])).diagnostics;
    const place = { file: 'a.yaml', line: 2, column: 1, endLine: 2, endColumn: 4 };
    expect(found.related).toEqual([{ ...place, message: 'S.Two' }]);
  });
});
