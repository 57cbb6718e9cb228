import { type LinkId, restorableDays } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aMember, anApiKey, anOrganization, aProject, insertManyLinks, toApiKeyContext } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts'
import type { ProjectContext } from '../../access/index.ts'
import { listDeletedLinks } from '../list/list-deleted-links.ts'
import { bulkDeleteLinks, deleteLink } from './delete-link.ts'
import { eraseExpiredLinks, eraseLinksOfProject } from './erase-links.ts'
import { restoreLinks } from './restore-links.ts'

const dayMs = 86_400_000

function addMs<Context extends ProjectContext>(ctx: Context, ms: number): Context {
  return { ...ctx, now: new Date(ctx.now.getTime() + ms) }
}

function runHourlyJob(deps: TestDeps, { now }: { now: Date }): Promise<void> {
  return runAsJobsAccount(deps, (jobs) => eraseExpiredLinks(jobs), now.toISOString())
}

async function listErased(deps: TestDeps, links: readonly { url_id: LinkId }[]): Promise<LinkId[]> {
  const ids = links.map(({ url_id }) => url_id)
  const rows = await queryAsOwner<{ id: LinkId }>(deps, "select id from links where id = any ($1) and target = ''", [ids])
  return ids.filter((id) => rows.some((row) => row.id === id))
}

it('erases the links of every organization 30 days after their deletion, with one audit entry for each project', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const [early, late, restored] = [await aLink(deps, mia), await aLink(deps, mia), await aLink(deps, mia)]
  const theirs = await aLink(deps, noah)
  const links = [early, late, restored, theirs]
  await bulkDeleteLinks(mia, [early.url_id, restored.url_id])
  await deleteLink(addMs(mia, dayMs), late.url_id)
  await deleteLink({ ...noah, now: mia.now }, theirs.url_id)
  await restoreLinks(deps, addMs(mia, dayMs), [restored.url_id])

  await runHourlyJob(deps, addMs(mia, restorableDays * dayMs - 1))
  expect(await listErased(deps, links)).toEqual([])
  await runHourlyJob(deps, addMs(mia, restorableDays * dayMs))
  expect(await listErased(deps, links)).toEqual([early.url_id, theirs.url_id])
  await runHourlyJob(deps, addMs(mia, restorableDays * dayMs))

  const entries = await queryAsOwner<{ before: object; actor_kind: string }>(
    deps,
    "select before, actor_kind from audit_log where action = 'link.erase'",
  )
  expect(entries.map(({ before }) => Object.keys(before)).toSorted()).toEqual([[early.url_id], [theirs.url_id]].toSorted())
  expect(entries.map(({ actor_kind }) => actor_kind)).toEqual(['system', 'system'])
})

it("erases the links that were deleted first if a project has more deleted links than ten times its plan's links", async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const ids = (
    await insertManyLinks(
      deps,
      ctx,
      Array.from({ length: 103 }, (_, index) => ({ target: `https://shop.example/${index}` })),
    )
  ).toSorted()
  const links = ids.map((url_id) => ({ url_id }))
  await deleteLink(ctx, ids[7] as LinkId)
  await bulkDeleteLinks(addMs(ctx, 60_000), ids)
  const payload = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  const run = (ms: number) => eraseLinksOfProject({ ...deps, clock: { now: () => addMs(ctx, ms).now } }, payload)

  await run(60_000)
  expect(await listErased(deps, links)).toEqual([ids[7]])
  await run(89_999)
  expect(await listErased(deps, links)).toEqual([ids[7]])
  await run(90_000)
  expect(await listErased(deps, links)).toEqual([ids[0], ids[1], ids[7]])
  expect((await listDeletedLinks(deps, addMs(ctx, 90_000), { limit: 100 })).links).toHaveLength(100)
})

