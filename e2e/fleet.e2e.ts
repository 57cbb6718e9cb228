import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { listEdges } from '../apps/server/src/clicks/journal/journal-files.ts'
import { followMany, type LoadOutcome } from '../harness/click-load.ts'
import { anOwnedLinkOn, type OwnedLink } from '../harness/owned-link.ts'
import { runLinkshelf } from '../harness/run-linkshelf.ts'
import { aDataFolder, type RunningPart, readStoreAddresses, runPart, type Stores } from '../harness/run-part.ts'
import { expectStored } from '../harness/stored-clicks.ts'

/** One machine of a fleet runs an edge, and a process that ships its journal. */
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

/** Visits one edge about a hundred times a second until `end` is called. */
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
  return { urlId: link.url_id, slug: toSlug(link.url) }
}

function toSlug(url: string): string {
  return new URL(url).pathname.slice(1)
}

/**
 * Returns the distinct redirect targets of the edges, or the status if an edge does not redirect. If the edges agree,
 * the result has one entry.
 */
async function listRedirects(edges: readonly string[], slug: string): Promise<unknown[]> {
  const responses = edges.map((edge) => fetch(`${edge}/${slug}`, { redirect: 'manual' }))
  return [...new Set((await Promise.all(responses)).map((response) => response.headers.get('location') ?? response.status))]
}

it('redirects correctly on each of three edges a second after a change, and counts every click of machines that were killed', async () => {
  await using instance = await runLinkshelf()
  await using machines = new AsyncDisposableStack()
  const stores = await readStoreAddresses(instance)
  // Jobs run on two machines and share the work.
  const [second, third] = await Promise.all([aMachine(stores, 'jobs'), aMachine(stores, 'ship')])
  machines.use(second)
  machines.use(third)
  const edges = [instance.linksUrl, second.url, third.url]
  const owned = await anOwnedLinkOn(instance)
  const visits = edges.map((edge, nth) => startVisits(`${edge}/${toSlug(owned.url)}`, `edge-${nth}-`))

  const moved = await createLink(owned, 'https://shop.example/before')
  const archived = await createLink(owned, 'https://shop.example/archived')
  const deleted = await createLink(owned, 'https://shop.example/deleted')
  expect(await listRedirects(edges, moved.slug)).toEqual(['https://shop.example/before'])
  expect(await listRedirects(edges, archived.slug)).toEqual(['https://shop.example/archived'])
  expect(await listRedirects(edges, deleted.slug)).toEqual(['https://shop.example/deleted'])

  const { api, params } = owned
  await api.links.update({ params: { ...params, urlId: moved.urlId }, body: { target: 'https://shop.example/after' } })
  await api.links.archive({ params: { ...params, urlId: archived.urlId } })
  await api.links.delete({ params: { ...params, urlId: deleted.urlId } })
  await sleep(1_000)
  expect(await listRedirects(edges, moved.slug)).toEqual(['https://shop.example/after'])
  expect(await listRedirects(edges, archived.slug)).toEqual(['https://shop.example/archived'])
  expect(await listRedirects(edges, deleted.slug)).toEqual([410])

  const killed = [second, third]
  await Promise.all(killed.flatMap(({ edge, shipper }) => [edge.end('SIGKILL'), shipper.end('SIGKILL')]))
  const outcomesOfKilled = await Promise.all(visits.splice(1).map((visit) => visit.end()))
  await sleep(500)
  const [outcome] = await Promise.all(visits.map((visit) => visit.end()))
  expect(outcome).toMatchObject({ broken: 0, torn: 0, others: {} })

  const journals = killed.map(({ dataFolder }) => join(dataFolder, 'journal'))
  for (const journal of journals) expect(await listEdges(journal)).toHaveLength(1)
  for (const { dataFolder } of killed) machines.use(await runPart('ship', dataFolder, stores))
  await expectStored(
    instance,
    owned,
    [outcome, ...outcomesOfKilled].flatMap((one) => one?.acknowledged ?? []),
  )
  for (const journal of journals) while ((await listEdges(journal)).length > 0) await sleep(50)
})
