import { Problem } from './problem.ts';

/** Levels of objects and lists; `fromJson` refuses more, too. */
const most = 200;
const QUOTE = 34;
const COMMA = 44;
const LIST = 91;
const BACKSLASH = 92;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;

/**
 * Reads JSON text. Takes time in proportion to its length.
 *
 * @throws Problem 400: it is not JSON, is nested deeper than 200 levels, or an object has a member
 *   twice, of which readers would take different ones (RFC 8259, section 4)
 */
export function parseJson(text: string): unknown {
  checkMembers(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, { detail: 'The body is not JSON.' });
  }
}

/** Looks at members and levels only; what is not JSON is found by whoever parses it. */
function checkMembers(text: string): void {
  // the members of each object that is open; nothing for a list
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at + 1);
      const members = open[open.length - 1];
      if (isName && members !== undefined) addName(text.slice(at, end + 1), members);
      isName = false;
      at = end;
    } else if (code === OBJECT || code === LIST) {
      if (open.length === most) {
        throw new Problem(400, { detail: `The body is nested deeper than ${most} levels.` });
      }
      isName = code === OBJECT;
      open.push(isName ? new Set() : undefined);
    } else if (code === OBJECT_END || code === LIST_END) open.pop();
    else if (code === COMMA) isName = true;
  }
}

/** Where a string ends, whose first character is at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return at;
}

function addName(quoted: string, members: Set<string>): void {
  const name = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  if (members.has(name)) {
    const shown = name.length > 100 ? `${name.slice(0, 100)}...` : name;
    throw new Problem(400, { detail: `The body has the member '${shown}' twice in one object.` });
  }
  members.add(name);
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    // no JSON, which its parser says
    return quoted;
  }
}
