import { serve } from '@hono/node-server';
import { guarded } from './guard.js';
import { connectHelpdesk } from './helpdesk.js';
import { createTools } from './tools.js';

const { PORT = '8080', AGENT_KEY } = process.env;
if (!AGENT_KEY) throw new Error('Set AGENT_KEY to the key of the agents.');

const tools = createTools(connectHelpdesk(process.env), console.log);
serve({ fetch: guarded(tools, AGENT_KEY), port: Number(PORT), hostname: 'localhost' }, () =>
  console.log(`http://localhost:${PORT}/mcp`),
);
