// A content model that allows less than another, as a restriction must have it (XML Schema 1,
// 3.9.6).

/** A copy with tighter bounds and without some of what may be absent. */
export function narrowed(particle, dice) {
  if (particle === undefined) return undefined;
  const copy = { ...particle };
  if (particle.kind !== 'any' && dice.chance(0.3)) tighten(copy, dice);
  if (particle.items === undefined) return copy;
  const kept = particle.items.filter((item) => mustStay(particle, item) || !dice.chance(0.25));
  copy.items = kept.map((item) => narrowed(item, dice));
  return copy;
}

/**
 * Parts of a sequence stay unless they may be absent; branches of a choice may go as long as one is
 * left.
 */
function mustStay(parent, item) {
  if (parent.kind === 'choice') return item === parent.items[0];
  return item.min > 0;
}

function tighten(copy, dice) {
  if (copy.max > copy.min + 1 && dice.chance(0.5)) {
    copy.max = Number.isFinite(copy.max) ? copy.max - 1 : copy.min + 2;
  } else if (copy.min < copy.max) copy.min += 1;
}
