// Chooses the documents of a folder that differ most: each next one adds most that the ones before
// it lack.

/**
 * What a document has, as its classification counts it. A count says more than that there are some:
 * it stands for its number of binary digits.
 */
function featuresOf({ classification }) {
  const features = [];
  for (const [group, counts] of Object.entries(classification)) {
    if (typeof counts !== 'object' || counts === null) continue;
    for (const [name, count] of Object.entries(counts)) {
      const digits = typeof count === 'number' ? count.toString(2).length : 1;
      if (count)
        for (let one = 1; one <= digits; one += 1) features.push(`${group}.${name}.${one}`);
    }
  }
  return features;
}

/** @returns at most `most` of the documents */
export function chooseDocuments(documents, most) {
  const left = new Map(documents.map((document) => [document, featuresOf(document)]));
  const chosen = [];
  let seen = new Set();
  while (chosen.length < most && left.size > 0) {
    let best;
    for (const [document, features] of left) {
      const added = features.filter((one) => !seen.has(one)).length;
      if (best === undefined || added > best.added) best = { document, features, added };
    }
    // once nothing is new, what the ones before have counts anew
    if (best.added === 0 && seen.size > 0) {
      seen = new Set();
      continue;
    }
    chosen.push(best.document);
    left.delete(best.document);
    for (const one of best.features) seen.add(one);
  }
  return chosen;
}
