import type { MtomWriter } from '../operation/message.ts';
import { writeOptimized, writeXop } from './xop-writer.ts';

/** Answers of a server whose bytes are sent in parts of their own. */
export const mtom: MtomWriter = { optimize: writeOptimized, join: writeXop };
