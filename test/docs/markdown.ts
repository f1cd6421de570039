/** A fenced block of a page, or a script that a comment hides from readers. */
export interface Block {
  /** Line of the page, from 1. */
  readonly line: number;
  /** Word after the fence; `setup` for a hidden script. */
  readonly language: string;
  readonly text: string;
  /** What the comment in front of the fence says of it, by key. */
  readonly notes: ReadonlyMap<string, string>;
}

/** What a comment in front of a fence may say; CONTRIBUTING.md explains each. */
const noteNames: readonly string[] = [
  'file',
  'continues',
  'run',
  'background',
  'exit',
  'output',
  'excerpt',
  'tree',
  'ci',
  'from source',
  'not run',
];

/**
 * The blocks of a page in order, with `path` for messages. A comment directly in front of a fence
 * holds notes, `<!-- file: server.ts, run -->`; a comment that begins with the line `setup` or
 * `setup, background` is a script.
 *
 * @throws {Error} where a fence is indented or without language, or a comment in front of a fence
 *   holds a note that does not exist
 */
export function readBlocks(page: string, path: string): readonly Block[] {
  const blocks: Block[] = [];
  const lineAt = (offset: number): number => page.slice(0, offset).split('\n').length;
  const refuse = (line: number, reason: string): never => {
    throw new Error(`${path}:${line}: ${reason}`);
  };
  const indented = /^[ \t]+```/m.exec(page);
  if (indented !== null) refuse(lineAt(indented.index), 'the fence is indented');
  let notes: ReadonlyMap<string, string> = new Map();
  let end = -1;
  for (const match of page.matchAll(/<!--([\s\S]*?)-->|^```(.*)\n([\s\S]*?)^```$/gm)) {
    const [whole, comment, language = '', text = ''] = match;
    const line = lineAt(match.index);
    const between = page.slice(end, match.index);
    end = match.index + whole.length;
    if (comment === undefined) {
      if (language.trim() === '') refuse(line, 'the fence names no language');
      const own = between.trim() === '' ? notes : new Map<string, string>();
      blocks.push({ line, language: language.trim(), text, notes: own });
      notes = new Map();
    } else if (/^\s*setup\b.*\n/.test(comment)) {
      const [head = '', ...script] = comment.trimStart().split('\n');
      const own = new Map(head.includes('background') ? [['background', '']] : []);
      blocks.push({ line, language: 'setup', text: script.join('\n'), notes: own });
    } else {
      const fenceFollows = page.slice(end).trimStart().startsWith('```');
      notes = fenceFollows ? readNotes(comment, (reason) => refuse(line, reason)) : new Map();
    }
  }
  return blocks;
}

function readNotes(
  comment: string,
  refuse: (reason: string) => never,
): ReadonlyMap<string, string> {
  const text = comment.trim();
  // a reason is a sentence, commas and all
  const parts = text.startsWith('not run:') ? [text] : text.split(/\s*,\s*/);
  return new Map(
    parts.map((part) => {
      const [name = '', ...rest] = part.split(':');
      if (!noteNames.includes(name)) refuse(`there is no note '${name}'`);
      return [name, rest.join(':').trim()];
    }),
  );
}
