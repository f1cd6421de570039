import type { AttachmentCodec } from '../operation/message.ts';
import { assignParts } from './assign-parts.ts';
import { writeMultipart } from './multipart-writer.ts';

/** Attachments as `multipart/related`: SOAP Messages with Attachments. */
export const multipart: AttachmentCodec = { write: writeMultipart, assign: assignParts };
