import {
  formatXsdDateTimeFromDate,
  formatXsdZonedDateTimeFromDate,
  parseXsdDateTimeAsDate,
} from '../../xsd/date-object.ts';
import {
  formatXsdDate,
  formatXsdDateTime,
  formatXsdTime,
  parseXsdDate,
  parseXsdDateTime,
  parseXsdTime,
} from '../../xsd/date-time.ts';
import { formatXsdDuration, parseXsdDuration } from '../../xsd/duration.ts';
import {
  formatXsdGDay,
  formatXsdGMonth,
  formatXsdGMonthDay,
  formatXsdGYear,
  formatXsdGYearMonth,
  parseXsdGDay,
  parseXsdGMonth,
  parseXsdGMonthDay,
  parseXsdGYear,
  parseXsdGYearMonth,
} from '../../xsd/gregorian.ts';
import { plainDate } from '../../xsd/plain-date.ts';
import type { Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

/** .NET's earliest moment, in local time as any without a zone. */
const earliest = '0001-01-01T00:00:00';

export const dateTime: Simple = /* @__PURE__ */ unescaped(parseXsdDateTime, formatXsdDateTime, {
  initial: () => earliest,
});

export const dateTimeAsDate: Simple = /* @__PURE__ */ unescaped(
  parseXsdDateTimeAsDate,
  formatXsdDateTimeFromDate,
  {
    scan: plainDate,
    initial: () => parseXsdDateTimeAsDate(earliest),
  },
);

/** `dateTimeOffset` of .NET's XmlSerializer. */
export const zonedDateTimeAsDate: Simple = /* @__PURE__ */ unescaped(
  parseXsdDateTimeAsDate,
  formatXsdZonedDateTimeFromDate,
  {
    scan: plainDate,
    initial: () => parseXsdDateTimeAsDate(`${earliest}Z`),
  },
);

export const date: Simple = /* @__PURE__ */ unescaped(parseXsdDate, formatXsdDate, {
  initial: () => '0001-01-01',
});

export const time: Simple = /* @__PURE__ */ unescaped(parseXsdTime, formatXsdTime, {
  initial: () => '00:00:00',
});

export const duration: Simple = /* @__PURE__ */ unescaped(parseXsdDuration, formatXsdDuration);

export const gYearMonth: Simple = /* @__PURE__ */ unescaped(
  parseXsdGYearMonth,
  formatXsdGYearMonth,
);

export const gYear: Simple = /* @__PURE__ */ unescaped(parseXsdGYear, formatXsdGYear);

export const gMonthDay: Simple = /* @__PURE__ */ unescaped(parseXsdGMonthDay, formatXsdGMonthDay);

export const gDay: Simple = /* @__PURE__ */ unescaped(parseXsdGDay, formatXsdGDay);

export const gMonth: Simple = /* @__PURE__ */ unescaped(parseXsdGMonth, formatXsdGMonth);
