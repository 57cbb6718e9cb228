// News of clicks that have reached the store: which projects have new ones. The shipper's process says it, whoever shows numbers hears it.
// Nobody waits for a notice, so one may get lost; a listener has to look by itself now and then.
import { sql } from 'kysely'
import type { Deps } from '../../platform/deps.ts'
import { openPostgresListener, type PostgresListener, type PostgresListenerOptions } from '../../platform/postgres/postgres-listener.ts'

const channel = 'clicks_arrived'

/** A project is 16 bytes in base64url, without anything between: 363 of them stay below the 8,000 bytes that PostgreSQL gives a notice. */
const packedLength = 22
const mostInNotice = Math.floor(7_999 / packedLength)

/** Gives back a function that takes the projects whose clicks arrived. It returns at once and never fails; what comes while a notice is on its way goes with the next. */
export function makeArrivalTeller({ db, log }: Pick<Deps, 'db' | 'log'>): (projectIds: Iterable<string>) => void {
  let untold = new Set<string>()
  let isTelling = false

  async function tellAll(): Promise<void> {
    isTelling = true
    while (untold.size > 0) {
      const notices = packProjects(untold)
      untold = new Set()
      await sql`select pg_notify(${channel}, notice) from unnest(${notices}::text[]) as notice`
        .execute(db)
        .catch((error: unknown) => log.debug({ err: error }, 'Nobody was told of clicks that arrived'))
    }
    isTelling = false
  }

  return (projectIds) => {
    for (const id of projectIds) untold.add(id)
    if (!isTelling) void tellAll()
  }
}

export type ArrivalListenerOptions = Pick<PostgresListenerOptions, 'databaseUrl' | 'log' | 'onListening'> & {
  onArrival(projectIds: string[]): void
}

/** Hears which projects got clicks, over one connection; `onListening` when some may have gone unheard. */
export function openArrivalListener({ onArrival, ...options }: ArrivalListenerOptions): PostgresListener {
  return openPostgresListener({ ...options, channel, onNotice: (notice) => onArrival(unpackProjects(notice)) })
}

/** As few notices as hold all the ids. */
export function packProjects(projectIds: Iterable<string>): string[] {
  const packed = Array.from(projectIds, (id) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'))
  return Array.from({ length: Math.ceil(packed.length / mostInNotice) }, (_, index) =>
    packed.slice(index * mostInNotice, (index + 1) * mostInNotice).join(''),
  )
}

export function unpackProjects(notice: string): string[] {
  return Array.from(notice.match(/[\w-]{22}/g) ?? [], (packed) =>
    Buffer.from(packed, 'base64url')
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )
}
