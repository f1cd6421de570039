import { expect, test } from '@jest/globals';
import { format } from 'prettier';
import { prettierStyle } from '../../src/format/prettier.ts';
import { describedConstant, exportedConstant, pure } from '../../src/plan/descriptions.ts';
import { calling } from '../../src/plan/message-description.ts';
import type { ConstantView } from '../../src/plan/result.ts';
import { array, arrow, call, type Expression, entry, object, text } from '../../src/print/node.ts';

const lengths = Array.from({ length: 70 }, (_, index) => 'x'.repeat(index + 1));

const print = ({ exported, name, type, value }: ConstantView): string =>
  `${exported ? 'export ' : ''}const ${name}${type === undefined ? '' : `: ${type}`} =${value};\n`;

const strict = (long: string): Expression =>
  calling(
    'readMessage',
    'reader',
    text(`${long}RequestMessage`),
    call('strictly', 'reader', '$declared'),
  );

/** An object with a function, as descriptors and routes have it. */
const holding = (key: string, value: Expression) =>
  describedConstant('one', undefined, object([entry(key, value)], true), '');

const forms = {
  'a function around another': (long: string) =>
    holding('readRequest', pure('checkingIds', strict(long))),
  'a function of one message': (long: string) =>
    holding(
      'writeRequest',
      calling('writeMessage', 'value', text(`${long}RequestMessage`), 'value'),
    ),
  'a name': () => holding('readResponse', text('skipMessage')),
  'a function with two arguments': (long: string) => holding('readRequest', strict(long)),
  'a type with members': (long: string) =>
    describedConstant(
      `${long}Type`,
      `ObjectType<${long}>`,
      pure('object', `'${long}'`, 'nsX', arrow('()', array([text(`element('${long}', string)`)]))),
      '',
    ),
  'a message of a list': (long: string) =>
    describedConstant(
      `${long}Message`,
      `MessageType<readonly ${long}[]>`,
      pure('result', `'${long}'`, 'nsX', arrow('()', text('item'))),
      '',
    ),
};

test.each(Object.entries(forms))('%s is laid out as prettier does it', async (_, make) => {
  const texts = lengths.flatMap((long) => {
    const plain = make(long);
    return [print(plain), print(exportedConstant(plain))];
  });
  for (const one of texts) expect(one).toBe(await format(one, { ...prettierStyle }));
});
