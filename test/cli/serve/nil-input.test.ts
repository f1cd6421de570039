import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  openRecording,
  readRecording,
  replayInterceptor,
} from '../../../src/cli/serve/recording.ts';

test('a call whose input is nil is recorded and answered as such', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'asmx-gen-nil-'));
  try {
    const path = join(folder, 'calls.jsonl');
    const recording = openRecording(path, 'nil.wsdl');
    const call = { service: 'Nil', operation: 'Find', binding: 'soap11' } as const;
    recording.add({ ...call, parameters: {}, answer: { result: 'empty' } });
    recording.add({ ...call, parameters: null, answer: { result: null } });
    const calls = readRecording(path);
    expect(calls.map(({ parameters }) => parameters)).toEqual([{}, null]);
    const replay = replayInterceptor(calls, path);
    const ask = (input: unknown) =>
      replay(
        {
          operation: { service: 'Nil', name: 'Find' },
          context: { binding: 'soap11' },
          input,
        } as never,
        () => Promise.resolve(),
      );
    expect(await ask(null)).toBe(null);
    expect(await ask({})).toBe('empty');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
