import type { Job } from './queue.js';

/** Asks for all customers, and gives the answer to `save`. */
export function listCustomers(save: (answer: string) => void | Promise<void>): Job {
  return {
    name: 'List customers',
    request: ({ version }) => `<?xml version="1.0"?>
<?qbxml version="${version}"?>
<QBXML>
  <QBXMLMsgsRq onError="stopOnError">
    <CustomerQueryRq requestID="1"><MaxReturned>100</MaxReturned></CustomerQueryRq>
  </QBXMLMsgsRq>
</QBXML>`,
    take: save,
  };
}
