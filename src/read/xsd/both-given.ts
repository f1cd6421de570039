import type { SyntaxLog } from '../syntax-log.ts';
import { spanOf, type TreeElement } from '../xml-tree.ts';

/**
 * Notes as a defect that a declaration has two things that exclude each other.
 *
 * @param subject the declaration, such as `Element 'a'`
 * @param both the two
 */
export function addBothGiven(
  log: SyntaxLog,
  element: TreeElement,
  subject: string,
  both: string,
): void {
  log.add({
    code: 'ASMX3003',
    message: `${subject} has both ${both}`,
    span: spanOf(element),
    help: 'Remove one of the two',
  });
}
