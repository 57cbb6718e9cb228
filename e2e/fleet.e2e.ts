import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { listEdges } from '../apps/server/src/clicks/journal/journal-files.ts'
import { followMany, type LoadOutcome } from './click-load.ts'
import { anOwnedLinkOn, type OwnedLink } from './owned-link.ts'
import { runLinkshelf } from './run-linkshelf.ts'
import { aDataFolder, type RunningPart, runPart, type Stores, storesOf } from './run-part.ts'
import { expectStored } from './stored-clicks.ts'

/** A machine that redirects: an edge, and a process that ships what the edge keeps. */
interface Machine extends AsyncDisposable {
  url: string
  dataFolder: string
  edge: RunningPart
  shipper: RunningPart
}

async function aMachine(stores: Stores, shipping: 'jobs' | 'ship'): Promise<Machine> {
  const folder = await aDataFolder()
  const [edge, shipper] = await Promise.all([runPart('edge', folder.path, stores), runPart(shipping, folder.path, stores)])
  return {
    url: `http://127.0.0.1:${edge.port}`,
    dataFolder: folder.path,
    edge,
    shipper,
    async [Symbol.asyncDispose]() {
      await edge.end('SIGTERM')
      await shipper.end('SIGTERM')
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Visitors of one edge, about a hundred a second, until told to end. */
function startVisits(url: string, name: string): { end(): Promise<LoadOutcome> } {
  const ending = new AbortController()
  const outcome = followMany({ url, name, connections: 2, pauseMs: 15, signal: ending.signal })
  return {
    end() {
      ending.abort()
      return outcome
    },
  }
}

async function createLink({ api, params }: OwnedLink, target: string): Promise<{ urlId: string; slug: string }> {
  const link = await api.links.create({ params, body: { target } })
  return { urlId: link.url_id, slug: slugOf(link.url) }
}

function slugOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Where each edge leads, or its status where it leads nowhere: one entry when they all agree. */
async function answersOf(edges: readonly string[], slug: string): Promise<unknown[]> {
  const answers = edges.map((edge) => fetch(`${edge}/${slug}`, { redirect: 'manual' }))
  return [...new Set((await Promise.all(answers)).map((answer) => answer.headers.get('location') ?? answer.status))]
}

it.each([2, 4])(
  'is right on each of %i edges a second after a change, and counts every click of an edge that died for good',
  async (count) => {
    await using instance = await runLinkshelf()
    await using machines = new AsyncDisposableStack()
    const stores = await storesOf(instance)
    // Jobs run on two machines and share the work.
    const others = await Promise.all(Array.from({ length: count - 1 }, (_, nth) => aMachine(stores, nth === 0 ? 'jobs' : 'ship')))
    for (const machine of others) machines.use(machine)
    const edges = [instance.linksUrl, ...others.map((machine) => machine.url)]
    const owned = await anOwnedLinkOn(instance)
    const visits = edges.map((edge, nth) => startVisits(`${edge}/${slugOf(owned.url)}`, `edge-${nth}-`))

    const moved = await createLink(owned, 'https://shop.example/before')
    const archived = await createLink(owned, 'https://shop.example/archived')
    const deleted = await createLink(owned, 'https://shop.example/deleted')
    expect(await answersOf(edges, moved.slug)).toEqual(['https://shop.example/before'])
    expect(await answersOf(edges, archived.slug)).toEqual(['https://shop.example/archived'])
    expect(await answersOf(edges, deleted.slug)).toEqual(['https://shop.example/deleted'])

    const { api, params } = owned
    await api.links.update({ params: { ...params, urlId: moved.urlId }, body: { target: 'https://shop.example/after' } })
    await api.links.archive({ params: { ...params, urlId: archived.urlId } })
    await api.links.delete({ params: { ...params, urlId: deleted.urlId } })
    await sleep(1_000)
    expect(await answersOf(edges, moved.slug)).toEqual(['https://shop.example/after'])
    expect(await answersOf(edges, archived.slug)).toEqual(['https://shop.example/archived'])
    expect(await answersOf(edges, deleted.slug)).toEqual([410])

    const [dead] = others.slice(-1)
    if (dead === undefined) throw new Error('A fleet has more than one edge')
    await Promise.all([dead.edge.end('SIGKILL'), dead.shipper.end('SIGKILL')])
    const ofTheDead = await visits.pop()?.end()
    await sleep(500)
    const outcomes = await Promise.all(visits.map((visit) => visit.end()))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ broken: 0, torn: 0, others: {} })

    const journals = join(dead.dataFolder, 'journal')
    expect(await listEdges(journals)).toHaveLength(1)
    machines.use(await runPart('ship', dead.dataFolder, stores))
    await expectStored(
      instance,
      [...outcomes, ofTheDead].flatMap((outcome) => outcome?.acknowledged ?? []),
    )
    while ((await listEdges(journals)).length > 0) await sleep(50)
  },
)
