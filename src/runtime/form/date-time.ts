import { type Day, dayOfPair, dayOfTriple, type Part, today, weekdayOf } from './day.ts';

const months: readonly string[] =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const weekdays: readonly string[] =
  'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

const numberPart = /(\d{1,8})(?!\d)/y;
const word = /[a-z]+/iy;
const clock = /(\d\d?)\s*:\s*(\d\d?)(?:\s*:\s*(\d\d?)(\.\d*|,\d+)?)?(?!\d|\s*:)/y;
const isoClock = /\s*t\s*(\d\d)\s*:\s*(\d\d)(?:\s*:\s*(\d\d)([.,]\d+)?)?(?!\d|\s*:)/iy;
const hourOfHalf = /(\d\d?)(?=\s*[ap]m(?![a-z]))/iy;
const offset = /([+-])(?:(\d\d?):(\d\d?)|(\d\d?)(\d\d)?)(?!\d)/y;
const era = /a\.d\.|ad(?![a-z])/iy;
const dateSeparator = /\s*[/-]/y;
const ignored = /[\s,.]+/y;

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly fraction: string;
}

const midnight: Clock = { hour: 0, minute: 0, second: 0, fraction: '' };

/**
 * Reads a date and time like .NET's `DateTime.Parse` in the invariant culture, and XML Schema's
 * form, in which it returns it. Months come before days, unless they are names. Years of two digits
 * are 1930 to 2029, as up to .NET 7 (.NET 8: 1950 to 2049). What is missing of a date is
 * of today, the first of the month, or midnight.
 *
 * @returns `undefined` for any other text
 */
export function parseDateTime(text: string): string | undefined {
  const reader = new MomentReader(withoutHashes(text));
  while (!reader.isDone) if (!reader.step()) return undefined;
  return reader.finish();
}

/** The text between the marks of a date literal of Visual Basic. */
function withoutHashes(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 1 && trimmed.startsWith('#') && trimmed.endsWith('#')
    ? trimmed.slice(1, -1)
    : text;
}

class MomentReader {
  private readonly text: string;
  private at = 0;
  /** The parts of a date that is not complete. */
  private parts: Part[] = [];
  /** Whether a separator follows the last part. */
  private isOpen = false;
  private day: Day | undefined;
  private time: Clock | undefined;
  private zone = '';
  private half: string | undefined;
  private weekday: number | undefined;
  private hasEra = false;

