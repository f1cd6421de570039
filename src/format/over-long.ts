import { style } from './style.ts';

/** A backtick that ends a template literal: an even number of backslashes before it. */
const templateEnd = /(?:^|[^\\])(?:\\\\)*`/;

/**
 * Whether a text has a code line beyond the print width that prettier might break. Comments don't
 * count, nor lines of a template literal that starts at the end of a line, nor lines of one long
 * string or import path.
 */
export function hasOverLongCode(text: string): boolean {
  const width = style.printWidth;
  let inComment = false;
  let inTemplate = false;
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (inTemplate) inTemplate = !templateEnd.test(text.slice(start, end));
    else if (inComment) inComment = !text.slice(start, end).includes('*/');
    else if (text.startsWith('/*', firstCharacter(text, start))) {
      inComment = !text.slice(start, end).includes('*/');
    } else if (text.startsWith('`\\', end - 2)) inTemplate = true;
    else if (end - start > width && isBreakable(text.slice(start, end).trim())) return true;
    start = end + 1;
  }
  return false;
}

function firstCharacter(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 0x20) at++;
  return at;
}

/**
 * Whether prettier might break a line. It does not break a string or template literal that is a
 * whole value, argument or operand, an import of one name, or a line comment.
 */
function isBreakable(line: string): boolean {
  if (line.startsWith('//')) return false;
  if (/^(?:\w{1,4}: |return )?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")[,;]?$/.test(line))
    return false;
  if (/^(?:return |(?:const )?[\w$.]+ \+?= )?`(?:[^`\\]|\\.)*`[,;]?$/.test(line)) return false;
  return !/^(?:import|export)(?: type)? \{ [^,]* \} from /.test(line);
}
