// Complaints of xmllint that are its own limits, with the reason. Each is a rule about a class of schemas, never about one document.

const limits = [];

/** The known limit behind a complaint; `undefined` for a real one. */
export function limitOf(complaint) {
  return limits.find(({ pattern }) => pattern.test(complaint))?.reason;
}
