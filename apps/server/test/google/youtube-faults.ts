// Runs a channel's migration and its undo under faults: processes are killed at random statements, Google fails, and a
// human edits videos.
import type { Db } from '../../src/platform/postgres/postgres.ts'
import { toPacificDay } from '../../src/youtube-channels/google/quota.ts'
import type { WriteDeps } from '../../src/youtube-channels/migrate/migrate-video.ts'
import { writeNextVideo } from '../../src/youtube-channels/migrate/write-next-video.ts'
import type { FakeChannel, FakeVideo } from './google-account.ts'
import type { GoogleServer } from './open-google-server.ts'

export interface FaultyRun {
  server: GoogleServer
  channel: FakeChannel
  /** `db` uses the account of jobs. `forward` advances the clock. */
  deps: WriteDeps
  forward(ms: number): void
  migrate(): Promise<unknown>
  undo(): Promise<unknown>
  /** `stopped` means that videos are queued but the channel has failed. */
  state(): Promise<'running' | 'stopped' | 'done'>
  /** The short links that the database stores. */
  storedLinks(): Promise<{ slug: string; target: string }[]>
  /** On average, a process is killed once per this number of statements. */
  statementsPerKill: number
  random(): number
}

/** The number of videos by the kind of their description. Every description is of one of these kinds. */
export interface DescriptionCounts {
  original: number
  migrated: number
  /** Descriptions that a human edited, whether they had the original or the migrated text before. */
  human: number
}

export interface FaultFigures {
  kills: number
  failures: number
  edits: number
  /** The number of Pacific-time days that the run took. */
  days: number
  highestUnitsOfDay: number
  writes: number
  /** The number of links in migrated descriptions that lead to the original destination and name their video. */
  exactLinks: number
  migrated: DescriptionCounts
  undone: DescriptionCounts
}

const retailerLink = /https:\/\/www\.amazon\.com\/dp\/B0\w+/g
const linksPerVideo = 3
const minuteMs = 60_000

/** Returns a generator of numbers from 0 to just below 1. The same seed gives the same numbers. */
export function seedRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Adds videos with three distinct links each. */
export function addVideosWithLinks(server: GoogleServer, channel: FakeChannel, count: number): void {
  for (let nth = 0; nth < count; nth += 1) {
    const link = (place: number) => `https://www.amazon.com/dp/B0${String(nth * 3 + place).padStart(8, '0')}`
    server.account.addVideo(channel, {
      description: `Video ${nth}\n1. ${link(0)}\n2. (${link(1)}), and ${link(2)}.\n0:00 Intro #lamps`,
      snippet: { tags: ['lamps', String(nth)], defaultLanguage: 'en', title: `Video ${nth}` },
    })
  }
}

/**
 * Runs the migration and its undo. Throws if a description is not the original, the migrated text or the human's text,
 * if a link or short link is wrong, or if a quota is exceeded.
 */
