const decimal = /^([+-]?)0*(\d*)(?:\.(\d*?)0*)?$/;
const moment = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Whether two texts are one value: the same, the same decimal in another spelling (`1.50`, `1.5`),
 * or the same time (`…T10:00:00Z`, `…T12:00:00.0+02:00`). Whole numbers without a sign are texts,
 * since they may be identifiers.
 */
export function sameText(a: string, b: string): boolean {
  return a === b || (a.length < 100 && b.length < 100 && canonical(a) === canonical(b));
}

function canonical(text: string): string {
  const time = moment.exec(text);
  if (time !== null) {
    const [, date, clock, fraction = '', zone] = time;
    const instant = Date.parse(`${date ?? '2000-01-01'}T${clock}${zone ?? 'Z'}`);
    if (Number.isNaN(instant)) return text;
    const kind = `${date === undefined ? 'time' : 'dateTime'} ${zone === undefined ? '' : 'UTC'}`;
    return `${kind} ${instant} ${fraction.replace(/0+$/, '')}`;
  }
  const number = /[.+]/.test(text) && /\d/.test(text) ? decimal.exec(text) : null;
  if (number === null) return text;
  const [, sign = '', whole = '', fraction = ''] = number;
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return `${sign === '-' && digits !== '0' ? '-' : ''}${digits}`;
}
