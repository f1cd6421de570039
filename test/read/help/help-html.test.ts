import { describe, expect, test } from '@jest/globals';
import { readHelpPages } from '../../../src/read/help-contract.ts';
import { readHelpHtml } from '../../../src/read/help-page.ts';

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
