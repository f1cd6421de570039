import { createHelpdeskMcp, type HelpdeskClient, type Mcp } from '../generated/helpdesk/index.js';

/**
 * What agents may do: look for tickets, and add comments. Nothing deletes a customer.
 *
 * @param helpdesk a client of the old service
 * @param log gets a line for each call, without the text of comments
 */
export function createTools(helpdesk: HelpdeskClient, log: (line: string) => void): Mcp {
  return createHelpdeskMcp(helpdesk, {
    only: ['*Ticket*', 'AddComment'],
    read: '*Ticket*',
    timeout: 10_000,
    redact: ['text'],
    audit: ({ tool, input, error = 'done' }) => log(`${tool} ${JSON.stringify(input)} ${error}`),
  });
}
