import { limitProblem } from '../operation/descriptor.ts';
import { platform, tell } from '../platform/globals.ts';
import { withDeadline } from './call.ts';
import type { SessionStore, Sessions, SessionsOptions } from './options.ts';
import { afterRest, header, type Incoming } from './request.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz012345';

/** A new identifier, as ASP.NET makes them: 120 random bits in 24 characters. */
function newId(): string {
  const bytes = platform.crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => letters[byte % 32]).join('');
}

/** The identifier that a request has in a cookie, if it looks like one. */
function sentId(incoming: Incoming, cookie: string): string | undefined {
  for (const pair of (header(incoming, 'cookie') ?? '').split(/[;,]/)) {
    const cut = pair.indexOf('=');
    const value = pair.slice(cut + 1).trim();
    if (pair.slice(0, cut).trim() === cookie && /^[a-z0-5]{24}$/.test(value)) return value;
  }
  return undefined;
}

/** A `Set-Cookie` header as ASP.NET sends it; without an identifier, one that ends the session. */
function setCookie(incoming: Incoming, cookie: string, id: string | undefined): readonly string[] {
  const secure = incoming.origin().startsWith('https:') ? '; secure' : '';
  const start =
    id === undefined ? `${cookie}=; expires=Thu, 01 Jan 1970 00:00:00 GMT` : `${cookie}=${id}`;
  return ['Set-Cookie', `${start}; path=/; HttpOnly; SameSite=Lax${secure}`];
}

interface Kept {
  readonly value: object;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Sessions in the memory of the process. Those whose time is over are dropped now and then. */
function memoryStore(): SessionStore {
  const kept: Map<string, Kept> = new Map();
  let untilSweep = 1000;
  const sweep = (now: number): void => {
    for (const [id, { until }] of kept) if (until <= now) kept.delete(id);
    // once for as many sessions as are left, so that each costs little
    untilSweep = Math.max(1000, kept.size);
  };
  return {
    get(id) {
      const found = kept.get(id);
      return found === undefined || found.until <= Date.now() ? undefined : found.value;
    },
    set(id, value, seconds) {
      const now = Date.now();
      untilSweep -= 1;
      if (untilSweep <= 0) sweep(now);
      kept.set(id, { value, until: now + seconds * 1000 });
    },
    delete: (id) => kept.delete(id),
  };
}

/**
 * Keeps `context.session` between the requests of a client, for the server option `sessions`: an
 * object that handlers change, as with `EnableSession` of ASMX. A client has it by a cookie, from
 * the first answer whose session is not empty. Requests of one session run one after the other. The
 * session is kept before the answer is sent, also if that is a fault, and ends when it is empty, or
 * after some idle time. An identifier that the store does not know is replaced by a new one.
 *
 * @throws RangeError `idle` is not a number of at least 1
 * @throws TypeError `cookie` is no name of a cookie
 */
export function sessions<Session extends object = Record<string, unknown>>(
  options: SessionsOptions = {},
): Sessions<Session> {
  const { store = memoryStore(), cookie = 'ASP.NET_SessionId', idle = 1200 } = options;
  const problem = limitProblem({ idle }, ['idle'], 1);
  if (problem !== undefined) throw new RangeError(problem);
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(cookie)) {
    throw new TypeError(`'${cookie}' is no name of a cookie.`);
  }
  const place: Place = { store, cookie, turns: new Turns() };

  const keep = async (id: string, value: object): Promise<void> => {
    if (isEmpty(value)) await store.delete(id);
    else await store.set(id, value, idle);
  };

  return {
    async around(incoming, answer) {
      const known = await openSession(incoming, place);
      const { value = {}, release } = known ?? {};
      incoming.session = value;
      let id = known?.id;
      // a handler may have put another object there, or none
      const left = (): object => Object(incoming.session ?? {}) as object;
      const over = async (): Promise<void> => {
        try {
          if (id !== undefined) await withDeadline(keep(id, left()), incoming);
        } finally {
          await release?.();
        }
      };
      const end = async (): Promise<void> => withDeadline(over(), incoming);
      const outgoing = await answer();
      const isOver = isEmpty(left());
      const isTold = (id === undefined) !== isOver;
      if (!isOver) id ??= newId();
      const cookies = isTold ? setCookie(incoming, cookie, isOver ? undefined : id) : [];
      const told = { ...outgoing, headers: [...outgoing.headers, ...cookies] };
      if (outgoing.stream !== undefined)
        return { ...told, stream: afterRest(outgoing.stream, end) };
      await end();
      return told;
    },
  };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Where sessions are, and who has them. */
interface Place {
  readonly store: SessionStore;
  readonly cookie: string;
  readonly turns: Turns;
}

interface OpenSession {
  readonly id: string;
  readonly value: object;
  /** Lets the next request have it. */
  readonly release: () => Promise<void>;
}

/** Lets others have what a request had. */
type GiveBack = () => unknown;
type Taking = PromiseLike<GiveBack>;

/** Waits for the session of a request; `undefined` if it has none. */
async function openSession(
  incoming: Incoming,
  { store, cookie, turns }: Place,
): Promise<OpenSession | undefined> {
  const id = sentId(incoming, cookie);
  if (id === undefined) return undefined;
  const releases: GiveBack[] = [];
  const release = async (): Promise<void> => {
    for (const one of releases.splice(0).reverse()) await one();
  };
  try {
    const take = async (taking: Taking): Promise<void> => {
      // no one needs what comes too late
      const late = (): void => tell(() => taking.then((giveBack) => giveBack()));
      releases.push(await withDeadline(taking, incoming, late));
    };
    await take(turns.take(id));
    if (store.lock !== undefined) await take(store.lock(id));
    const value = await withDeadline(Promise.resolve(store.get(id)), incoming);
    if (typeof value === 'object' && value !== null) return { id, value, release };
    await release();
    return undefined;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Lets requests of one session wait for each other, in the order in which they came. */
class Turns {
  private readonly last: Map<string, Promise<void>> = new Map();

  /** Waits for those before. Returns what lets the next one go. */
  async take(id: string): Promise<() => void> {
    const before = this.last.get(id);
    let release = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.last.set(id, turn);
    await before;
    return () => {
      if (this.last.get(id) === turn) this.last.delete(id);
      release();
    };
  }
}
