/** What the Web Connector reads from a `.qwc` file. */
export interface Application {
  readonly name: string;
  readonly description: string;
  readonly username: string;
  /** Address of the service. */
  readonly url: string;
  /** Address of a page for people who need help; its host has to be that of `url`. */
  readonly support: string;
  /** GUID of whoever offers the application. */
  readonly ownerId: string;
  /** GUID that QuickBooks stores in the company file. */
  readonly fileId: string;
  /** Minutes between two updates. */
  readonly minutes: number;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (found) => escapes[found] ?? '');

/** The file that a user opens to add the application to the Web Connector. It has no password. */
export function writeQwc(application: Application): string {
  const elements = {
    AppName: application.name,
    AppID: '',
    AppURL: application.url,
    AppDescription: application.description,
    AppSupport: application.support,
    UserName: application.username,
    OwnerID: `{${application.ownerId}}`,
    FileID: `{${application.fileId}}`,
    QBType: 'QBFS',
  };
  const lines = Object.entries(elements).map(
    ([name, text]) => `  <${name}>${escapeXml(text)}</${name}>\n`,
  );
  return `<?xml version="1.0"?>
<QBWCXML>
${lines.join('')}  <Scheduler>
    <RunEveryNMinutes>${application.minutes}</RunEveryNMinutes>
  </Scheduler>
  <IsReadOnly>false</IsReadOnly>
</QBWCXML>
`;
}
