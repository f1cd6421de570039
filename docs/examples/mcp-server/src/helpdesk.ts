import { createHelpdeskClient, type HelpdeskClient } from '../generated/helpdesk/index.js';
import { createStandIn } from './stand-in.js';

/**
 * The old service at HELPDESK_URL, or what stands in for it.
 *
 * @throws Error HELPDESK_KEY is not set
 */
export function connectHelpdesk({ HELPDESK_URL, HELPDESK_KEY }: NodeJS.ProcessEnv): HelpdeskClient {
  if (!HELPDESK_KEY) throw new Error('Set HELPDESK_KEY to the key that the service asks for.');
  const soapHeaders = { AuthHeader: { Key: HELPDESK_KEY } };
  return HELPDESK_URL
    ? createHelpdeskClient({ baseUrl: HELPDESK_URL, soapHeaders })
    : createHelpdeskClient({ fetch: createStandIn(HELPDESK_KEY).fetch, soapHeaders });
}
