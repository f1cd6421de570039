import { createServer, type Server } from 'node:http';
import {
  Book,
  createWarehouseServer,
  fault,
  type Item,
  SoapFault,
} from '../generated/warehouse/index.js';

/** Stands in for the legacy service, in memory. `booked` gets a line for each booking. */
export function createLegacy(booked: (line: string) => void): Server {
  const Changed = '2026-01-31T08:00:00Z';
  const items: Item[] = [
    { Code: 'A-1', Name: 'Green tea', Count: 12, Price: '4.50', Changed },
    { Code: 'A-2', Name: 'Black tea', Count: 3, Price: '3.90', Changed },
    { Code: 'B-1', Name: 'Coffee', Count: 40, Price: '7.25', Changed },
  ];
  const service = createWarehouseServer({
    findItems: ({ text = '', onlyBelow }) =>
      items.filter(
        ({ Name = '', Count }) =>
          Name.toLowerCase().includes(text.toLowerCase()) && Count < (onlyBelow ?? Infinity),
      ),
    getItem: ({ code }) => items.find(({ Code }) => Code === code),
    book({ code, change, reason }, { soapHeaders }) {
      const at = items.findIndex(({ Code }) => Code === code);
      const item = items[at];
      if (item === undefined) {
        throw new SoapFault({ code: 'Client', message: `There is no item ${code}.` });
      }
      const left = item.Count + change;
      if (left < 0) throw fault(Book, 'Shortage', { Available: item.Count });
      items[at] = { ...item, Count: left };
      booked(`${soapHeaders.Operator?.Name}: ${reason} of ${code}, ${change}`);
      return left;
    },
  });
  return createServer(service.listener);
}
