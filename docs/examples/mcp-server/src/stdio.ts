import { connectHelpdesk } from './helpdesk.js';
import { createTools } from './tools.js';

// stdout belongs to the protocol
const tools = createTools(connectHelpdesk(process.env), (line) => console.error(line));
await tools.stdio();
