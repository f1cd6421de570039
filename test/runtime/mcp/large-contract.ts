/**
 * A contract of 34 operations whose types are as those of a groupware: twelve kinds of items that
 * extend each other, folders in folders, and results that hold all of them.
 */
export function largeContract(): string {
  const pad = (at: number): string => String(at).padStart(2, '0');
  const fields = (name: string, count: number): string =>
    Array.from({ length: count }, (_, at) => `      ${name}Field${pad(at)}: string?`).join('\n');
  const items = Array.from({ length: 12 }, (_, at) => {
    const base = at === 0 ? '' : `\n    extends: Item${pad(at % 4 === 0 ? 0 : at - 1)}`;
    const next = `      Link${pad(at)}: Item${pad((at + 5) % 12)}?`;
    return `  Item${pad(at)}:${base}\n    fields:\n${fields(`Item${pad(at)}`, 12)}\n${next}`;
  });
  const operations = Array.from({ length: 34 }, (_, at) => {
    const verb = ['Get', 'Find', 'Create', 'Update', 'Delete'][at % 5];
    const what = `${verb}Thing${pad(at)}`;
    const text = `${verb}s thing ${at}, and what belongs to it. `.repeat(at === 3 ? 400 : 1).trim();
    return (
      `      ${what}:\n        documentation: ${JSON.stringify(text)}\n` +
      `        parameters: { id: long, shape: Shape, item: Item${pad(at % 12)}?, folder: Folder? }\n` +
      `        returns: Answer`
    );
  });
  return `asmx: 1
name: Groupware
namespace: urn:groupware
services:
  Things:
    operations:
${operations.join('\n')}
types:
  Shape: { values: [${Array.from({ length: 80 }, (_, at) => `ShapeOfThings${pad(at)}`).join(', ')}] }
  Folder:
    fields:
      name: string
      parent: Folder?
      first: Item00?
${fields('Folder', 20)}
  Answer:
    fields:
      items: 'Item00*'
      folder: Folder?
${fields('Answer', 40)}
${items.join('\n')}
`;
}
