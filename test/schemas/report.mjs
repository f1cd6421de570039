// Failures by class, the largest first, each with the smallest case that shows it.

/** A message without what differs from case to case. */
function general(message) {
  return message
    .split('\n')[0]
    .replace(/'[^']*'/g, "'…'")
    .replace(/\{[^}]*\}\w+/g, '…')
    .replace(/\d+/g, 'N')
    .replace(/: .*? (of|has|became) .*$/, '');
}

const sizeOf = ({ schema, instance = '' }) => schema.length + instance.length;

/** Groups failures by stage and kind of message. */
export function classify(failures) {
  const classes = new Map();
  for (const one of failures) {
    const name = `${one.stage}: ${general(one.message)}`;
    const known = classes.get(name) ?? { name, count: 0, schemas: new Set(), smallest: one };
    known.count += 1;
    known.schemas.add(one.number);
    if (sizeOf(one) < sizeOf(known.smallest)) known.smallest = one;
    classes.set(name, known);
  }
  return [...classes.values()].sort((a, b) => b.schemas.size - a.schemas.size);
}

/** Prints classes with their smallest cases. */
export function printClasses(classes) {
  for (const { name, count, schemas, smallest } of classes) {
    console.log(`\n${schemas.size} schemas, ${count} times: ${name}`);
    console.log(`  smallest (number ${smallest.number}): ${smallest.message.split('\n')[0]}`);
    console.log(indented(shortened(smallest.schema)));
    if (smallest.label !== undefined) console.log(`  of:      ${smallest.label}`);
    if (smallest.instance !== undefined)
      console.log(`  read:    ${withoutScope(smallest.instance)}`);
    if (smallest.written !== undefined) console.log(`  written: ${smallest.written}`);
  }
}

const indented = (text) => text.replace(/^/gm, '    ');
const withoutScope = (text) => text.replace(/ xmlns:\w+="[^"]*"/g, '');
const shortened = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '' && !/simpleType name="Color"/.test(line))
    .map((line) => line.replace(/ xmlns:\w+="[^"]*"/g, ''))
    .join('\n');
