import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DomainId } from '@linkshelf/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { aVerifiedDomain, type DomainTest, openDomainTest } from '../../test/builders/domain-builder.ts'
import { queryAsOwner } from '../../test/databases/as-owner.ts'
import { releaseDomain } from '../domains/domains.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { type Edge, type EdgeOptions, openEdge } from './open-edge.ts'

let deps: DomainTest
let folder: string
let edge: Edge

function open(options: Partial<EdgeOptions> = {}): Promise<Edge> {
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const defaults = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'https://go.linkshelf.example',
    durability: 'disk',
    trustedProxies: [],
  } as const
  // Notices alone change what is served: the first poll is the only one.
  const times = { pollMs: 3_600_000, lookupTimeoutMs: 60_000 }
  return openEdge({ ...defaults, ...times, journalsFolder: folder, snapshotFolder: folder, db, listenerUrl, clock, ids, log, ...options })
}

beforeEach(async () => {
  deps = await openDomainTest()
  folder = await mkdtemp(join(tmpdir(), 'edge-'))
  edge = await open()
  await expect.poll(() => edge.state().links.isListening).toBe(true)
})
afterEach(async () => {
  await edge.close()
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

const servedCount = () => expect.poll(() => edge.state().servedDomains)

it('serves a domain from its verification until its release, and restarts with it without the database', async () => {
  const { ctx } = await anOrganization(deps)
  const { domain_id } = await aVerifiedDomain(deps, ctx)
  await servedCount().toBe(1)

  await edge.close()
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none')
  edge = await open({ db: away, listenerUrl: 'postgres://nobody@127.0.0.1:1/none' })
  expect(edge.state().servedDomains).toBe(1)
  await edge.close()
  await away.destroy()

  edge = await open()
  await expect.poll(() => edge.state().links.isListening).toBe(true)
  await releaseDomain(ctx, domain_id as DomainId)
  await servedCount().toBe(0)
})

it('serves no domain of a deleted organization', async () => {
  const { ctx, organization } = await anOrganization(deps)
  await aVerifiedDomain(deps, ctx)
  await servedCount().toBe(1)
  await queryAsOwner(deps, 'delete from organizations where id = $1', [organization.id])
  await servedCount().toBe(0)
})

it('finds a change whose notice was lost', async () => {
  const { ctx } = await anOrganization(deps)
  await aVerifiedDomain(deps, ctx)
  await servedCount().toBe(1)
  await edge.close()
  edge = await open({ pollMs: 20 })
  await queryAsOwner(
    deps,
    `create or replace function announce_domain() returns trigger language plpgsql as $$
    begin
      insert into link_changes (slug) values ('domain:' || old.host);
      return null;
    end $$`,
  )
  await queryAsOwner(deps, 'update domains set is_serving = false')
  await servedCount().toBe(0)
})

it('reads no domain that serves nothing', async () => {
  const { ctx } = await anOrganization(deps)
  await aVerifiedDomain(deps, ctx)
  await queryAsOwner(deps, 'update domains set is_serving = false')
  expect(await deps.edgeDb.selectFrom('domains').select('host').execute()).toEqual([])
  await expect(deps.edgeDb.selectFrom('domains').select('token').execute()).rejects.toThrow('permission denied')
})
