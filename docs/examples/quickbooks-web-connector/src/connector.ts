import {
  createQBWebConnectorSvcServer,
  type QBWebConnectorSvcHandlers,
  SoapFault,
} from '../generated/web-connector/index.js';
import { isRight } from './password.js';
import type { Queue } from './queue.js';
import { type Session, Sessions } from './sessions.js';
import type { Settings } from './settings.js';

/** Second text of `authenticate`. */
const answers = { openCompanyFile: '', noWork: 'none', wrongPassword: 'nvu', later: 'busy' };

/** The service that the Web Connector calls, with the jobs that QuickBooks shall do. */
export function createConnector(settings: Settings, queue: Queue, sessions = new Sessions()) {
  return createQBWebConnectorSvcServer(handlersOf(settings, queue, sessions), {
    onError: (error) => console.error(error),
    pages: 'local',
  });
}

function handlersOf(
  settings: Settings,
  queue: Queue,
  sessions: Sessions,
): QBWebConnectorSvcHandlers {
  const find = (ticket: string | undefined): Session => {
    const session = sessions.find(ticket);
    if (session !== undefined) return session;
    throw new SoapFault({
      code: 'Client',
      message: 'The session has ended. Run the update again.',
    });
  };
  return {
    serverVersion: () => '1.0',
    clientVersion: () => '',
    authenticate({ strUserName: username = '', strPassword: password = '' }) {
      if (!isRight({ username, password }, settings)) return ['', answers.wrongPassword];
      if (sessions.busy) return ['', answers.later];
      if (queue.length === 0) return ['', answers.noWork];
      return [sessions.open().ticket, answers.openCompanyFile];
    },
    sendRequestXML(input) {
      const session = find(input.ticket);
      session.company ??= {
        file: input.strCompanyFileName ?? '',
        country: input.qbXMLCountry ?? 'US',
        version: `${input.qbXMLMajorVers}.${input.qbXMLMinorVers}`,
      };
      const job = queue.first();
      if (job === undefined) return '';
      session.current = job;
      return job.request(session.company);
    },
    async receiveResponseXML({ ticket, response = '', hresult, message = '' }) {
      const session = find(ticket);
      const { current: job, company } = session;
      delete session.current;
      if (job === undefined || company === undefined) return fail(session, 'Nothing was asked.');
      if (hresult) return fail(session, `${job.name}: ${message} (${hresult})`);
      try {
        await job.take(response, company);
      } catch (error) {
        return fail(session, `${job.name}: ${error instanceof Error ? error.message : error}`);
      }
      queue.done(job);
      session.done++;
      return Math.floor((100 * session.done) / (session.done + queue.length));
    },
    connectionError({ ticket, hresult = '', message = '' }) {
      const session = find(ticket);
      fail(session, `${message} (${hresult})`);
      return 'done';
    },
    getLastError: ({ ticket }) => sessions.find(ticket)?.error ?? 'There is nothing to do.',
    closeConnection({ ticket }) {
      const session = find(ticket);
      sessions.close(session);
      return session.error === undefined ? `Done: ${session.done}.` : `Stopped: ${session.error}`;
    },
  };
}

/** Remembers an error for `getLastError`. The Web Connector asks for it after a negative number. */
function fail(session: Session, error: string): number {
  session.error = error;
  return -1;
}