it('erases a link that a killed job was about to erase when the job runs again', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx)
  await deleteLink(ctx, link.url_id)
  const ended = addMs(ctx, restorableDays * dayMs)
  await runAsOwner(deps, async (owner) => {
    await owner.query('begin')
    await owner.query('select from links where id = $1 for update', [link.url_id])
    const killed = runHourlyJob(deps, ended).catch((error: Error) => error.message)
    await waitForBlockedTransaction(deps)
    await owner.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(await killed).toMatch(/terminat/)
    await owner.query('rollback')
  })
  expect(await listErased(deps, [link])).toEqual([])

  await runHourlyJob(deps, ended)

  expect(await listErased(deps, [link])).toEqual([link.url_id])
  expect(await queryAsOwner(deps, "select from audit_log where action = 'link.erase'")).toHaveLength(1)
})

it('erases deleted links at once for owners with a recent sign-in, and no link that exists or belongs to another organization', async () => {
  await using deps = await openTestDeps()
  const [owned, others] = [await anOrganization(deps), await anOrganization(deps)]
  const [ctx, theirs] = [await aProject(deps, { owned }), await aProject(deps, { owned: others })]
  const [link, existing, foreign] = [await aLink(deps, ctx), await aLink(deps, ctx), await aLink(deps, theirs)]
  await deleteLink(ctx, link.url_id)
  await deleteLink(theirs, foreign.url_id)
  const [call, member] = [createApiCaller(deps), await aMember(deps, owned)]
  const path = `/v1/${owned.organization.id}/projects/${ctx.project.id}/urls/erase`
  const erase = (user: Parameters<typeof call>[0], ids: string[]) => call(user, { method: 'POST', path, body: { url_ids: ids } })
  const signedInEarlier = {
    ...owned.user,
    actor: { ...owned.user.actor, findAuthenticatedAt: async () => new Date(Date.now() - dayMs) },
  }

  expect((await erase(member, [link.url_id])).status).toBe(404)
  expect((await erase(others.user, [link.url_id])).status).toBe(404)
  expect((await erase(signedInEarlier, [link.url_id])).status).toBe(403)
  expect(await listErased(deps, [link])).toEqual([])

  const response = await erase(owned.user, [existing.url_id, link.url_id, foreign.url_id])
  expect(await response.json()).toEqual({ url_ids: [link.url_id] })
  expect(await listErased(deps, [link, existing, foreign])).toEqual([link.url_id])
  expect((await listDeletedLinks(deps, ctx, { limit: 20 })).links).toEqual([])
})

it('lists deleted links with who deleted them, when and until when they can be restored, in pages', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const [ctx, noah] = [await aProject(deps, { owned }), await aProject(deps)]
  const links = [await aLink(deps, ctx, { slug: 'first', title: 'Brass lamp' }), await aLink(deps, ctx, { slug: 'second' })]
  const [first, second] = links.map(({ url_id }) => url_id) as [LinkId, LinkId]
  await deleteLink(ctx, first)
  const key = await anApiKey(deps, owned.ctx)
  const later = addMs(ctx, 1_000)
  const { actor } = toApiKeyContext(owned.user, { organizationId: later.organization.id, keyId: key.id })
  await bulkDeleteLinks({ ...later, actor }, [second])
  const full_name = await queryAsOwner<{ full_name: string }>(deps, 'select full_name from users where id = $1', [owned.user.actor.userId])

  const page = await listDeletedLinks(deps, later, { limit: 1 })
  const next = await listDeletedLinks(deps, later, { limit: 1, cursor: page.nextCursor })

  expect(page.links).toMatchObject([{ url_id: second, deleted_by: `API key ${key.name}` }])
  expect(next).toEqual({
    links: [
      {
        url_id: first,
        url: links[0]?.url,
        target: links[0]?.target,
        title: 'Brass lamp',
        slug_taken: false,
        deleted_at: ctx.now.toISOString(),
        deleted_by: full_name[0]?.full_name,
        restorable_until: new Date(ctx.now.getTime() + restorableDays * dayMs).toISOString(),
      },
    ],
    nextCursor: undefined,
  })
  const search = (term: string) => listDeletedLinks(deps, later, { limit: 20, search: term })
  expect((await search('BRASS')).links.map(({ url_id }) => url_id)).toEqual([first])
  expect((await listDeletedLinks(deps, noah, { limit: 20 })).links).toEqual([])
  const expired = addMs(ctx, restorableDays * dayMs)
  expect((await listDeletedLinks(deps, expired, { limit: 20 })).links.map(({ url_id }) => url_id)).toEqual([second])
})
