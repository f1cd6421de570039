// Counts of a run by construct, and what did not pass.

/** Adds up the results of all documents. */
export function summarise(results) {
  const constructs = new Map();
  const count = (names, key) => {
    for (const name of names) {
      const row = constructs.get(name) ?? { passed: 0, failed: 0 };
      row[key] += 1;
      constructs.set(name, row);
    }
  };
  const failures = [];
  const apart = new Map();
  let passed = 0;
  for (const result of results) {
    const { id } = result;
    for (const names of result.passes ?? []) count(names, 'passed');
    passed += result.passes?.length ?? 0;
    for (const failure of result.failures ?? []) {
      count(failure.constructs, 'failed');
      failures.push({ document: id, ...failure });
    }
    for (const { reason } of result.apart ?? []) {
      const key = `${id}\n${reason}`;
      apart.set(key, { document: id, reason, values: (apart.get(key)?.values ?? 0) + 1 });
    }
    const stopped =
      result.crashed ?? (result.refused === undefined ? undefined : `refused: ${result.refused}`);
    if (stopped !== undefined)
      failures.push({
        document: id,
        element: '',
        stage: 'generate',
        difference: stopped,
        constructs: [],
      });
  }
  const xerces = results.flatMap((result) =>
    result.xerces === undefined ? [] : [{ document: result.id, ...result.xerces }],
  );
  return {
    passed,
    xerces,
    failed: failures.length,
    constructs: Object.fromEntries([...constructs].sort(([a], [b]) => (a < b ? -1 : 1))),
    apart: [...apart.values()],
    failures,
    seconds: Object.fromEntries(
      results.map((result) => [result.id, Number(result.seconds.toFixed(1))]),
    ),
  };
}

const shownFailures = 5;

/** Prints a summary for people; the last line is the verdict. */
export function printReport({ passed, failed, constructs, apart, failures, xerces }) {
  console.log('construct                         passed   failed');
  for (const [name, row] of Object.entries(constructs)) {
    console.log(
      `${name.padEnd(32)} ${String(row.passed).padStart(7)} ${String(row.failed).padStart(8)}`,
    );
  }
  const encoded = constructs['SOAP encoding'];
  if (encoded !== undefined) {
    console.log(
      `\nSOAP encoding has no schema to be held against: its ${encoded.passed + encoded.failed} messages were written and read only.`,
    );
  }
  printXerces(xerces);
  if (apart.length > 0) {
    const total = apart.reduce((sum, one) => sum + one.values, 0);
    console.log(`\n${total} values apart, neither passed nor failed:`);
    for (const { document, reason, values } of apart)
      console.log(`  ${document} (${values}): ${reason.slice(0, 260)}`);
  }
  const byDocument = Map.groupBy?.(failures, (one) => one.document) ?? groupBy(failures);
  for (const [document, all] of byDocument) {
    console.log(`\n${document}: ${all.length} failed`);
    for (const { element, seed, stage, difference } of all.slice(0, shownFailures)) {
      console.log(`  ${element} seed ${seed} ${stage}: ${difference.slice(0, 400)}`);
    }
    if (all.length > shownFailures) console.log(`  … and ${all.length - shownFailures} more`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
}

function printXerces(all) {
  if (all.length === 0) {
    console.log(
      '\nXerces-J judged nothing: it needs a JDK and the Debian package libxerces2-java.',
    );
    return;
  }
  const judged = all.reduce((sum, one) => sum + one.judged, 0);
  console.log(`\nXerces-J judged ${judged} messages beside xmllint.`);
  for (const { document, failure } of all) {
    if (failure === undefined) continue;
    console.log(`  ${document}: it cannot load the schemas: ${failure.slice(0, 260)}`);
  }
}

function groupBy(failures) {
  const groups = new Map();
  for (const one of failures) groups.set(one.document, [...(groups.get(one.document) ?? []), one]);
  return groups;
}
