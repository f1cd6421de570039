// The four figures of a suite, and whether they reach what W3C's own schema suite is to reach.

const goals = { generated: 99.9, typed: 100, right: 99.5, refused: 96 };

/** Counts results by number of the schema. */
export function countFigures(results, untypable) {
  const all = [...results.values()];
  const sum = (value) => all.reduce((total, one) => total + value(one), 0);
  const ungenerated = all.filter(({ failures }) =>
    failures.some(({ stage }) => stage === 'generate'),
  ).length;
  const schemas = all.length;
  const valid = sum((one) => one.valid);
  const invalid = sum((one) => one.invalid);
  const onPurpose = sum((one) => one.onPurpose ?? 0);
  return {
    generated: [schemas - ungenerated, schemas],
    typed: [schemas - ungenerated - untypable.size, schemas - ungenerated],
    right: [valid - sum(faultyOf), valid],
    refused: [invalid - onPurpose - sum((one) => one.let.length), invalid - onPurpose],
    onPurpose,
    apart: sum((one) => one.wrong ?? 0),
  };
}

/** Valid messages that failed at any stage. */
const faultyOf = ({ failures }) =>
  new Set(
    failures
      .filter((one) => one.instance !== undefined && one.stage !== faultsWritten)
      .map((one) => one.instance),
  ).size;

/** The stage of invalid messages that are read and written. */
export const faultsWritten = 'what was read with faults is written';

const words = {
  generated: 'schemas generate',
  typed: 'outputs type-check',
  right: 'valid messages are right',
  refused: 'invalid messages are refused by strict readers',
};

/** Prints the figures; gives whether all goals are reached. */
export function printFigures(name, figures, drawnInVain) {
  console.log(`\n${name} (${drawnInVain} drawn schemas were refused by xmllint)`);
  let reached = true;
  for (const [key, text] of Object.entries(words)) {
    const [part, whole] = figures[key];
    const share = (100 * part) / Math.max(1, whole);
    if (whole > 0 && share < goals[key]) reached = false;
    console.log(`  ${share.toFixed(2)} % of ${whole} ${text} (goal ${goals[key]} %)`);
  }
  if (figures.onPurpose > 0) {
    console.log(`  ${figures.onPurpose} more invalid messages are taken as documented`);
  }
  if (figures.apart > 0) console.log(`  ${figures.apart} verdicts of xmllint left out`);
  return reached;
}
