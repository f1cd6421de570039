import { expect, test } from '@jest/globals';
import { typedText } from '../../src/runtime/types/member.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';

test('a text that is read after the end of the document is empty', () => {
  const reader = new XmlReader('<a><b/></a>', { defaults: true });
  for (let depth = 0; depth < 4; depth++) reader.nextTag();
  expect(reader.depth).toBe(0);
  expect(typedText(reader, (text) => text)).toBe('');
});
