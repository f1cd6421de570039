/**
 * Whether a text matches a glob over names, in which `*` is any text and `?` any character.
 */
export function matchesGlob(text: string, glob: string): boolean {
  let at = 0;
  let from = 0;
  // the last star, and the place from which it was tried
  let star = -1;
  let tried = 0;
  while (at < text.length) {
    if (glob[from] === '*') {
      star = from;
      tried = at;
      from += 1;
    } else if (from < glob.length && (glob[from] === '?' || glob[from] === text[at])) {
      at += 1;
      from += 1;
    } else if (star >= 0) {
      tried += 1;
      at = tried;
      from = star + 1;
    } else return false;
  }
  while (glob[from] === '*') from += 1;
  return from === glob.length;
}
