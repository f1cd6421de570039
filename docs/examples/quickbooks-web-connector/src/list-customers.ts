import { type Customer, readQBXML, writeQBXML } from '../generated/qbxml/index.js';
import type { Job } from './queue.js';

/** Codes of a query that was understood; 1 says that nothing was found. */
const fine = new Set([0, 1]);

/** Asks for the active customers, and gives them to `save`. */
export function listCustomers(save: (found: readonly Customer[]) => void | Promise<void>): Job {
  return {
    name: 'List customers',
    request({ version }) {
      const document = writeQBXML({
        QBXMLMsgsRq: { onError: 'stopOnError', CustomerQueryRq: { ActiveStatus: 'ActiveOnly' } },
      });
      return `<?xml version="1.0"?><?qbxml version="${version}"?>${document}`;
    },
    take(answer) {
      const { QBXMLMsgsRs } = readQBXML(answer);
      if (QBXMLMsgsRs === undefined) throw new Error('QuickBooks sent no answer.');
      const { statusCode, statusMessage, CustomerRet = [] } = QBXMLMsgsRs.CustomerQueryRs;
      if (!fine.has(statusCode)) throw new Error(`${statusMessage} (${statusCode})`);
      return save(CustomerRet);
    },
  };
}
