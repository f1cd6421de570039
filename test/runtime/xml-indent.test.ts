import { describe, expect, test } from '@jest/globals';
import { indentXml } from '../../src/runtime/http/server.ts';

describe('indentXml', () => {
  test.each(['<a>1</a>', '<a />', '<a xmlns="urn:x"></a>', '<a>&lt;b&gt;</a>'])(
    'leaves %s, which has no children',
    (xml) => expect(indentXml(xml)).toBe(xml),
  );

  test('puts children on lines of their own, two spaces deeper', () => {
    expect(indentXml('<a x="1"><b>1</b><c /><d><e /></d></a>')).toBe(
      '<a x="1">\r\n  <b>1</b>\r\n  <c />\r\n  <d>\r\n    <e />\r\n  </d>\r\n</a>',
    );
  });

  test('leaves an element as it is from its first text on, with all in it', () => {
    expect(indentXml('<a><b />text<c><d /></c></a>')).toBe('<a>\r\n  <b />text<c><d /></c></a>');
    expect(indentXml('<a><b>text<c><d /></c></b><e><f /></e></a>')).toBe(
      '<a>\r\n  <b>text<c><d /></c></b>\r\n  <e>\r\n    <f />\r\n  </e>\r\n</a>',
    );
  });

  test('goes through long lists', () => {
    const items = '<i><n>1</n></i>'.repeat(20_000);
    expect(indentXml(`<a>${items}</a>`)).toHaveLength(items.length + 7 + 20_000 * 14 + 2);
  });
});
