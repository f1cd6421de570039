import { type RecordFrame, recordsOf, tagsOf, withoutContent } from '../../server/frame.ts';
import type { ServerOptions } from '../../server/options.ts';
import type { Route } from '../../server/protocol.ts';
import { indentXml } from './indent.ts';

const rootDeclarations =
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/** The frame of an answer to HTTP GET and POST, indented as ASMX does. */
export function httpFrame(route: Route, options: ServerOptions<never>): RecordFrame {
  const { path, write } = recordsOf(route, route.operation.stream?.httpPath, options);
  const { starts, ends } = tagsOf(path, rootDeclarations);
  const levels = starts.length;
  const margin = (level: number): string => `\r\n${'  '.repeat(level)}`;
  const open = (tags: readonly string[]): string =>
    tags.map((tag, at) => margin(at) + tag).join('');
  const close = ends.map((tag, at) => margin(levels - 1 - at) + tag);
  const declaration = '<?xml version="1.0" encoding="utf-8"?>';
  const outside = ['<a>'.repeat(levels), '</a>'.repeat(levels)] as const;
  const probe = indentXml(`${outside[0]}<b />${outside[1]}`);
  const before = probe.indexOf('<b />') - margin(levels).length;
  const behind = probe.length - probe.indexOf('<b />') - 5;
  return {
    head: declaration + open(starts),
    tail: close.join(''),
    empty: declaration + open(withoutContent(starts)) + close.slice(1).join(''),
    write(record) {
      const indented = indentXml(outside[0] + write(record) + outside[1]);
      return indented.slice(before, indented.length - behind);
    },
  };
}
