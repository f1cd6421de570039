import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag, type DiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { reportGithub, reportJson, reportText } from '../../src/diagnostics/report.ts';
import type { Contract } from '../../src/model/wsdl.ts';
import { loadContract, readContract } from '../../src/read/contract.ts';
import {
  defaultReadLimits,
  type FetchedFile,
  type Host,
  type ReadOptions,
  UnreadableFile,
} from '../../src/read/host.ts';
import { formatImportLock, hashOf, parseImportLock } from '../../src/read/import-rules.ts';
import { LocalFiles } from '../../src/read/imports.ts';
import { hostOf, lineOf, linkFiles, schema, wsdl } from './contract-text.ts';

describe('load imports', () => {
  const importing = (attributes: string, rest = ''): string =>
    wsdl(
      `<types><xs:schema targetNamespace="urn:e">\n<xs:import ${attributes}/>${rest}</xs:schema></types>`,
    );

  const elementOfX = '<xs:element name="E" type="x:X" xmlns:x="urn:t"/>';

  /** What was reported while reading, and what linking will report of documents that are missing. */
  function linesOf(bag: DiagnosticBag, contract: Contract | undefined): readonly string[] {
    const missing = contract?.definitions.flatMap((one) => one.missing ?? []) ?? [];
    return [
      ...bag.diagnostics.map(lineOf),
      ...missing.map(({ diagnostic }) => lineOf({ ...diagnostic, severity: 'warning' })),
    ];
  }

  describe('local imports', () => {
    test('reads relative, nested and cyclic ones once each', () => {
      const { model, contract, lines } = linkFiles({
        'd/a.wsdl': wsdl('<import namespace="urn:t" location="b/b.wsdl"/>'),
        'd/b/b.wsdl': wsdl(
          '<import namespace="urn:t" location="../a.wsdl"/><types><xs:schema><xs:import namespace="urn:t" schemaLocation="../c.xsd"/></xs:schema></types>',
        ),
        'd/c.xsd': schema(
          '<xs:include schemaLocation="b/e.xsd"/><xs:element name="C" type="t:E"/>',
        ),
        'd/b/e.xsd': schema(
          '<xs:include schemaLocation="../c.xsd"/><xs:simpleType name="E"><xs:restriction base="xs:int"/></xs:simpleType>',
        ),
      });
      expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
      expect(contract?.files.map((file) => file.path)).toEqual([
        'd/a.wsdl',
        'd/b/b.wsdl',
        'd/c.xsd',
        'd/b/e.xsd',
      ]);
      expect(model?.elements.map((element) => element.type.name?.localName)).toEqual(['E']);
    });

    describe('with a location that differs by letter case', () => {
      const files = (...names: readonly string[]): Readonly<Record<string, string>> => ({
        'a.wsdl': importing('namespace="urn:t" schemaLocation="Types/x.XSD"', elementOfX),
        ...Object.fromEntries(
          names.map((name) => [
            name,
            schema('<xs:simpleType name="X"><xs:restriction base="xs:int"/></xs:simpleType>'),
          ]),
        ),
      });
      const read = (given: Readonly<Record<string, string>>) => {
        const bag = createDiagnosticBag();
        const names = Object.keys(given);
        const contract = readContract(
          'a.wsdl',
          {
            ...hostOf(given),
            listFolder: (folder) => [
              ...new Set(
                names
                  .filter((name) => name.startsWith(folder))
                  .map((name) => name.slice(folder.length).split('/')[0] ?? ''),
              ),
            ],
          },
          bag,
        );
        return {
          files: contract?.files.map((file) => file.path),
          lines: linesOf(bag, contract),
        };
      };

      test('read the one file meant, with a warning', () => {
        const found = read(files('types/X.xsd'));
        expect(found.files).toEqual(['a.wsdl', 'types/X.xsd']);
        expect(found.lines).toEqual([
          "warning ASMX1030 a.wsdl:3:46 Import 'Types/x.XSD' is read from 'types/X.xsd', which differs in letter case",
        ]);
      });

      test('read neither of two', () => {
        const found = read(files('types/X.xsd', 'types/x.xsd'));
        expect(found.files).toEqual(['a.wsdl']);
        expect(found.lines[0]).toContain("there is no file 'Types/x.XSD'");
      });

      test('prefer the file of the very name', () => {
        const found = read(files('Types/x.XSD', 'types/X.xsd'));
        expect(found).toEqual({ files: ['a.wsdl', 'Types/x.XSD'], lines: [] });
      });
    });

    test('gives an included schema without namespace that of the including one', () => {
      const { model, lines } = linkFiles({
        'a.wsdl': wsdl(
          '<types><xs:schema targetNamespace="urn:t"><xs:include schemaLocation="n.xsd"/></xs:schema><xs:schema targetNamespace="urn:u"><xs:include schemaLocation="n.xsd"/></xs:schema></types>',
        ),
        'n.xsd':
          '<schema xmlns="http://www.w3.org/2001/XMLSchema" xmlns:n=""><element name="A"><complexType><sequence><element name="b" type="string"/></sequence></complexType></element></schema>'.replace(
            ' xmlns:n=""',
            '',
          ),
      });
      expect(lines).toHaveLength(1);
      expect(model?.elements.map((element) => element.name)).toEqual([
        { namespace: 'urn:t', localName: 'A' },
        { namespace: 'urn:u', localName: 'A' },
      ]);
    });

    test('resolves names without prefix in an included schema without namespace', () => {
      const { model } = linkFiles({
        'a.wsdl': wsdl(
          '<types><xs:schema targetNamespace="urn:t"><xs:include schemaLocation="n.xsd"/></xs:schema></types>',
        ),
        'n.xsd':
          '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="A" type="T"/><xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>',
      });
      expect(model?.elements[0]?.type.name).toEqual({ namespace: 'urn:t', localName: 'T' });
    });

    test('follows WSDL imports to schemas and schema imports to WSDL', () => {
      const types = `<types>${schema('<xs:element name="A" type="xs:int"/>')}</types>`;
      expect(
        linkFiles({
          'a.wsdl': wsdl('<import namespace="urn:t" location="b.xsd"/>'),
          'b.xsd': schema('<xs:element name="A" type="xs:int"/>'),
        }).model?.elements,
      ).toHaveLength(1);
      expect(
        linkFiles({
          'a.wsdl': importing('namespace="urn:t" schemaLocation="b.wsdl"'),
          'b.wsdl': wsdl(types),
        }).model?.elements,
      ).toHaveLength(1);
    });

    test('reads the file whose name has the percent-encoded characters', () => {
      const { model } = linkFiles({
        'a.wsdl': importing('namespace="urn:t" schemaLocation="my%20types.xsd"'),
        'my types.xsd': schema('<xs:element name="A" type="xs:int"/>'),
      });
      expect(model?.elements).toHaveLength(1);
    });

    test('a missing import is a warning until a name of it is used', () => {
      const warning =
        "warning ASMX1030 a.wsdl:3:46 Import 'b.xsd' cannot be followed: there is no file 'b.xsd'";
      const unused = linkFiles({
        'a.wsdl': importing(
          'namespace="urn:t" schemaLocation="b.xsd"',
          '<xs:element name="E" type="xs:int"/>',
        ),
      });
      expect(unused.lines[0]).toBe(warning);
      expect(unused.model).toBeDefined();
      const used = linkFiles({
        'a.wsdl': importing('namespace="urn:t" schemaLocation="b.xsd"', elementOfX),
      });
      expect(used.lines).toEqual([
        `${warning.replace('warning', 'error')}; without it, type 'X' of namespace 'urn:t' is not declared`,
      ]);
      expect(used.diagnostics[0]?.help).toBe(
        'Correct the location, put the document there, ' +
          'or add "imports": { "b.xsd": "FOLDER/b.xsd" } to the configuration',
      );
      expect(used.diagnostics[0]?.consequences).toBe(1);
    });

    test.each([
      [
        'https://h/b.xsd',
        "warning ASMX1031 a.wsdl:3:46 Import 'https://h/b.xsd' cannot be followed: host 'h' is not allowed",
      ],
      [
        '/b.xsd',
        "warning ASMX1030 a.wsdl:3:46 Import '/b.xsd' cannot be followed: local imports must be relative",
      ],
      [
        'c.xml',
        "warning ASMX1030 a.wsdl:3:46 Import 'c.xml' cannot be followed: it leads to an HTML page, neither WSDL nor XML Schema",
      ],
      [
        'u.xsd',
        "warning ASMX3006 a.wsdl:3:1 'u.xsd' is a schema for namespace 'urn:u', not 'urn:t'",
      ],
    ])('warns of an import of %s', (location, line) => {
      const { lines } = linkFiles({
        'a.wsdl': importing(`namespace="urn:t" schemaLocation="${location}"`),
        'c.xml': '<html/>',
        'u.xsd': '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:u"/>',
      });
      expect(lines[0]).toBe(line);
    });

    test.each([
      [
        'fileBytes',
        { fileBytes: 1500 },
        "error ASMX1032 a.wsdl:3:46 'b.xsd' is larger than 1500 bytes",
      ],
      [
        'totalBytes',
        { totalBytes: 1500 },
        'error ASMX1032 a.wsdl:3:46 The documents are larger than 1500 bytes together',
      ],
      ['files', { files: 1 }, 'error ASMX1032 a.wsdl:3:46 There are more than 1 documents'],
      ['depth', { depth: 0 }, 'error ASMX1032 a.wsdl:3:46 Imports are nested deeper than 0'],
    ])('keeps the limit on %s', (_what, limits, line) => {
      const { lines } = linkFiles(
        {
          'a.wsdl': importing('namespace="urn:t" schemaLocation="b.xsd"'),
          'b.xsd': schema(' '.repeat(2000)),
        },
        { limits },
      );
      expect(lines).toContain(line);
    });
  });

  describe('remote imports', () => {
    const entry = importing('namespace="urn:t" schemaLocation="http://h/x/b.xsd"', elementOfX);
    const type = schema('<xs:simpleType name="X"><xs:restriction base="xs:int"/></xs:simpleType>');
    const including = schema('<xs:include schemaLocation="../c.xsd"/>');

    async function load(
      answers: Readonly<Record<string, string | FetchedFile>>,
      options: ReadOptions,
    ) {
      const bag = createDiagnosticBag();
      const asked: string[] = [];
      const fetch = (url: string): Promise<FetchedFile> => {
        asked.push(url);
        const answer = answers[url];
        if (answer === undefined) return Promise.reject(new Error('no such host'));
        if (typeof answer !== 'string') return Promise.resolve(answer);
        return Promise.resolve({ status: 200, body: new TextEncoder().encode(answer) });
      };
      let readings = 0;
      const { readFile } = hostOf({ 'a.wsdl': entry });
      const host: Host = {
        readFile: (path) => {
          readings += 1;
          return readFile(path);
        },
        fetch,
      };
      const { contract, fetched } = await loadContract('a.wsdl', host, bag, options);
      return { contract, asked, fetched, readings, lines: linesOf(bag, contract) };
    }

    test('are not asked for unless their host is allowed', async () => {
      const { asked, lines } = await load({}, {});
      expect(asked).toEqual([]);
      expect(lines).toEqual([
        "warning ASMX1031 a.wsdl:3:46 Import 'http://h/x/b.xsd' cannot be followed: host 'h' is not allowed",
      ]);
    });

    test('are fetched with what they import, once each', async () => {
      const answers = { 'http://h/x/b.xsd': including, 'http://h/c.xsd': type };
      const { asked, contract, fetched, lines } = await load(answers, { allowHosts: ['h'] });
      expect(lines).toEqual([]);
      expect(asked).toEqual(['http://h/x/b.xsd', 'http://h/c.xsd']);
      expect(contract?.files.map((file) => file.path)).toEqual(['a.wsdl', ...asked]);
      expect([...fetched.keys()]).toEqual(asked);
    });

    test('are read in one go, however long the chain', async () => {
      const at = (step: number): string => (step === 0 ? 'http://h/x/b.xsd' : `http://h/x/${step}`);
      const answers: Record<string, string> = {};
      for (let step = 0; step < 40; step += 1) {
        const next = step === 39 ? '' : `<xs:include schemaLocation="${step + 1}"/>`;
        answers[at(step)] = schema(`${next}<xs:complexType name="T${step}"/>`);
      }
      answers['http://h/x/1'] = schema(
        '<xs:include schemaLocation="2"/><xs:simpleType name="X"><xs:restriction base="xs:int"/></xs:simpleType>',
      );
      const { asked, fetched, lines, readings } = await load(answers, { allowHosts: ['h'] });
      expect(lines).toEqual([]);
      expect(asked).toEqual(Object.keys(answers));
      expect([...fetched.keys()]).toEqual(asked);
      expect(readings).toBe(2);
    });

    test('that lead from what is not what it was when it was locked are not asked for', async () => {
      const answers = { 'http://h/x/b.xsd': including, 'http://h/c.xsd': type };
      const { asked } = await load(answers, {
        allowHosts: ['h'],
        lock: { imports: new Map([['http://h/x/b.xsd', '0'.repeat(64)]]) },
      });
      expect(asked).toEqual(['http://h/x/b.xsd']);
    });

    test('follow redirects to allowed hosts only, and not from https to http', async () => {
      const to = (location: string): FetchedFile => ({
        status: 302,
        body: new Uint8Array(),
        location,
      });
      const fine = await load(
        { 'http://h/x/b.xsd': to('https://i/b.xsd'), 'https://i/b.xsd': type },
        { allowHosts: ['h', 'i'] },
      );
      expect(fine.lines).toEqual([]);
      const refused = await load({ 'http://h/x/b.xsd': to('http://evil/') }, { allowHosts: ['h'] });
      expect(refused.asked).toEqual(['http://h/x/b.xsd']);
      expect(refused.lines[0]).toBe(
        "warning ASMX1030 a.wsdl:3:46 Import 'http://h/x/b.xsd' cannot be followed: it was redirected to host 'evil', which is not allowed",
      );
      const endless = await load({ 'http://h/x/b.xsd': to('/x/b.xsd') }, { allowHosts: ['h'] });
      expect(endless.lines[0]).toContain('it was redirected more than 5 times');
    });

    test('that cannot be had are a warning', async () => {
      const { lines } = await load({}, { allowHosts: ['h'] });
      expect(lines).toEqual([
        "warning ASMX1030 a.wsdl:3:46 Import 'http://h/x/b.xsd' cannot be followed: no such host",
      ]);
      const gone = { status: 404, body: new Uint8Array() };
      expect((await load({ 'http://h/x/b.xsd': gone }, { allowHosts: ['h'] })).lines[0]).toContain(
        'the server answered with status 404',
      );
    });

    test('must be what the lock file says', async () => {
      const hash = hashOf(new TextEncoder().encode(type));
      const answers = { 'http://h/x/b.xsd': type };
      const allowHosts = ['h'];
      const held = await load(answers, {
        allowHosts,
        lock: { imports: new Map([['http://h/x/b.xsd', hash]]) },
      });
      expect(held.lines).toEqual([]);
      const broken = await load(answers, {
        allowHosts,
        lock: { imports: new Map([['http://h/x/b.xsd', '0'.repeat(64)]]) },
      });
      expect(broken.lines[0]).toBe(
        "error ASMX1033 a.wsdl:3:46 'http://h/x/b.xsd' is not what it was when it was locked",
      );
    });
  });

  describe('the lock file', () => {
    test('is sorted, and reads as it was written', () => {
      const imports = new Map([
        ['http://b/', 'b'.repeat(64)],
        ['http://a/', 'a'.repeat(64)],
      ]);
      const text = formatImportLock({ imports });
      expect(text.indexOf('http://a/')).toBeLessThan(text.indexOf('http://b/'));
      const bag = createDiagnosticBag();
      const lock = parseImportLock({ path: 'lock', text }, bag);
      expect(lock?.imports).toEqual(imports);
      expect(bag.diagnostics).toEqual([]);
    });

    test.each([
      '',
      '{}',
      '{"asmx":2,"imports":{}}',
      '{"asmx":1,"imports":{"http://a/":{"sha256":"x"}}}',
    ])('is refused as %j', (text) => {
      const bag = createDiagnosticBag();
      expect(parseImportLock({ path: 'lock', text }, bag)).toBeUndefined();
      expect(bag.diagnostics.map(lineOf)).toEqual([
        "error ASMX1033 lock:1:1 'lock' is not a lock file",
      ]);
    });
  });
});

