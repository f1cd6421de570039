import { writeStreams } from '../../byte-stream/write-streams.ts';
import type { StreamSender } from '../../server/protocol.ts';

/** Sends responses with streams. */
export const sendStreams: StreamSender = ({ contentType, write, ...how }) =>
  writeStreams({ ...how, write, envelope: (text) => ({ text, contentType }) });
