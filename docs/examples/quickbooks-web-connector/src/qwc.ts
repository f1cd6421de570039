import { writeQBWCXML } from '../generated/qwc/index.js';
import type { Settings } from './settings.js';

/** The GUIDs of this application: make your own with `crypto.randomUUID()`, and never change them. */
const ids = {
  OwnerID: '{57f3b9b6-86f1-4fcc-b1ee-566de1813d20}',
  FileID: '{90a44fb5-33d9-4815-ac85-bc87a7e7d1eb}',
};

/** The file that a user opens to add the application to the Web Connector. It has no password. */
export function writeQwc({ username, publicUrl }: Settings): string {
  const document = writeQBWCXML({
    AppName: 'Customer list',
    AppID: '',
    AppURL: `${publicUrl}/QBWebConnectorSvc.asmx`,
    AppDescription: 'Copies the customers of QuickBooks.',
    AppSupport: `${publicUrl}/`,
    UserName: username,
    ...ids,
    QBType: 'QBFS',
    Scheduler: { RunEveryNMinutes: 60 },
    IsReadOnly: true,
  });
  return `<?xml version="1.0"?>\n${document}\n`;
}
