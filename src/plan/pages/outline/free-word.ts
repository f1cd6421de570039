/** Takes a name. If it is taken, a number is appended. */
export function freeWord(name: string, taken: Set<string>): string {
  let word = name;
  for (let number = 2; taken.has(word); number += 1) word = `${name}${number}`;
  taken.add(word);
  return word;
}