describe('local files', () => {
  /** A host with some files, and with links from one path to another. */
  function hostWith(paths: readonly string[], links: Readonly<Record<string, string>> = {}): Host {
    return {
      readFile: (path) => {
        if (path.endsWith('pipe')) throw new UnreadableFile(path, 'it is not a regular file');
        return paths.includes(path) ? new TextEncoder().encode(path) : undefined;
      },
      listFolder: (folder) => [
        ...new Set(
          paths
            .filter((path) => path.startsWith(folder))
            .map((path) => path.slice(folder.length).split('/')[0] ?? ''),
        ),
      ],
      realPath: (path) => {
        const absolute = path.startsWith('/') ? path : path === '.' ? '/work' : `/work/${path}`;
        return links[absolute] ?? absolute.replace(/\/[^/]+\/\.\./g, '');
      },
    };
  }

  const kindOf = (host: Host, path: string, confine?: string): string | undefined =>
    new LocalFiles(host, defaultReadLimits, confine).find(path)?.kind;
  const kindOfEntry = (host: Host, path: string, confine?: string): string | undefined =>
    new LocalFiles(host, defaultReadLimits, confine).findEntry(path)?.kind;

  describe('local files', () => {
    test('are found as they are named, or with percent-encoded characters decoded', () => {
      const files = new LocalFiles(hostWith(['my types.xsd']), defaultReadLimits, undefined);
      expect(files.find('my%20types.xsd')).toMatchObject({ kind: 'read', path: 'my types.xsd' });
      expect(files.find('my%types.xsd')).toBeUndefined();
    });

    test('that cannot be read are told from those that are not there', () => {
      expect(kindOf(hostWith([]), 'a/pipe')).toBe('unreadable');
      expect(kindOf(hostWith([]), 'a/none')).toBeUndefined();
    });

    test('are asked for once', () => {
      let asked = 0;
      const host: Host = {
        readFile: () => {
          asked += 1;
          return undefined;
        },
      };
      const files = new LocalFiles(host, defaultReadLimits, undefined);
      files.find('a.xsd');
      files.find('a.xsd');
      expect(asked).toBe(1);
    });

    test('alike but for letter case are not followed without end', () => {
      const files = new LocalFiles(hostWith(['A/x.xsd', 'a/x.xsd']), defaultReadLimits, undefined);
      expect(files.findByLetters(`${'a/../'.repeat(2000)}a/x.xsd`)).toBeUndefined();
    });

    describe('confined to a folder', () => {
      const links = { '/work/specs/link.xsd': '/etc/passwd', '/work/other': '/work/specs/inner' };
      const paths = ['specs/a.xsd', 'specs/link.xsd', 'other/b.xsd', 'c.xsd', 'specs-2/d.xsd'];
      const host = hostWith(paths, { ...links, '/work/other/b.xsd': '/work/specs/inner/b.xsd' });

      test.each([
        ['specs/a.xsd', 'read'],
        ['specs/x/../a.xsd', undefined],
        ['specs/link.xsd', 'outside'],
        ['other/b.xsd', 'read'],
        ['c.xsd', 'outside'],
        ['specs-2/d.xsd', 'outside'],
        ['specs/../c.xsd', 'outside'],
        ['/etc/none', 'outside'],
      ])('%s is %s', (path, kind) => {
        expect(kindOf(host, path, 'specs')).toBe(kind);
        expect(kindOf(host, path, '/work/specs')).toBe(kind);
      });

      test.each([
        ['specs/a.xsd', 'read'],
        ['specs/link.xsd', 'outside'],
        ['c.xsd', 'read'],
      ])('the entry %s, which its user named, is %s', (path, kind) => {
        expect(kindOfEntry(host, path, 'specs')).toBe(kind);
      });

      test('without real paths, names alone count', () => {
        const plain: Host = { readFile: () => new Uint8Array() };
        expect(kindOf(plain, 'specs/b/../a.xsd', './specs')).toBe('read');
        expect(kindOf(plain, 'specs/../a.xsd', 'specs')).toBe('outside');
        expect(kindOf(plain, 'b/a.xsd', '.')).toBe('read');
        expect(kindOf(plain, '../a.xsd', '.')).toBe('outside');
      });
    });
  });
});

