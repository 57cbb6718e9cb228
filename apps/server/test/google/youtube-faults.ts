// A migration of a channel and its undo, whose processes are killed at any statement, while Google fails and a human edits videos. Used by a test and a bench.

import type { Db } from '../../src/platform/postgres/postgres.ts'
import type { Google } from '../../src/youtube-migration/index.ts'
import { writeNextVideo } from '../../src/youtube-migration/migrate/run-turn.ts'
import type { WriteDeps } from '../../src/youtube-migration/migrate/write-video.ts'
import type { FakeChannel, FakeVideo } from './google-account.ts'
import type { GoogleServer } from './open-google-server.ts'

export interface FaultyRun {
  server: GoogleServer
  google: Google
  channel: FakeChannel
  /** `db` is signed in to as the account of jobs; the clock moves when told to. */
  deps: WriteDeps
  forward(ms: number): void
  migrate(): Promise<unknown>
  undo(): Promise<unknown>
  /** `stopped`: videos wait, and the channel has failed. */
  state(): Promise<'running' | 'stopped' | 'done'>
  /** Short URLs by their destination. */
  shortUrls(): Promise<Map<string, string>>
  /** Of one statement in so many a process dies. */
  statementsPerKill: number
  random(): number
}

export interface FaultFigures {
  kills: number
  days: number
  edits: number
  failures: number
  migrated: number
  skipped: number
  restored: number
  left: number
  writes: number
  links: number
  highestUnitsOfDay: number
}

const retailerLink = /https:\/\/www\.amazon\.com\/dp\/B0\w+/g
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The same numbers for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Videos with three distinct links each. */
export function addVideosWithLinks(server: GoogleServer, channel: FakeChannel, count: number): void {
  for (let nth = 0; nth < count; nth += 1) {
    const link = (place: number) => `https://www.amazon.com/dp/B0${String(nth * 3 + place).padStart(8, '0')}`
    server.account.addVideo(channel, {
      description: `Video ${nth}\n1. ${link(0)}\n2. (${link(1)}), and ${link(2)}.\n0:00 Intro #lamps`,
      snippet: { tags: ['lamps', String(nth)], defaultLanguage: 'en', title: `Video ${nth}` },
    })
  }
}

/** Throws when a description is none of the original, the migrated one and the human's, when a link or a short link is wrong, or when a quota is exceeded. */
export async function runWithFaults(run: FaultyRun): Promise<FaultFigures> {
  const { server, channel } = run
  const originals = new Map(channel.videos.map((video) => [video.id, video.snippet.description]))
  const human = new Map<string, string>()
  const figures = { kills: 0, days: 1, edits: 0, failures: 0, highestUnitsOfDay: 0 }

  server.interfere(({ method, resource, body }) => {
    // Edits come before a read: between the read and the write of a turn is the one moment in which they could be lost.
    if (method === 'GET' && resource === 'videos' && run.random() < 0.15) {
      const video = channel.videos[Math.floor(run.random() * channel.videos.length)] as FakeVideo
      video.snippet.description += '\nEdited'
      human.set(video.id, video.snippet.description)
      figures.edits += 1
    }
    if (run.random() >= 0.04 || (method === 'PUT' && body === '')) return undefined
    figures.failures += 1
    return { status: run.random() < 0.5 ? 503 : 409, reason: 'backendError' }
  })

  async function work(start: () => Promise<unknown>): Promise<void> {
    await start()
    for (let state = await run.state(); state !== 'done'; state = await run.state()) {
      // A channel that failed too often in a row is started again by its owner.
      if (state === 'stopped') await start()
      const outcome = await workUntilKilled(run)
      figures.highestUnitsOfDay = Math.max(figures.highestUnitsOfDay, server.unitsUsed())
      if (outcome === 'killed') {
        figures.kills += 1
        run.forward(3 * minuteMs)
      } else if (outcome === 'idle') {
        figures.days += 1
        run.forward(dayMs)
        server.startDay()
      }
      server.loseAnswers(run.random() < 0.05)
    }
  }

  await work(run.migrate)
  const short = await run.shortUrls()
  const migratedOf = (original: string) => original.replace(retailerLink, (link) => short.get(link) ?? 'no short link')
  const writesOfMigration = server.account.writes.length
  const migratedIds = new Set<string>()
  let skipped = 0
  for (const { id, snippet } of channel.videos) {
    const original = originals.get(id) ?? ''
    const text = withoutEdits(snippet.description)
    if (text === migratedOf(original)) migratedIds.add(id)
    else if (text === original && human.get(id) === snippet.description) skipped += 1
    else throw new Error(`Video ${id} is neither its original, nor migrated, nor as a human left it: ${snippet.description}`)
    if (snippet.tags?.length !== 2 || snippet.defaultLanguage !== 'en') throw new Error(`Video ${id} lost what an update clears`)
  }
  const written = server.account.writes.map(({ videoId }) => videoId)
  if (new Set(written).size !== written.length) throw new Error('A video was written twice')
  if (written.length !== migratedIds.size) throw new Error(`${migratedIds.size} videos are migrated, and ${written.length} were written`)
  for (const [target, url] of short)
    if (!url.startsWith('http') || !target.startsWith('https://www.amazon.com/dp/')) throw new Error(`A wrong short link: ${target}`)

  await work(run.undo)
  let [restored, left] = [0, 0]
  for (const { id, snippet } of channel.videos) {
    if (!migratedIds.has(id)) continue
    const original = originals.get(id) ?? ''
    const text = withoutEdits(snippet.description)
    if (text === original) restored += 1
    else if (text === migratedOf(original) && human.get(id) === snippet.description) left += 1
    else throw new Error(`Video ${id} is neither restored nor as a human left it: ${snippet.description}`)
  }
  const writesOfUndo = server.account.writes.slice(writesOfMigration).map(({ videoId }) => videoId)
  if (new Set(writesOfUndo).size !== writesOfUndo.length) throw new Error('An undo wrote a video twice')
  server.interfere(undefined)
  server.loseAnswers(false)
  return {
    ...figures,
    migrated: migratedIds.size,
    skipped,
    restored,
    left,
    links: 3 * migratedIds.size,
    writes: server.account.writes.length,
  }
}

/** `idle`: no turn is due, because the quota is used up or nothing is left. `later`: a turn that failed is due soon. */
async function workUntilKilled(run: FaultyRun): Promise<'killed' | 'idle' | 'later'> {
  const deps = { ...run.deps, db: killable(run.deps.db, () => run.random() < 1 / run.statementsPerKill) }
  const dueBy = (ms: number) =>
    run.deps.db
      .selectFrom('youtube_turns')
      .select('channel_id')
      .where('run_after', '<=', new Date(run.deps.clock.now().getTime() + ms))
      .executeTakeFirst()
  try {
    while ((await dueBy(0)) !== undefined) await writeNextVideo(deps, run.google)
  } catch (error) {
    if (error instanceof Killed) return 'killed'
    throw error
  }
  if ((await dueBy(60 * minuteMs)) === undefined) return 'idle'
  run.forward(10 * minuteMs)
  return 'later'
}

function withoutEdits(description: string): string {
  return description.replace(/(?:\nEdited)+$/, '')
}

class Killed extends Error {}

/** A database whose process dies before some statement, and reaches it no more then. */
function killable(db: Db, dies: () => boolean): Db {
  let isDead = false
  return new Proxy(db, {
    get(target, name) {
      isDead ||= dies()
      if (isDead) throw new Killed()
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
