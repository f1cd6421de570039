import { describe, expect, test } from '@jest/globals';
import { missing, readElement } from '../../src/runtime/types/message.ts';
import { XmlError } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';

describe('the element a Body is to hold', () => {
  test('is missing before what follows the Body', () => {
    const reader = new XmlReader('<Envelope>\n  <Body>\n    <Other/>\n  </Body>\n</Envelope>');
    reader.nextTag();
    reader.nextTag();
    let error: unknown;
    try {
      readElement(reader, ['Get', ''], (inside) => missing(inside, 'id'));
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(XmlError);
    const { path, line, column } = error as XmlError;
    expect({ path, line, column }).toEqual({ path: 'id', line: 5, column: 3 });
  });
});