  constructor(text: string) {
    this.text = text;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  /** Reads the next piece; `false` if it has no place here. */
  step(): boolean {
    if (this.take(ignored) !== null) return true;
    if (this.parts.length === 0 && this.readTime()) return true;
    const number = this.take(numberPart)?.[1];
    if (number !== undefined) {
      return this.addPart({ kind: number.length < 3 ? 'number' : 'year', value: Number(number) });
    }
    if (this.take(era) !== null) return this.addEra();
    const name = this.take(word)?.[0].toLowerCase();
    return name === undefined ? this.readOffset() : this.readWord(name);
  }

  /** XML Schema's form; `undefined` if a part is missing or impossible. */
  finish(): string | undefined {
    const { parts, isOpen } = this;
    if (parts.length > 0 && (isOpen || !this.setDay(dayOfPair(parts)))) return undefined;
    const { time, half, weekday } = this;
    if (time === undefined && (this.day === undefined || half !== undefined)) return undefined;
    const { hour, minute, second, fraction } = time ?? midnight;
    const ofDay = hourOfDay(hour, half);
    if (ofDay === undefined || minute > 59 || second > 59) return undefined;
    const day = this.day ?? today();
    if (weekday !== undefined && weekday !== weekdayOf(day)) return undefined;
    const [year, ...rest] = day;
    const date = [String(year).padStart(4, '0'), ...rest.map(two)].join('-');
    return `${date}T${[ofDay, minute, second].map(two).join(':')}${fraction}${this.zone}`;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  /** Reads `13:05:06.07`, or the hour of `1 PM`. */
  private readTime(): boolean {
    const found = this.time === undefined ? (this.take(clock) ?? this.take(hourOfHalf)) : null;
    return found !== null && this.setTime(found);
  }

  private setTime([, hour, minute = '0', second = '0', fraction = '']: RegExpExecArray): boolean {
    this.time = {
      hour: Number(hour),
      minute: Number(minute),
      second: Number(second),
      fraction: fraction === '.' ? '' : fraction.replace(',', '.'),
    };
    return true;
  }

  private addPart(part: Part): boolean {
    const { parts } = this;
    if (this.day !== undefined) return false;
    parts.push(part);
    if (parts.length < 3) {
      const isJoined = this.isOpen;
      this.isOpen = this.take(dateSeparator) !== null;
      // in `1/10 5 AM`, the third number is not a year
      const isWhole = isJoined && !this.isOpen && this.hasHour();
      return !isWhole || this.setDay(dayOfPair(parts));
    }
    const isIso = parts.every(({ kind }, at) => kind === (at === 0 ? 'year' : 'number'));
    const time = isIso ? this.take(isoClock) : null;
    return this.setDay(dayOfTriple(parts)) && (time === null || this.setTime(time));
  }

  /** Whether two numbers are followed by an hour. */
  private hasHour(): boolean {
    const { at } = this;
    this.take(ignored);
    const hasHour = this.take(hourOfHalf) !== null;
    this.at = at;
    return hasHour && this.parts.every(({ kind }) => kind === 'number');
  }

  private setDay(day: Day | undefined): boolean {
    if (day === undefined || this.day !== undefined) return false;
    this.day = day;
    this.parts = [];
    return true;
  }

  private readWord(name: string): boolean {
    const month = indexOfName(months, name);
    if (month >= 0) return this.addPart({ kind: 'month', value: month + 1 });
    if (name === 'am' || name === 'pm') {
      if (this.half !== undefined) return false;
      this.half = name;
      return true;
    }
    if (name === 'gmt' || name === 'z') return this.setZone('Z');
    const weekday = indexOfName(weekdays, name);
    if (weekday < 0 || this.weekday !== undefined) return false;
    this.weekday = weekday;
    return true;
  }

  /** The only era of the calendar may be named once, after a date or time. */
  private addEra(): boolean {
    const isAfter = this.parts.length + (this.day ?? []).length > 0 || this.time !== undefined;
    const isFirst = !this.hasEra;
    this.hasEra = true;
    return isAfter && isFirst;
  }

  /** Reads `+2`, `+02`, `+0200` or `+2:00`. */
  private readOffset(): boolean {
    const found = this.take(offset);
    if (found === null) return false;
    const hours = Number(found[2] ?? found[4]);
    const minutes = Number(found[3] ?? found[5] ?? 0);
    if (minutes > 59 || hours * 60 + minutes > 14 * 60 || !this.endMonth()) return false;
    return this.setZone(`${found[1]}${two(hours)}:${two(minutes)}`);
  }

  /** Ends a month of a year, such as that of `2024-02+02:00`. */
  private endMonth(): boolean {
    const { parts, isOpen } = this;
    if (parts.length !== 2 || isOpen || parts.every(({ kind }) => kind !== 'year')) return true;
    return this.setDay(dayOfPair(parts));
  }

  private setZone(zone: string): boolean {
    if (this.zone !== '' || this.parts.length > 0) return false;
    this.zone = zone;
    return true;
  }
}

function indexOfName(names: readonly string[], word: string): number {
  return names.findIndex((name) => name === word || name.slice(0, 3) === word);
}

/** The hour of the day; `undefined` if there is none. Like .NET, takes `13 PM` for 13. */
function hourOfDay(hour: number, half: string | undefined): number | undefined {
  if (hour > (half === 'am' ? 12 : 23)) return undefined;
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
