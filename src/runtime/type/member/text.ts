import { typedText } from '../../codec/declared.ts';
import { missingValue } from '../../codec/value.ts';
import { orEmpty, within } from '../../xml/write-text.ts';
import { isBranches, isSimple } from '../described.ts';
import type { Content, ContentPlan, Field } from '../description.ts';
import type { Simple } from '../simple-type.ts';
import { freeStems } from './attribute.ts';

/** The text of an element with attributes. */
export function text(type: Simple): Field {
  return { kind: 'text', name: '$value', type, min: 1, max: 1 };
}

/** Content that is a text. */
export const simpleContent: Content = {
  tagged: (members) => members.some((one) => !isBranches(one) && hasNames(one)),
  read: (reader, plan, values) => {
    const { parse, initial, include } = textOf(plan);
    const included = include?.(reader, parse);
    values[values.length - 1] =
      included ??
      typedText(
        reader,
        (given) => parse(given, reader),
        initial && ((one, name) => missingValue(one, name, initial())),
      );
    return plan.make(values);
  },
  write: (_, values, plan) => {
    const { format, names } = textOf(plan);
    const value = values[values.length - 1] as never;
    try {
      if (names !== undefined) {
        return names.content(value, ['n', ...freeStems(names.stems, plan.inTag)]);
      }
      return (plan.type.form.tagged ? '>' : '') + orEmpty(format(value));
    } catch (error) {
      throw within(error, '$value');
    }
  },
};

/** The type of the text. */
function textOf({ text: field }: ContentPlan): Simple {
  const { type } = field as Field;
  return type as Simple;
}

function hasNames({ kind, type }: Field): boolean {
  return kind === 'text' && isSimple(type) && type.names !== undefined;
}
