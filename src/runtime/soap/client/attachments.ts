import { writeMultipart } from '../../mime/multipart-writer.ts';
import type { SentAttachment } from '../../operation/message.ts';
import { attacher } from './message.ts';

/**
 * Attachments for the call option `attachments`: parts that are sent beside the envelope, though
 * the contract does not declare them (SOAP Messages with Attachments). A program that is bundled
 * has to give this, so that its bundle has what writes them; in any other, the option alone does.
 */
export const clientAttachments: (parts: readonly SentAttachment[]) => readonly SentAttachment[] =
  /* @__PURE__ */ install();

function install(): (parts: readonly SentAttachment[]) => readonly SentAttachment[] {
  attacher.write = writeMultipart;
  return (parts) => parts;
}
