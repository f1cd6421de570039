import { describe, expect, test } from '@jest/globals';
import { defaultReadLimits, type Host, UnreadableFile } from '../../src/read/host.ts';
import { LocalFiles } from '../../src/read/imports.ts';

/** A host with some files, and with links from one path to another. */
function hostWith(paths: readonly string[], links: Readonly<Record<string, string>> = {}): Host {
  return {
    readFile: (path) => {
      if (path.endsWith('pipe')) throw new UnreadableFile(path, 'it is not a regular file');
      return paths.includes(path) ? new TextEncoder().encode(path) : undefined;
    },
    listFolder: (folder) => [
      ...new Set(
        paths
          .filter((path) => path.startsWith(folder))
          .map((path) => path.slice(folder.length).split('/')[0] ?? ''),
      ),
    ],
    realPath: (path) => {
      const absolute = path.startsWith('/') ? path : path === '.' ? '/work' : `/work/${path}`;
      return links[absolute] ?? absolute.replace(/\/[^/]+\/\.\./g, '');
    },
  };
}

const kindOf = (host: Host, path: string, confine?: string): string | undefined =>
  new LocalFiles(host, defaultReadLimits, confine).find(path)?.kind;
const kindOfEntry = (host: Host, path: string, confine?: string): string | undefined =>
  new LocalFiles(host, defaultReadLimits, confine).findEntry(path)?.kind;

describe('local files', () => {
  test('are found as they are named, or with percent-encoded characters decoded', () => {
    const files = new LocalFiles(hostWith(['my types.xsd']), defaultReadLimits, undefined);
    expect(files.find('my%20types.xsd')).toMatchObject({ kind: 'read', path: 'my types.xsd' });
    expect(files.find('my%types.xsd')).toBeUndefined();
  });

  test('that cannot be read are told from those that are not there', () => {
    expect(kindOf(hostWith([]), 'a/pipe')).toBe('unreadable');
    expect(kindOf(hostWith([]), 'a/none')).toBeUndefined();
  });

  test('are asked for once', () => {
    let asked = 0;
    const host: Host = {
      readFile: () => {
        asked += 1;
        return undefined;
      },
    };
    const files = new LocalFiles(host, defaultReadLimits, undefined);
    files.find('a.xsd');
    files.find('a.xsd');
    expect(asked).toBe(1);
  });

  test('alike but for letter case are not followed without end', () => {
    const files = new LocalFiles(hostWith(['A/x.xsd', 'a/x.xsd']), defaultReadLimits, undefined);
    expect(files.findByLetters(`${'a/../'.repeat(2000)}a/x.xsd`)).toBeUndefined();
  });

  describe('confined to a folder', () => {
    const links = { '/work/specs/link.xsd': '/etc/passwd', '/work/other': '/work/specs/inner' };
    const paths = ['specs/a.xsd', 'specs/link.xsd', 'other/b.xsd', 'c.xsd', 'specs-2/d.xsd'];
    const host = hostWith(paths, { ...links, '/work/other/b.xsd': '/work/specs/inner/b.xsd' });

    test.each([
      ['specs/a.xsd', 'read'],
      ['specs/x/../a.xsd', undefined],
      ['specs/link.xsd', 'outside'],
      ['other/b.xsd', 'read'],
      ['c.xsd', 'outside'],
      ['specs-2/d.xsd', 'outside'],
      ['specs/../c.xsd', 'outside'],
      ['/etc/none', 'outside'],
    ])('%s is %s', (path, kind) => {
      expect(kindOf(host, path, 'specs')).toBe(kind);
      expect(kindOf(host, path, '/work/specs')).toBe(kind);
    });

    test.each([
      ['specs/a.xsd', 'read'],
      ['specs/link.xsd', 'outside'],
      ['c.xsd', 'read'],
    ])('the entry %s, which its user named, is %s', (path, kind) => {
      expect(kindOfEntry(host, path, 'specs')).toBe(kind);
    });

    test('without real paths, names alone count', () => {
      const plain: Host = { readFile: () => new Uint8Array() };
      expect(kindOf(plain, 'specs/b/../a.xsd', './specs')).toBe('read');
      expect(kindOf(plain, 'specs/../a.xsd', 'specs')).toBe('outside');
      expect(kindOf(plain, 'b/a.xsd', '.')).toBe('read');
      expect(kindOf(plain, '../a.xsd', '.')).toBe('outside');
    });
  });
});
