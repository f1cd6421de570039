import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { decodeDocument, withoutDocumentType } from '../../src/read/document-text.ts';
import { readHelpPages } from '../../src/read/help-contract.ts';
import { readHelpHtml } from '../../src/read/help-page.ts';
import { resolveLocation } from '../../src/read/host.ts';
import { documentationText, isNcName } from '../../src/read/syntax.ts';
import {
  foreignKind,
  lookupNamespace,
  parseXmlTree,
  spanOf,
  TreeReader,
  treeAttribute,
  valueSpan,
} from '../../src/read/xml-tree.ts';
import { EOF, START, XmlError } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { createRandom } from '../runtime/random.ts';
import { mutate, randomDocument } from '../runtime/random-xml.ts';
import { lineOf } from './contract-text.ts';

describe('decode text', () => {
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
  const latin = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

  function utf16(text: string, little: boolean, mark: boolean): Uint8Array {
    const units = mark ? `\ufeff${text}` : text;
    const bytes: number[] = [];
    for (const unit of units.split('').map((one) => one.charCodeAt(0))) {
      bytes.push(...(little ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]));
    }
    return Uint8Array.from(bytes);
  }

  const document = (encoding: string, text: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`;

  describe('decodeText', () => {
    test.each([
      ['UTF-8 without declaration', utf8('<a>é</a>'), '<a>é</a>', 'utf-8'],
      ['UTF-8 with a mark', utf8('\ufeff<a>é</a>'), '<a>é</a>', 'utf-8'],
      ['the spelling utf8', utf8(document('utf8', 'é')), document('utf8', 'é'), 'utf-8'],
      ['UTF-16, little end first', utf16('<a>é</a>', true, true), '<a>é</a>', 'utf-16le'],
      ['UTF-16, big end first', utf16('<a>é</a>', false, true), '<a>é</a>', 'utf-16be'],
      ['UTF-16 without a mark', utf16('<a>é</a>', true, false), '<a>é</a>', 'utf-16le'],
      [
        'ISO-8859-1',
        latin(document('ISO-8859-1', 'é')),
        document('ISO-8859-1', 'é'),
        'windows-1252',
      ],
      [
        'ISO-8859-2',
        latin(document('iso-8859-2', '\xb1')),
        document('iso-8859-2', 'ą'),
        'iso-8859-2',
      ],
      [
        'windows-1255',
        latin(document('windows-1255', '\xe0')),
        document('windows-1255', 'א'),
        'windows-1255',
      ],
      ['US-ASCII', latin(document('us-ascii', 'e')), document('us-ascii', 'e'), 'us-ascii'],
    ])('reads %s', (_what, bytes, text, encoding) => {
      expect(decodeDocument(bytes)).toEqual({ text, encoding });
    });

    test('says what does not fit', () => {
      expect(decodeDocument(latin('<a>\xe9</a>'))).toEqual({
        text: '<a>\ufffd</a>',
        encoding: 'utf-8',
        error: 'The file is not valid UTF-8',
      });
      expect(decodeDocument(utf8(document('us-ascii', 'é'))).error).toBe(
        "The file declares encoding 'us-ascii', but has other characters",
      );
      expect(decodeDocument(utf8(document('klingon', 'e'))).error).toBe(
        "The file declares encoding 'klingon', which is not known",
      );
      expect(decodeDocument(Uint8Array.of(0xff, 0xfe, 0, 0)).error).toBe(
        'Files in UTF-32 cannot be read',
      );
    });

    test('believes the bytes where a file in UTF-8 says UTF-16', () => {
      const { text, warning } = decodeDocument(utf8(document('utf-16', 'é')));
      expect(text).toBe(document('utf-16', 'é'));
      expect(warning).toBe("The file declares encoding 'utf-16', but is in UTF-8");
    });
  });

  describe('the encodings of Windows and ISO 8859', () => {
    test.each([
      ['iso-8859-15', '\xa4', '€'],
      ['iso-8859-5', '\xb6', 'Ж'],
      ['iso-8859-7', '\xc1', 'Α'],
      ['iso-8859-9', '\xf0', 'ğ'],
      ['windows-1250', '\xb9', 'ą'],
      ['windows-1251', '\xc6', 'Ж'],
      ['windows-1252', '\x80', '€'],
      ['windows-1253', '\xc1', 'Α'],
      ['windows-1254', '\xf0', 'ğ'],
      ['windows-1256', '\xc7', 'ا'],
      ['windows-1257', '\xe0', 'ą'],
      ['windows-1258', '\xd0', 'Đ'],
      ['us-ascii', '\x41', 'A'],
      ['UTF8', '\x41', 'A'],
    ])('%s', (encoding, byte, expected) => {
      const { text, error, warning } = decodeDocument(latin(document(encoding, byte)));
      expect({ text, error, warning }).toEqual({ text: document(encoding, expected) });
    });
  });
});

describe('document kind', () => {
  const kindOf = (file: string | Uint8Array): string | undefined => {
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
    return foreignKind(bytes, decodeDocument(bytes).text);
  };
  const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

  describe('a file that an import leads to', () => {
    test.each<[string, string | Uint8Array]>([
      ['an empty file', ''],
      ['an empty file', ' \n\n'],
      ['a text file', 'PASSWORD=secret\n'],
      ['a text file', 'a < b\n'],
      ['a text file', '[section]\nkey=value\n'],
      ['JSON', '{"token": "<secret>"}'],
      ['JSON', ' [1, 2]'],
      ['a binary file', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
      ['a binary file', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8])],
      ['a binary file', new Uint8Array([0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c])],
      ['an HTML page', '<!DOCTYPE html>\n<html><body>Not found</body></html>'],
      [
        'an HTML page',
        '<?xml version="1.0"?>\n<!-- saved from url=(1)http://h -->\n<html><p></html>',
      ],
      ['an HTML page', '<html lang="en"><body>Not found<br></body></html>'],
      ['XML that is not well-formed', '<secret<'],
      ['XML that is not well-formed', `<x:schema ${xs}/>`],
      ["XML with root element 'settings' of no namespace", '<settings><password/></settings>'],
      [
        "XML with root element 'Envelope' of namespace 'urn:soap'",
        '<?xml version="1.0"?><!-- secret --><s:Envelope xmlns:s="urn:soap"/>',
      ],
      [
        "XML with root element 'types' of namespace 'http://www.w3.org/2001/XMLSchema'",
        `<xs:types ${xs}/>`,
      ],
    ])('is %s', (kind, file) => {
      expect(kindOf(file)).toBe(kind);
    });

    test.each([
      `<xs:schema ${xs}/>`,
      `<xs:schema ${xs}><unclosed`,
      `<!-- a --><schema xmlns="http://www.w3.org/1999/XMLSchema"/>`,
      `<!DOCTYPE xs:schema SYSTEM "XMLSchema.dtd"><xs:schema ${xs}/>`,
      '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/">',
    ])('may be quoted when it is %s', (file) => {
      expect(kindOf(file)).toBeUndefined();
    });
  });
});

describe('document type', () => {
  describe('a document type declaration', () => {
    test.each([
      '<!DOCTYPE schema>',
      '<!DOCTYPE xs:schema PUBLIC "-//W3C//DTD XMLSCHEMA 200102//EN" "XMLSchema.dtd">',
      "<!DOCTYPE xsd:schema SYSTEM 'XMLSchema.dtd' []>",
      `<!DOCTYPE schema
  PUBLIC "-//W3C//DTD XMLSchema 200102//EN" "http://www.w3.org/2001/XMLSchema.dtd"
 [
   <!ATTLIST schema
     xmlns:ds CDATA #FIXED "http://www.w3.org/2000/09/xmldsig#">
   <!ENTITY dsig 'http://www.w3.org/2000/09/xmldsig#'>
   <!ENTITY % p ''>
   <!ENTITY % s ' > ] '>
 ] >`,
      `<!DOCTYPE xs:schema [ <!-- ]> " --> <?keep "?> <!ELEMENT hfp:hasFacet EMPTY>
      <!ENTITY % attributes 'xmlns:hfp CDATA #IMPLIED'> %attributes; ]>`,
    ])('of a schema that changes nothing is blank: %s', (declaration) => {
      const [before, behind] = ['<?xml version="1.0"?>\n<!-- <!DOCTYPE a> -->\n', '\n<xs:schema/>'];
      const text = withoutDocumentType(before + declaration + behind);
      expect(text).toBe(before + declaration.replace(/[^\n]/g, ' ') + behind);
    });

    test.each([
      '<!DOCTYPE definitions [<!ENTITY a "b">]><definitions/>',
      '<!DOCTYPE html><html/>',
      '<!DOCTYPE schema [<!ENTITY a SYSTEM "file:///etc/passwd">]><schema>&a;</schema>',
      '<!DOCTYPE schema [<!ENTITY % a PUBLIC "a" "b"> %a;]><schema/>',
      '<!DOCTYPE schema [<!NOTATION a SYSTEM "b">]><schema/>',
      '<!DOCTYPE schema [<!ENTITY a "b"><schema/>',
      '<!DOCTYPE schema [<!ENTITY a "b]><schema/>',
      '<!DOCTYPE schema [<!-- ]><schema/>',
      '<!DOCTYPE schema [ ] x><schema/>',
      '<xs:schema/><!DOCTYPE schema>',
      '<xs:schema/>',
      '',
    ])('of anything else stays: %s', (text) => {
      expect(withoutDocumentType(text)).toBe(text);
    });
  });
});

describe('tree reader', () => {
  /** Everything a reader says of a document's tags, and how it ends. */
  function tagsOf(open: () => XmlReader): readonly unknown[] {
    const tags: unknown[] = [];
    try {
      const reader = open();
      for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
        const { namespace, rawName, depth } = reader;
        tags.push([token, namespace, rawName, depth]);
        if (token !== START) continue;
        tags.push([reader.offset, reader.position, reader.selfClosed, ...reader.attributes]);
        const { scope } = reader.open;
        if (scope !== reader.stack[depth - 1]?.scope) tags.push([...scope.declared]);
      }
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
      tags.push([error.code, error.message, error.offset]);
    }
    return tags;
  }

  function expectSame(source: string): void {
    const limits = { depth: 400, attributes: 512, nameLength: 4096, textLength: 16_777_216 };
    const general = tagsOf(() => new XmlReader(source, { remember: false, limits }));
    expect(tagsOf(() => new TreeReader(source))).toEqual(general);
  }

  describe('TreeReader', () => {
    test.each([
      '<a><b x="1"/><b x="2" /><b x="3"></b><b x="4"\n/></a>',
      '<a><b x="1" y="2"/><b x="1"/><b y="2" x="1"/><b x="1"  y="2"/><b x="1" y=\'2\'/></a>',
      '<a><b x="1"/><b x="&lt;"/><b x="\t"/><b x=">"/><b x=""/><b x="="/></a>',
      '<a><b x="1"/><b x="1" x="2"/></a>',
      '<a><b x="1" y="2"/><b x="1"y="2"/></a>',
      '<a><b x="1"/><b x="<"/></a>',
      '<a><b x="1"/><b x="1</a>',
      '<a><b x="1"/><b x="1">',
      '<a><b x="1"/><b x="2"/ ></a>',
      '<a xmlns:p="urn:p" xmlns:q="urn:p"><b p:x="1"/><b q:x="1"/><b p:x="1" q:x="1"/></a>',
      '<a xmlns:p="urn:1"><p:b p:x="1"/><c xmlns:p="urn:2"><p:b p:x="1"/></c><p:b p:x="1"/></a>',
      '<a><b xmlns="urn:1"><c/></b><b xmlns="urn:2"><c/></b><b xmlns="urn:1"><c/></b></a>',
      '<a><b xmlns="u>1"><c/></b><b xmlns="u>2"><c/></b><b xmlns="u>1" /></a>',
      '<a><p:b/></a>',
      '<a>text &amp; more<b/> ]]&gt; <b/>]]></a>',
      `<a>${'<b x="1"/>'.repeat(3)}<b x="${'v'.repeat(5000)}"/><b x="2"/></a>`,
    ])('reads %j as the general reader does', (source) => {
      expectSame(source);
    });

    test('reads random documents, whole and damaged, as the general reader does', () => {
      for (let seed = 0; seed < 400; seed += 1) {
        const random = createRandom(seed);
        const pieces = [0, 1, 2].map(() => randomDocument(random).replace(/^<\?xml[^>]*>/, ''));
        let inside = '';
        for (let count = random.integer(8); count >= 0; count -= 1) inside += random.pick(pieces);
        const source = `<r xmlns:p="urn:p" xmlns:q="urn:q" xmlns:soap="urn:s">${inside}</r>`;
        expectSame(source);
        expectSame(mutate(random, source));
      }
    });
  });
});

describe('xml tree', () => {
  function parse(text: string) {
    const bag = createDiagnosticBag();
    const root = parseXmlTree({ path: 'a.xml', text }, bag);
    return { root, lines: bag.diagnostics.map(lineOf) };
  }

  describe('parseXmlTree', () => {
    test('keeps where elements and attribute values are', () => {
      const text = '<a>\n  <b x="1" y=\'two\'/>\n</a>';
      const child = parse(text).root?.children[0];
      if (child === undefined) throw new Error('no child');
      const { start, end } = spanOf(child);
      expect(text.slice(start, end)).toBe('<b x="1" y=\'two\'/>');
      const y = treeAttribute(child, 'y');
      if (y === undefined) throw new Error('no attribute');
      const value = valueSpan(child, y);
      expect(text.slice(value.start, value.end)).toBe('two');
    });

    test('knows the prefixes in scope', () => {
      const { root } = parse('<a xmlns="urn:a" xmlns:p="urn:p"><b xmlns:p="urn:q"/></a>');
      const inner = root?.children[0]?.scope;
      if (root === undefined || inner === undefined) throw new Error('no tree');
      expect(lookupNamespace(root.scope, 'p')).toBe('urn:p');
      expect(lookupNamespace(inner, 'p')).toBe('urn:q');
      expect(lookupNamespace(inner, '')).toBe('urn:a');
      expect(lookupNamespace(inner, 'xml')).toBe('http://www.w3.org/XML/1998/namespace');
      expect(lookupNamespace(inner, 'z')).toBeUndefined();
    });

    test('keeps the text of documentation without the markup in it', () => {
      const { root } = parse(
        '<a>x<documentation>one <b>two</b><![CDATA[ <3]]></documentation></a>',
      );
      expect(root?.children[0]?.text).toBe('one two <3');
      expect(root?.children[0]?.children).toEqual([]);
      expect(root?.text).toBe('');
    });

    test('takes the drafts of XML Schema for XML Schema 1.0', () => {
      const { root } = parse('<s:schema xmlns:s="http://www.w3.org/1999/XMLSchema"/>');
      expect(root?.namespace).toBe('http://www.w3.org/2001/XMLSchema');
      expect(root && lookupNamespace(root.scope, 's')).toBe('http://www.w3.org/2001/XMLSchema');
    });

    test('takes more namespace declarations than a message may have', () => {
      const many = Array.from({ length: 300 }, (_, index) => `xmlns:n${index}="urn:${index}"`);
      expect(parse(`<a ${many.join(' ')}/>`).lines).toEqual([]);
    });

    test.each([
      ['<a>\n<b></a>', 'error ASMX1020 a.xml:2:6'],
      ['<a x="1" x="2"/>', 'error ASMX1020 a.xml:1:10'],
      ['<p:a/>', 'error ASMX1020 a.xml:1:2'],
      ['text<a/>', 'error ASMX1020 a.xml:1:1'],
      ['', 'error ASMX1020 a.xml:1:1'],
      ['<!DOCTYPE a><a/>', 'error ASMX1021 a.xml:1:'],
      ['<a>'.repeat(500), 'error ASMX1032 a.xml:1:1201'],
    ])('refuses %j', (text, line) => {
      const { root, lines } = parse(text);
      expect(root).toBeUndefined();
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(line);
    });
  });
});

describe('names', () => {
  test.each([
    ['a', true],
    ['_a-1.b', true],
    ['größe', true],
    ['', false],
    ['1a', false],
    ['a:b', false],
    ['a b', false],
    ['a"', false],
    ['-a', false],
  ])('isNcName(%j) is %j', (text, expected) => {
    expect(isNcName(text)).toBe(expected);
  });

  describe('resolveLocation', () => {
    test.each([
      ['specs/a.wsdl', 'b.xsd', { kind: 'local', path: 'specs/b.xsd' }],
      ['a.wsdl', 'b.xsd', { kind: 'local', path: 'b.xsd' }],
      ['/x/y/a.wsdl', '../b.xsd#id', { kind: 'local', path: '/x/b.xsd' }],
      ['x/a.wsdl', '../../b.xsd', { kind: 'local', path: '../b.xsd' }],
      ['a.wsdl', './n\\b.xsd', { kind: 'local', path: 'n/b.xsd' }],
      ['a.wsdl', '/etc/b.xsd', { kind: 'refused', reason: 'local imports must be relative' }],
      [
        'a.wsdl',
        'file:///b.xsd',
        { kind: 'refused', reason: 'only http and https can be followed' },
      ],
      ['a.wsdl', 'http://h/b.xsd#x', { kind: 'remote', url: 'http://h/b.xsd' }],
      ['https://h/x/a.wsdl', '../b.xsd', { kind: 'remote', url: 'https://h/b.xsd' }],
      [
        'https://h/a',
        'file:///b',
        { kind: 'refused', reason: 'only http and https can be followed' },
      ],
    ])('from %j to %j', (base, location, expected) => {
      expect(resolveLocation(base, location)).toEqual(expected);
    });
  });

  test('documentation loses the indentation around it and keeps its lines', () => {
    expect(documentationText(['\n    One\n      two\n\n\n    three\n  '])).toBe(
      'One\ntwo\n\nthree',
    );
    expect(documentationText(['One', '  ', ' two '])).toBe('One\ntwo');
    expect(documentationText([' \n '])).toBeUndefined();
  });
});

describe('help html', () => {
  describe('readHelpHtml', () => {
    test('reads samples, headings and links, and skips what is hidden', () => {
      const page = `<html><head><title>T</title><STYLE>h2 { }</STYLE><script>"<pre>no</pre>"</script></head>
      <h1 class="a">Pages &amp; <b>all</b></h1><!-- <pre>no</pre> --><P>First<br>line.</P><p>Second</p>
      <h2>Sample</h2><pre><span>GET</span> /x<br/>&lt;a&#47;&gt;</pre >
      <prefix>no</prefix><pre>two</pre><a href="/X.asmx?op=Find%20All">x</a></html>`;
      const { samples, headings, operations } = readHelpHtml(page);
      expect(samples).toEqual(['GET /x\n<a/>', 'two']);
      expect([...headings]).toEqual([
        ['Pages & all', ['First line.', 'Second']],
        ['Sample', []],
      ]);
      expect(operations).toEqual(['op=Find%20All']);
    });

    test('reads samples and links of Mono', () => {
      const page = `<a class="method" href="X.asmx?page=op&tab=main&op=Find&bnd=XSoap">Find</a>
      <a href="X.asmx?page=op&amp;tab=main&amp;op=Find&amp;bnd=XSoap12">Find</a><a href='X.asmx?page=wsdl&'>x</a>
      <div class="codePanel"><div class="code-xml">GET&nbsp;/X.asmx/Find?a=<span>string</span><br>Host:&nbsp;<span>string</span></div></div>`;
      const { samples, operations } = readHelpHtml(page);
      expect(samples).toEqual(['GET /X.asmx/Find?a=string\nHost: string']);
      expect(operations).toEqual(['page=op&tab=msg&op=Find&bnd=XSoap']);
    });

    /** Sum of the characters that searches for fixed texts pass. */
    function searched(work: () => void): number {
      const { indexOf } = String.prototype;
      let passed = 0;
      String.prototype.indexOf = function counting(sought: string, from = 0): number {
        const found = indexOf.call(this, sought, from);
        passed += (found < 0 ? this.length : found) - from;
        return found;
      };
      try {
        work();
      } finally {
        String.prototype.indexOf = indexOf;
      }
      return passed;
    }

    test.each([
      '<pre ',
      '<pre>',
      '<pre',
      '<!--',
      '<script>',
      '<style ',
      '<h1 a>',
      '</pre',
      '<pre></prex>',
      '<p><',
      '<',
      '<br ',
      'href="',
      'href="?op=a',
      '&amp',
      '<span ',
    ])('searches a page of many %s in proportion to its length', (piece) => {
      const page = `<html>${piece.repeat(100_000)}`;
      expect(searched(() => readHelpHtml(page))).toBeLessThan(12 * page.length);
      const closed = `<html><pre>${piece.repeat(100_000)}></pre>`;
      expect(searched(() => readHelpHtml(closed))).toBeLessThan(12 * closed.length);
    });
  });

  test('many classes of one name and different structure each get a name of their own', () => {
    const classes = Array.from(
      { length: 3000 },
      (_, at) => `<p${at}><Item><a${at}>int</a${at}></Item></p${at}>`,
    );
    const text = `<pre>POST /A.asmx HTTP/1.1\nHost: h\nContent-Type: text/xml\nSOAPAction: "urn:t/Op"\n\n&lt;Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/">&lt;Body>&lt;Op xmlns="urn:t">${classes.join('').replaceAll('<', '&lt;')}&lt;/Op>&lt;/Body>&lt;/Envelope></pre>`;
    const found = readHelpPages([{ path: 'a.html', text }], { report: () => undefined });
    expect(found?.notation.types.has('Item')).toBe(true);
    expect(found?.notation.types.has('Item3000')).toBe(true);
  });
});
