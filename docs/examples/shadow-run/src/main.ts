import { createServer } from 'node:http';
import { createShadow } from '../generated/pricing/index.js';
import { createNext } from './next.js';
import { startOld } from './old.js';
import { Report } from './report.js';
import { readShares } from './shares.js';

const { PORT = '8080', OLD_URL, SHARES = '0' } = process.env;
const upstream = OLD_URL ?? (await startOld()).url;
const report = new Report('differences.jsonl');
const shadow = createShadow(createNext(), {
  upstream,
  compare: report.add,
  share: readShares(SHARES),
});

createServer(shadow.listener).listen(Number(PORT), 'localhost', () =>
  console.log(`http://localhost:${PORT} answers from ${upstream}`),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await shadow.close({ timeout: 5000 });
    console.log(String(report));
    process.exit();
  });
}
