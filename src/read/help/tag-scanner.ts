/** The place of an end tag. */
export interface EndTag {
  readonly start: number;
  /** Offset after its `>`. */
  readonly end: number;
}

/** Finds tags in HTML. What is not there is searched for only once. */
export interface TagScanner {
  readonly text: string;
  /** Name of the start tag at an offset, in lower case; empty for none. */
  nameAt(at: number): string;
  /** Offset after the `>` of a tag; `undefined` if it is cut off. */
  tagEnd(at: number): number | undefined;
  /** The next end tag of a name. */
  closing(name: string, from: number): EndTag | undefined;
  /** Offset after the comment that begins at an offset. */
  commentEnd(at: number): number | undefined;
}

const name = /<([a-z][a-z0-9]*)(?![\w-])/y;
const blanksAndEnd = /\s*>/y;

/** Creates a scanner for a text. */
export function createTagScanner(text: string): TagScanner {
  // letters of other scripts stay: some change their length
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const absent = new Set<string>();
  const find = (sought: string, from: number): number | undefined => {
    if (absent.has(sought)) return undefined;
    const at = lower.indexOf(sought, from);
    if (at >= 0) return at;
    absent.add(sought);
    return undefined;
  };
  return {
    text,
    nameAt(at) {
      name.lastIndex = at;
      return name.exec(lower)?.[1] ?? '';
    },
    tagEnd(at) {
      const end = find('>', at);
      return end === undefined ? undefined : end + 1;
    },
    closing(sought, from) {
      const open = `</${sought}`;
      for (let at = find(open, from); at !== undefined; at = find(open, at + 1)) {
        blanksAndEnd.lastIndex = at + open.length;
        if (blanksAndEnd.test(lower)) return { start: at, end: blanksAndEnd.lastIndex };
      }
      absent.add(open);
      return undefined;
    },
    commentEnd(at) {
      const end = find('-->', at + 4);
      return end === undefined ? undefined : end + 3;
    },
  };
}
