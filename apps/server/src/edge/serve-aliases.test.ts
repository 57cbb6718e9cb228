import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LinkAliasId } from '@linkshelf/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aLink, aProject } from '../../test/builders/builders.ts'
import { closeEdge } from '../../test/close-fetch-connections.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { createAlias, makeAliasMain, releaseAlias } from '../links/aliases/link-aliases.ts'
import { updateLink } from '../links/write/update-link.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { type Edge, type EdgeOptions, openEdge } from './open-edge.ts'

let deps: TestDeps
let folder: string
let edge: Edge

function open(options: Partial<EdgeOptions> = {}): Promise<Edge> {
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const address = { host: '127.0.0.1', port: 0, publicOrigin: 'https://go.example', trustedProxies: [] }
  // Polling happens only once, when the edge starts. So later changes reach the edge only as notifications.
  const times = { pollMs: 3_600_000, lookupTimeoutMs: 60_000 }
  const folders = { journalsFolder: folder, snapshotFolder: folder }
  return openEdge({ ...address, ...times, ...folders, durability: 'disk', db, listenerUrl, clock, ids, log, ...options })
}

beforeEach(async () => {
  deps = await openTestDeps()
  folder = await mkdtemp(join(tmpdir(), 'edge-'))
  edge = await open()
  await expect.poll(() => edge.state().links.isListening).toBe(true)
})
afterEach(async () => {
  await closeEdge(edge)
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

async function fetchLocation(slug: string): Promise<string | number> {
  const answer = await fetch(`http://127.0.0.1:${edge.port}/${slug}`, { redirect: 'manual' })
  return answer.headers.get('location') ?? answer.status
}

async function aLinkWithAliases(slug: string, ...aliases: string[]) {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug, target: 'https://shop.example/lamp' })
  const aliasIds: LinkAliasId[] = []
  for (const alias of aliases)
    aliasIds.push((await createAlias(deps, ctx, { linkId: link.url_id, draft: { slug: alias } })).alias_id as LinkAliasId)
  return { ctx, linkId: link.url_id, aliasIds }
}

it('redirects from every address of a link to its destination, also after a restart without the database', async () => {
  const { ctx, linkId, aliasIds } = await aLinkWithAliases('lamp', 'lampe', 'go/lampa')
  await makeAliasMain(deps, ctx, { linkId, aliasId: aliasIds[0] as LinkAliasId })
  await updateLink(deps, ctx, { linkId, update: { slug: 'lampada' } })
  const slugs = ['lamp', 'lampe', 'go/lampa', 'lampada']
  for (const slug of slugs) expect([slug, await fetchLocation(slug)]).toEqual([slug, 'https://shop.example/lamp'])

  await updateLink(deps, ctx, { linkId, update: { target: 'https://shop.example/lamp-2' } })
  for (const slug of slugs) await expect.poll(() => fetchLocation(slug)).toBe('https://shop.example/lamp-2')

  // This edge must not receive a late notification of the change, which would drop the link that the snapshot must
  // contain.
  await closeEdge(edge)
  edge = await open()
  for (const slug of slugs) expect([slug, await fetchLocation(slug)]).toEqual([slug, 'https://shop.example/lamp-2'])
  await closeEdge(edge)
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none')
  edge = await open({ db: away, listenerUrl: 'postgres://nobody@127.0.0.1:1/none' })
  for (const slug of slugs) expect([slug, await fetchLocation(slug)]).toEqual([slug, 'https://shop.example/lamp-2'])
  await away.destroy()
})

it('redirects from a new alias at once, even if its address was requested before, and not from a released alias', async () => {
  const { ctx, linkId } = await aLinkWithAliases('lamp')
  expect(await fetchLocation('lampe')).toBe(404)

  const alias = await createAlias(deps, ctx, { linkId, draft: { slug: 'lampe' } })
  await expect.poll(() => fetchLocation('lampe')).toBe('https://shop.example/lamp')

  await releaseAlias(ctx, { linkId, aliasId: alias.alias_id as LinkAliasId })
  await expect.poll(() => fetchLocation('lampe')).toBe(410)
  expect(await fetchLocation('lamp')).toBe('https://shop.example/lamp')
})
