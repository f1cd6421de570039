import {
  AddComment,
  createHelpdeskServer,
  fault,
  GetTicket,
  SoapFault,
  type Ticket,
} from '../generated/helpdesk/index.js';

/** Stands in for the old service, in memory. */
export function createStandIn(key: string) {
  const tickets = new Map<bigint, Ticket>();
  const add = (ticket: Ticket): void => void tickets.set(ticket.id, ticket);
  const opened = '2026-01-31T08:00:00Z';
  add({ id: 1n, customer: 7, subject: 'Printer is on fire', status: 'Open', opened });
  add({ id: 2n, customer: 8, subject: 'Printer has no paper', status: 'Closed', opened });

  return createHelpdeskServer(
    {
      findTickets: ({ words, status }) =>
        [...tickets.values()]
          .filter((one) => one.status === (status ?? one.status))
          .filter((one) => words.split(/\s+/).every((word) => textOf(one).includes(word)))
          .reverse(),
      getTicket({ ticketId }) {
        const ticket = tickets.get(ticketId);
        if (ticket !== undefined) return ticket;
        throw fault(GetTicket, 'NoSuchTicket', { ticketId }, 'There is no such ticket.');
      },
      addComment({ ticketId, text }) {
        const ticket = tickets.get(ticketId);
        if (ticket === undefined) {
          throw fault(AddComment, 'NoSuchTicket', { ticketId }, 'There is no such ticket.');
        }
        const comments = [...(ticket.comments ?? []), text];
        add({ ...ticket, comments });
        return comments.length;
      },
      deleteCustomer() {
        throw new Error('No tool reaches this.');
      },
    },
    {
      interceptors: [
        ({ context }, next) => {
          const { AuthHeader } = context.soapHeaders as { AuthHeader?: { Key: string } };
          if (AuthHeader?.Key === key) return next();
          throw new SoapFault({ code: 'Client', message: 'The key is wrong.' });
        },
      ],
    },
  );
}

function textOf({ subject, comments = [] }: Ticket): string {
  return [subject, ...comments].join(' ');
}
