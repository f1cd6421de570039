import type { MessageField } from '../../plan/messages/message-field.ts';
import { fieldType } from '../../plan/messages/type-word.ts';
import { code, plain, table } from './markdown-text.ts';

/** Properties with their types and descriptions. */
export function fieldTable(fields: readonly MessageField[]): readonly string[] {
  return table(
    ['Name', 'Type', 'Description'],
    fields.map((field) => [code(field.property), code(fieldType(field)), aboutField(field)]),
  );
}

function aboutField({ documentation, preset }: MessageField): string {
  const words = plain(documentation ?? '');
  if (preset === undefined) return words;
  return `${words}${words === '' ? '' : ' '}Default: ${code(preset)}.`;
}