describe('missing schema', () => {
  const list = (count: number, make: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => make(at)).join('\n');

  /** References of each kind to 700 names of a schema that is missing. */
  const dependants = `
${list(100, (at) => `<xs:element name="e${at}" type="m:T${at}"/>`)}
${list(100, (at) => `<xs:complexType name="C${at}"><xs:sequence><xs:element ref="m:E${at}"/><xs:group ref="m:G${at}"/></xs:sequence><xs:attribute ref="m:A${at}"/></xs:complexType>`)}
${list(100, (at) => `<xs:complexType name="D${at}"><xs:complexContent><xs:extension base="m:B${at}"/></xs:complexContent></xs:complexType>`)}
${list(100, (at) => `<xs:simpleType name="S${at}"><xs:restriction base="m:S${at}"/></xs:simpleType>`)}
${list(100, (at) => `<xs:simpleType name="L${at}"><xs:list itemType="m:L${at}"/></xs:simpleType>`)}`;

  function contract(more = ''): string {
    return wsdl(
      `<types><xs:schema targetNamespace="urn:t" xmlns:m="urn:m">
<xs:import namespace="urn:m" schemaLocation="missing.xsd"/>${dependants}${more}</xs:schema></types>
${list(100, (at) => `<message name="M${at}"><part name="p" element="m:P${at}" xmlns:m="urn:m"/></message>`)}`,
    );
  }

  const message =
    "Import 'missing.xsd' cannot be followed: there is no file 'missing.xsd'; without it, 800 references to names of namespace 'urn:m' are unresolved, the first to type 'S0'";

  describe('a missing schema with hundreds of names that depend on it', () => {
    const { diagnostics, lines } = linkFiles({ 'a.wsdl': contract() });

    test('is one error, whatever the kind of reference', () => {
      expect(lines).toEqual([`error ASMX1030 a.wsdl:3:46 ${message}`]);
      expect(diagnostics[0]?.consequences).toBe(800);
    });

    test('is one in text', () => {
      const text = reportText(diagnostics);
      expect(text.match(/ASMX\d{4}/g)).toEqual(['ASMX1030']);
      expect(text).toContain(message);
      expect(text).toContain('Correct the location, put the document there');
      expect(text).toContain("type 'S0' is used here");
    });

    test('is one in JSON', () => {
      const { diagnostics: found } = JSON.parse(reportJson(diagnostics)) as {
        readonly diagnostics: readonly { readonly code: string; readonly message: string }[];
      };
      expect(found.map((one) => `${one.code} ${one.message}`)).toEqual([`ASMX1030 ${message}`]);
    });

    test('is one in workflow commands', () => {
      const commands = reportGithub(diagnostics).trim().split('\n');
      expect(commands).toHaveLength(1);
      expect(commands[0]).toContain('::error file=a.wsdl,line=3');
      expect(commands[0]).toContain('800 references');
    });
  });

  describe('beside hundreds of other errors', () => {
    const wrong = list(300, (at) => `<xs:element name="w${at}" type="t:Wrong${at}"/>`);
    const { diagnostics } = linkFiles({ 'a.wsdl': contract(wrong) });

    test('text shows 20 of a code, counts the rest, and ends with the cause', () => {
      const text = reportText(diagnostics);
      expect(text.match(/error ASMX2001/g)).toHaveLength(20);
      expect(text).toContain('another 280 errors of ASMX2001');
      expect(text.lastIndexOf('ASMX1030')).toBeGreaterThan(text.lastIndexOf('ASMX2001'));
      expect(text.split('\n').length).toBeLessThan(150);
    });

    test('JSON and workflow commands have all of them', () => {
      const { diagnostics: found } = JSON.parse(reportJson(diagnostics)) as {
        readonly diagnostics: readonly { readonly code: string }[];
      };
      expect(found.filter(({ code }) => code === 'ASMX2001')).toHaveLength(300);
      expect(found.filter(({ code }) => code === 'ASMX1030')).toHaveLength(1);
      expect(reportGithub(diagnostics).match(/::error /g)).toHaveLength(301);
    });
  });

  test('of names without a namespace is one without a target namespace', () => {
    const schema = (content: string): string =>
      wsdl(`<types><xs:schema targetNamespace="urn:t" xmlns="">${content}</xs:schema></types>`);
    const one = '<xs:element name="a" type="Gone"/>';
    expect(linkFiles({ 'a.wsdl': schema(one) }).lines).toEqual([
      expect.stringContaining("Type 'Gone', which has no namespace, is not declared"),
    ]);
    const two = `${one}<xs:element name="b" type="Gone"/>`;
    expect(linkFiles({ 'a.wsdl': schema(two) }).lines).toEqual([
      expect.stringContaining(
        'The contract has no schema without a target namespace: 2 references to its names',
      ),
    ]);
  });

  test('a misspelt element says what was meant, one at another place does not', () => {
    const help = (text: string): readonly (string | undefined)[] =>
      linkFiles({ 'a.wsdl': wsdl(text) }).diagnostics.map((one) => one.help);
    const schema = (content: string): string =>
      `<types><xs:schema targetNamespace="urn:t">${content}</xs:schema></types>`;
    expect(help(schema('<xs:simpletype name="S"/>'))).toEqual(["did you mean 'simpleType'?"]);
    expect(help(schema('<xs:complexContent/>'))).toEqual([
      'Move it to where it belongs, or remove it',
    ]);
    expect(help('<mesage name="M"/>')).toEqual(["did you mean 'message'?"]);
  });
});
