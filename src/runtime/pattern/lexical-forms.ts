/** Other lexical forms of the value of a text, a limited number of them. */
type LexicalForms = (text: string) => Iterable<string>;

/** Number of zeros and fraction digits tried. */
const mostZeros = 20;
/** Number of forms of one item of a list, and of combinations of them, that are tried. */
const mostOfItem = 400;
const mostOfList = 4096;

/** `1` for `true`, `0` for `false`. */
export function booleanForms(text: string): readonly string[] {
  return [text === 'true' ? '1' : '0'];
}

/** An integer with leading zeros or a plus sign. */
export function* integerForms(text: string): Iterable<string> {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = text.slice(sign.length);
  for (let zeros = 0; zeros <= mostZeros; zeros += 1) {
    const padded = '0'.repeat(zeros) + digits;
    yield sign + padded;
    if (sign === '') yield `+${padded}`;
    if (text === '0') yield `-${padded}`;
  }
}

/** A decimal with other numbers of digits before and after the point. */
export function* decimalForms(text: string): Iterable<string> {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  if (whole + fraction === '') return;
  const wholes = [whole === '' ? '0' : whole, ...(whole === '0' ? [''] : [])];
  for (let zeros = 1; zeros <= 4; zeros += 1) wholes.push('0'.repeat(zeros) + wholes[0]);
  const fractions = fraction === '' ? ['', '.'] : [`.${fraction}`];
  for (let digits = fraction.length + 1; digits <= mostZeros; digits += 1) {
    fractions.push(`.${fraction.padEnd(digits, '0')}`);
  }
  for (const before of wholes) {
    for (const after of fractions) {
      if (before + after === '' || before + after === '.') continue;
      yield sign + before + after;
      if (sign === '') yield `+${before}${after}`;
    }
  }
}

/** A floating-point number with other numbers of digits, with and without an exponent. */
export function* floatForms(text: string): Iterable<string> {
  const value = Number(text);
  if (!Number.isFinite(value)) return;
  if (Math.abs(value) < 1e21) {
    for (let digits = 0; digits <= mostZeros; digits += 1) {
      const fixed = value.toFixed(digits);
      if (Number(fixed) !== value) continue;
      yield* decimalForms(fixed);
      break;
    }
  }
  for (let digits = 0; digits <= mostZeros; digits += 1) {
    const [mantissa = '', exponent = ''] = value.toExponential(digits).split('e');
    if (Number(`${mantissa}e${exponent}`) !== value) continue;
    const [, sign = '', all = ''] = /^(-?)(.*)$/.exec(mantissa.replace('.', '')) ?? [];
    for (let whole = 1; whole <= all.length; whole += 1) {
      const rest = all.slice(whole);
      const before = sign + all.slice(0, whole);
      const power = Number(exponent) - whole + 1;
      const forms = rest === '' ? [before, `${before}.0`] : [`${before}.${rest}`];
      for (const form of forms) yield* exponentForms(form, power, value === 0);
    }
  }
}

/** A mantissa with its exponent, which zero may have with either sign. */
function* exponentForms(mantissa: string, power: number, isZero: boolean): Iterable<string> {
  const digits = String(Math.abs(power));
  const signs = power < 0 ? ['-'] : isZero ? ['', '+', '-'] : ['', '+'];
  for (const letter of ['E', 'e']) {
    for (const size of [1, 2, 3]) {
      for (const sign of signs) yield `${mantissa}${letter}${sign}${digits.padStart(size, '0')}`;
    }
  }
}

/**
 * A list whose items have other forms: first all of them the same one, then any of a limited number
 * of combinations.
 */
export function listForms(item: LexicalForms): LexicalForms {
  return function* forms(text) {
    const items = text.split(' ').filter((one) => one !== '');
    const choices = items.map((one) => [one, ...first(item(one), mostOfItem)]);
    const most = Math.max(0, ...choices.map(({ length }) => length));
    for (let at = 1; at < most; at += 1) {
      yield choices.map((all) => all[Math.min(at, all.length - 1)]).join(' ');
    }
    const total = choices.reduce((product, { length }) => product * length, 1);
    if (items.length > mostZeros || total > mostOfList) return;
    for (let number = 1; number < total; number += 1) {
      let rest = number;
      const chosen = choices.map((all) => {
        const one = all[rest % all.length];
        rest = Math.floor(rest / all.length);
        return one;
      });
      yield chosen.join(' ');
    }
  };
}

function first(forms: Iterable<string>, most: number): readonly string[] {
  const found: string[] = [];
  for (const form of forms) if (found.push(form) >= most) break;
  return found;
}

/** Lower-case hexadecimal digits. */
export function hexForms(text: string): readonly string[] {
  return [text.toLowerCase()];
}

/** Base64 in groups and lines, each followed by a space. */
export function base64Forms(text: string): readonly string[] {
  return [1, 4, 64, 76].map((size) => text.replace(new RegExp(`.{${size}}(?=.)`, 'g'), '$& '));
}

/** A moment in UTC with other fractions of seconds, and in other zones. */
export function* momentForms(text: string): Iterable<string> {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return;
  for (let hours = 0; hours <= 28; hours += 1) {
    // 0, 1, -1, 2, -2 … -14
    const offset = hours % 2 === 0 ? -hours / 2 : (hours + 1) / 2;
    const shifted = new Date(time + offset * 3_600_000).toISOString();
    const [clock = '', milliseconds = ''] = shifted.slice(0, -1).split('.');
    const digits = milliseconds.replace(/0+$/, '');
    const sign = offset < 0 ? '-' : '+';
    const zone = `${sign}${String(Math.abs(offset)).padStart(2, '0')}:00`;
    const zones = offset === 0 ? ['Z', '+00:00', '-00:00'] : [zone];
    for (const end of zones) {
      if (digits === '') yield clock + end;
      for (let count = Math.max(1, digits.length); count <= 9; count += 1) {
        yield `${clock}.${digits.padEnd(count, '0')}${end}`;
      }
    }
  }
}

/**
 * A date and time, or a time of day, with more digits of seconds, and with `+00:00` for `Z`. All
 * keep the zone, which is part of the value.
 */
export function* secondForms(text: string): Iterable<string> {
  const parts = /^(.*\d\d:\d\d:\d\d)(?:\.(\d+))?(|Z|[+-]\d\d:\d\d)$/.exec(text);
  if (parts === null) return;
  const [, whole = '', fraction = '', zone = ''] = parts;
  for (const end of zone === 'Z' ? ['Z', '+00:00'] : [zone]) {
    if (fraction === '') yield whole + end;
    for (let count = Math.max(1, fraction.length); count <= 9; count += 1) {
      yield `${whole}.${fraction.padEnd(count, '0')}${end}`;
    }
  }
}
