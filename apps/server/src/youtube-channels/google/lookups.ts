// Caches YouTube's responses about channel names for all organizations, because a repeated lookup would cost quota.
// Every statement on `youtube_lookups`.
import type { YoutubeChannelName } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { CoreDeps } from '../../platform/deps.ts'
import type { Db } from '../../platform/postgres/postgres.ts'
import type { GoogleDeps } from './google.ts'
import type { QuotaUser } from './quota.ts'
import { type FoundChannel, lookUpChannel } from './read-channels.ts'

declare module '../../platform/postgres/postgres.ts' {
  interface Tables {
    youtube_lookups: { kind: string; value: string; found: FoundChannel | null; looked_up_at: Date }
  }
}

const hourMs = 60 * 60_000
const foundMs = hourMs
const unknownMs = 24 * hourMs

/**
 * Returns the channel that a YouTube URL names. Undefined if there is none. Asks Google about a known name at most once
 * an hour, and about an unknown name at most once a day. Throws GoogleError.
 */
export async function findChannelByName(
  deps: CoreDeps & GoogleDeps,
  { user, name }: { user: QuotaUser; name: YoutubeChannelName },
): Promise<FoundChannel | undefined> {
  const { db, clock } = deps
  const key = { kind: name.kind, value: toKey(name) }
  const known = await selectLookup(db, key)
  const age = known === undefined ? Number.POSITIVE_INFINITY : clock.now().getTime() - known.looked_up_at.getTime()
  if (known !== undefined && age < (known.found === null ? unknownMs : foundMs)) return known.found ?? undefined
  const found = await lookUpChannel(deps, { user, name })
  await upsertLookup(db, { ...key, found: found ?? null, looked_up_at: clock.now() })
  return found
}

/** Returns the name as it is stored. YouTube ignores the case of names, but not of ids. */
function toKey({ kind, value }: YoutubeChannelName): string {
  return kind === 'id' || kind === 'video' || kind === 'playlist' ? value : value.toLowerCase()
}

interface Lookup {
  kind: string
  value: string
  found: FoundChannel | null
  looked_up_at: Date
}

function selectLookup(
  db: Db,
  { kind, value }: Pick<Lookup, 'kind' | 'value'>,
): Promise<Pick<Lookup, 'found' | 'looked_up_at'> | undefined> {
  const lookups = db.selectFrom('youtube_lookups').select(['found', 'looked_up_at']).where('kind', '=', kind)
  return lookups.where('value', '=', value).executeTakeFirst()
}

async function upsertLookup(db: Db, { kind, value, found, looked_up_at }: Lookup): Promise<void> {
  const stored = found === null ? null : JSON.stringify(found)
  await sql`
    insert into youtube_lookups (kind, value, found, looked_up_at) values (${kind}, ${value}, ${stored}::jsonb, ${looked_up_at})
    on conflict (kind, value) do update set found = excluded.found, looked_up_at = excluded.looked_up_at`.execute(db)
}

/** Deletes lookups that are too old to be used. `db` must use the database account of the jobs process. */
export async function deleteExpiredLookups(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('youtube_lookups')
    .where('looked_up_at', '<', new Date(now.getTime() - unknownMs))
    .execute()
}