export async function runWithFaults(run: FaultyRun): Promise<FaultFigures> {
  const { server, channel } = run
  const originalById = new Map(channel.videos.map((video) => [video.id, video.snippet.description]))
  const editedById = new Map<string, string>()
  const unitsByDay = new Map<string, number>()
  const figures = { kills: 0, failures: 0, edits: 0 }

  // Google would reject calls over the quota. Here the units are only counted, and checked at the end.
  server.setUnitsPerDay(Number.POSITIVE_INFINITY)
  let countedUnits = server.unitsUsed()
  server.interfere(({ method, resource, body }) => {
    const day = toPacificDay(run.deps.clock.now())
    unitsByDay.set(day, (unitsByDay.get(day) ?? 0) + server.unitsUsed() - countedUnits)
    countedUnits = server.unitsUsed()
    // A human's edit happens only before a read, because an edit between a turn's read and its write could be lost.
    if (method === 'GET' && resource === 'videos' && run.random() < 0.15) {
      const video = channel.videos[Math.floor(run.random() * channel.videos.length)] as FakeVideo
      video.snippet.description += '\nEdited'
      editedById.set(video.id, video.snippet.description)
      figures.edits += 1
    }
    if (run.random() >= 0.04 || (method === 'PUT' && body === '')) return undefined
    figures.failures += 1
    return { status: run.random() < 0.5 ? 503 : 409, reason: 'backendError' }
  })

  async function work(start: () => Promise<unknown>): Promise<string[]> {
    const before = server.account.writes.length
    await start()
    for (let state = await run.state(); state !== 'done'; state = await run.state()) {
      // If a channel failed too often in a row, its owner starts it again.
      if (state === 'stopped') await start()
      if ((await workUntilKilled(run)) === 'killed') {
        figures.kills += 1
        run.forward(3 * minuteMs)
      } else run.forward((await findMsUntilDue(run)) ?? 0)
      server.loseAnswers(run.random() < 0.05)
    }
    const written = server.account.writes.slice(before).map(({ videoId }) => videoId)
    if (new Set(written).size !== written.length) throw new Error('A video was written twice')
    return written
  }

  const written = await work(run.migrate)
  const migratedTextById = computeMigratedTexts(originalById, await run.storedLinks(), run.deps.origins.public)
  const count = (): DescriptionCounts => {
    const counts = { original: 0, migrated: 0, human: 0 }
    for (const { id, snippet } of channel.videos) {
      const { description, tags, defaultLanguage } = snippet
      const text = removeEdits(description)
      if (text !== originalById.get(id) && text !== migratedTextById.get(id))
        throw new Error(`The description of video ${id} is damaged: ${description}`)
      if (editedById.has(id) && editedById.get(id) !== description) throw new Error(`Video ${id} lost an edit: ${description}`)
      if (tags?.length !== 2 || defaultLanguage !== 'en') throw new Error(`Video ${id} lost what an update clears`)
      counts[editedById.has(id) ? 'human' : text === originalById.get(id) ? 'original' : 'migrated'] += 1
    }
    return counts
  }
  const migrated = count()
  if (migrated.original > 0) throw new Error(`${migrated.original} videos were left out`)
  const changed = channel.videos.filter(({ id, snippet }) => removeEdits(snippet.description) === migratedTextById.get(id))
  if (written.length !== changed.length) throw new Error(`${changed.length} videos are migrated, and ${written.length} were written`)
  const exactLinks = linksPerVideo * changed.length

  await work(run.undo)
  const undone = count()
  if (undone.migrated > 0) throw new Error(`${undone.migrated} videos were not restored`)
  const highestUnitsOfDay = Math.max(...unitsByDay.values())
  if (highestUnitsOfDay > run.deps.google.unitsPerDay) throw new Error(`${highestUnitsOfDay} units were used in a day`)
  server.interfere(undefined)
  server.loseAnswers(false)
  return { ...figures, days: unitsByDay.size, highestUnitsOfDay, writes: server.account.writes.length, exactLinks, migrated, undone }
}

/**
 * Returns the description of each video after a migration. Throws if a short link leads to a destination that no
 * original link had, or if two short links have the same destination.
 */
function computeMigratedTexts(
  originalById: ReadonlyMap<string, string>,
  stored: readonly { slug: string; target: string }[],
  origin: string,
): Map<string, string> {
  const targets = new Set([...originalById.values()].flatMap((text) => text.match(retailerLink) ?? []))
  const slugByTarget = new Map(stored.map(({ target, slug }) => [target, slug]))
  if (slugByTarget.size !== stored.length) throw new Error('Two short links lead to one destination')
  for (const target of slugByTarget.keys()) if (!targets.has(target)) throw new Error(`A wrong short link: ${target}`)
  return new Map(
    [...originalById].map(([id, text]) => [id, text.replace(retailerLink, (link) => `${origin}/${slugByTarget.get(link)}?v=${id}`)]),
  )
}

/** Writes videos until the process is killed or no turn is due. Returns `waiting` if no turn is due any more. */
async function workUntilKilled(run: FaultyRun): Promise<'killed' | 'waiting'> {
  const deps = { ...run.deps, db: makeKillable(run.deps.db, () => run.random() < 1 / run.statementsPerKill) }
  try {
    for (let ms = await findMsUntilDue(run); ms !== undefined && ms <= 0; ms = await findMsUntilDue(run)) await writeNextVideo(deps)
    return 'waiting'
  } catch (error) {
    if (error instanceof KilledError) return 'killed'
    throw error
  }
}

/**
 * Returns the milliseconds until the channel's turn is due. Undefined if there is no turn. After a failure, the turn
 * waits for its retry. If the quota is used up, it waits for the next quota day.
 */
async function findMsUntilDue({ deps }: FaultyRun): Promise<number | undefined> {
  const turn = await deps.db.selectFrom('youtube_turns').select('run_after').executeTakeFirst()
  return turn && turn.run_after.getTime() - deps.clock.now().getTime()
}

function removeEdits(description: string): string {
  return description.replace(/(?:\nEdited)+$/, '')
}

class KilledError extends Error {}

/** Wraps a database so that its process seems to die before a random statement. After that, every access throws. */
function makeKillable(db: Db, dies: () => boolean): Db {
  let isDead = false
  return new Proxy(db, {
    get(target, name) {
      isDead ||= dies()
      if (isDead) throw new KilledError()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
