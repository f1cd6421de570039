import { expect, test } from '@jest/globals';
import { format } from 'prettier';
import { style } from '../../src/format/style.ts';
import { describedConstant, exportedConstant } from '../../src/plan/describe/context/constant.ts';
import { pure } from '../../src/plan/describe/context/pure.ts';
import { calling } from '../../src/plan/describe/message-functions.ts';
import { array, arrow, call, type Expression, text } from '../../src/plan/print/node.ts';
import type { ConstantView } from '../../src/plan/result/plan.ts';

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

const forms = {
  'a function around another': (long: string) =>
    describedConstant(
      `read${long}Request`,
      `MessageReader<${long}Input>`,
      pure('checkingIds', strict(long)),
      '',
    ),
  'a function of one message': (long: string) =>
    describedConstant(
      `write${long}Request`,
      `MessageWriter<${long}Input>`,
      calling('writeMessage', 'value', text(`${long}RequestMessage`), 'value'),
      '',
    ),
  'a short name, a long type': (long: string) =>
    describedConstant(
      'readOp',
      `MessageReader<${long}>`,
      calling('readMessage', 'reader', text('opMessage'), 'reader'),
      '',
    ),
  'a type of several words': (long: string) =>
    describedConstant(
      `read${long}Response`,
      `MessageReader<readonly (${long} | null)[] | undefined>`,
      calling('readMessage', 'reader', text(`${long}ResponseMessage`), 'reader'),
      '',
    ),
  'a type of several words, a short message': (long: string) =>
    describedConstant(
      'readOp',
      `MessageReader<readonly ${long}[] | undefined>`,
      calling('readMessage', 'reader', text('opMessage'), 'reader'),
      '',
    ),
  'a name': (long: string) =>
    describedConstant(`read${long}Response`, `MessageReader<void>`, text('skipMessage'), ''),
  'a name, of a type of several words': (long: string) =>
    describedConstant(`read${long}Response`, `MessageReader<${long}[]>`, text('skipMessage'), ''),
  'a function with two arguments': (long: string) =>
    describedConstant(`read${long}Request`, `MessageReader<${long}Input>`, strict(long), ''),
  'a function with two arguments and a type of several words': (long: string) =>
    describedConstant(
      `read${long}Request`,
      `MessageReader<${long} | null | undefined>`,
      strict(long),
      '',
    ),
  'a function with two arguments and a type that may be null': (long: string) =>
    describedConstant(`read${long}Request`, `MessageReader<${long} | null>`, strict(long), ''),
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
  for (const one of texts) expect(one).toBe(await format(one, { ...style }));
});
