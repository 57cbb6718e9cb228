import { readFile } from 'node:fs/promises'
import { describeFollowFailure, type FollowFailure, followFailures, type LinkFollowing, type LinkId } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { aLink, anIntegration, anOrganization, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { queryAsOwner, runAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openShortServices } from '../../../test/open-short-services.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { ageShortUrlRequests, sendWaitingRequests } from '../../../test/outward-requests.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { type ProjectContext, read } from '../../access/index.ts'
import { createGuardedFetch, type GuardedFetch } from '../../platform/http/guarded-fetch.ts'
import { isAffiliateRedirect } from '../destination-rules.ts'
import { getLink } from '../get-link.ts'
import { getLinkAffiliation } from '../get-link-affiliation.ts'
import type { OutwardRequest } from '../outward/outward-request-table.ts'
import { checkPage } from '../page-check/check-page.ts'
import { bulkDeleteLinks } from '../write/delete-link.ts'
import { restoreLinks } from '../write/restore-links.ts'
import { updateLink } from '../write/update-link.ts'
import { createFollowWorker } from './follow-link.ts'
import { followIntervalMs, getFollowing, requestFollowing } from './request-following.ts'

const tool = 'https://geni.us/lamp'
const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'

/** Sends all waiting requests, including the check of the link's page. */
function sendFollowing(deps: TestDeps, fetchDestination: GuardedFetch): Promise<void> {
  return runAsJobsAccount(deps, async (jobs) => {
    const jobDeps = { ...jobs, fetchDestination }
    const page = { send: (request: Parameters<typeof checkPage>[1]) => checkPage(jobDeps, request), giveUp: async () => {} }
    await sendWaitingRequests(jobDeps, { page, follow: createFollowWorker(jobDeps) })
  })
}

/** Requests that the link is followed, and sends the requests one after the other, without the queue. */
async function followNow(
  deps: TestDeps,
  ctx: ProjectContext,
  { linkId, target }: { linkId: LinkId; target: string },
): Promise<LinkFollowing> {
  expect(await requestFollowing(ctx, linkId)).toMatchObject({ state: 'waiting', destination: null })
  const payload = { projectId: ctx.project.id, linkId, target }
  let request = { organization_id: ctx.organization.id, payload, host: '', state: {} } as OutwardRequest
  await runAsJobsAccount(deps, async (jobs) => {
    for (;;) {
      const { next } = await createFollowWorker(jobs).send(request)
      if (next === undefined || next.waitMs !== undefined) return
      request = { ...request, ...next }
    }
  })
  return getFollowing(ctx, linkId)
}

async function followToEnd(deps: TestDeps, ctx: ProjectContext, target: string, fetchDestination: GuardedFetch): Promise<LinkFollowing> {
  const { url_id: linkId } = await aLink(deps, ctx, { target })
  return followNow({ ...deps, fetchDestination }, ctx, { linkId, target })
}

it('finds where the link of a tool leads through networks, without requesting the shop', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const network = 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2'
  await using services = await openShortServices({
    'https://tidd.ly/x': 'https://bit.ly/y',
    'https://bit.ly/y': network,
    [network]: `${network}&p=x`,
    [`${network}&p=x`]: `${lamp}?tag=eve-20`,
  })

  expect(await followToEnd(deps, ctx, 'https://tidd.ly/x', services.fetch)).toEqual({
    state: 'found',
    destination: `${lamp}?tag=eve-20`,
    location: `${lamp}?tag=mia-20`,
    networks: ['www.awin1.com'],
    failure: null,
    requested_at: expect.any(String),
    finished_at: expect.any(String),
  })
  expect(services.asked).toEqual(['https://tidd.ly/x', 'https://bit.ly/y', network, `${network}&p=x`])
})

it('requests the link of a tool only on request of its owner, and changes the link only if the owner accepts', async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({ [tool]: `${lamp}?tag=eve-20` })
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const { url_id: linkId } = await aLink(deps, ctx, { target: tool })
  await sendFollowing(deps, services.fetch)
  expect(await getFollowing(ctx, linkId)).toMatchObject({ state: 'never', requested_at: null })
  expect(services.asked).toEqual([])

  await Promise.all([requestFollowing(ctx, linkId), requestFollowing(ctx, linkId)])
  await sendFollowing(deps, services.fetch)
  expect(services.asked).toEqual([tool])
  expect((await getLink(deps, ctx, linkId)).target).toBe(tool)
  expect((await getLinkAffiliation(ctx, linkId)).location).toBe(tool)

  const { destination } = await getFollowing(ctx, linkId)
  await updateLink(deps, ctx, { linkId, update: { target: destination ?? '' } })
  expect(await getLinkAffiliation(ctx, linkId)).toMatchObject({ status: 'replaced', location: `${lamp}?tag=mia-20` })
  expect(await getFollowing(ctx, linkId)).toMatchObject({ state: 'never' })
  const entries = await read(ctx, (tx) => tx.selectFrom('audit_log').select(['action', 'after']).where('entity_id', '=', linkId).execute())
  const changes = Map.groupBy(entries, ({ action }) => action)
  expect(changes.get('link.request_following')?.map(({ after }) => after)).toEqual(
    expect.arrayContaining([true, false].map((requested) => ({ slug: expect.any(String), target: tool, requested }))),
  )
  expect(changes.get('link.follow')?.map(({ after }) => after)).toMatchObject([
    { slug: expect.any(String), target: tool, state: 'found', destination: `${lamp}?tag=eve-20` },
  ])
})

describe("a link that can't be followed", () => {
  const cases: [FollowFailure, Record<string, string | number>][] = [
    ['gone', { [tool]: 410 }],
    ['refused', { [tool]: 403 }],
    ['needs_browser', { [tool]: 200 }],
    ['unreachable', { [tool]: 500 }],
    ['loop', { [tool]: 'https://geni.us/other', 'https://geni.us/other': tool }],
    ['own_page', { [tool]: 'http://go.test/lamp' }],
  ]

  it.each(cases)('reports %s, and is requested again when its owner asks', async (failure, answers) => {
    await using deps = await openTestDeps()
    await using services = await openShortServices(answers)
    await using mended = await openShortServices({ [tool]: lamp })
    const ctx = await aProject(deps)
    const { url_id: linkId } = await aLink(deps, ctx, { target: tool })
    const first = { ...deps, fetchDestination: services.fetch }
    expect(await followNow(first, ctx, { linkId, target: tool })).toMatchObject({ state: 'failed', destination: null, failure })

    const later = { ...ctx, now: new Date(ctx.now.getTime() + followIntervalMs) }
    const clock = { now: () => new Date(later.now.getTime() + 60_000) }
    const again = { ...deps, clock, fetchDestination: mended.fetch }
    expect(await followNow(again, later, { linkId, target: tool })).toMatchObject({ state: 'found', destination: lamp, failure: null })
  })

  it('reports that an address inside the network is not requested, on any hop', async () => {
    await using deps = await openTestDeps()
    await using services = await openShortServices({ [tool]: 'http://shop-links.co/inside' })
    const ctx = await aProject(deps)
    const guarded = createGuardedFetch({ userAgent: 'test', maxRedirects: 0 })
    const resolving: GuardedFetch = (address) => (address.includes('inside') ? guarded('http://127.0.0.1/') : services.fetch(address))
    expect(await followToEnd(deps, ctx, tool, resolving)).toMatchObject({ state: 'failed', failure: 'not_public' })
    expect(await followToEnd(deps, ctx, 'https://geni.us/unknown-host', () => guarded('http://no-such-host.invalid/'))).toMatchObject({
      failure: 'gone',
    })
  })

  it('has a sentence for each reason', () => {
    expect(new Set(followFailures.map(describeFollowFailure)).size).toBe(followFailures.length)
  })
})

it('rejects links with other destinations and links of another organization', async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const { url_id: linkId } = await aLink(deps, ctx, { target: 'https://shop.example/lamp' })
  const { url_id: followable } = await aLink(deps, ctx, { target: tool })
  expect(await catchErrorCode(requestFollowing(ctx, linkId))).toBe('LINK_NOT_FOLLOWABLE')
  expect(await catchErrorCode(requestFollowing(other, followable))).toBe('LINK_NOT_FOUND')
  expect(await catchErrorCode(getFollowing(other, followable))).toBe('LINK_NOT_FOUND')
})

it("stores nothing if the link's destination was changed in the meantime", async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({ [tool]: lamp })
  const ctx = await aProject(deps)
  const { url_id: linkId } = await aLink(deps, ctx, { target: tool })
  await requestFollowing(ctx, linkId)
  await updateLink(deps, ctx, { linkId, update: { target: 'https://geni.us/other' } })
  await sendFollowing(deps, services.fetch)
  expect(services.asked).toEqual([])
  expect(await getFollowing(ctx, linkId)).toMatchObject({ state: 'never' })
})

it('follows a link again if its request ran while the link was deleted or had another destination', async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({ [tool]: lamp })
  const ctx = await aProject(deps)
  const { url_id: linkId } = await aLink(deps, ctx, { target: tool })
  const changes = [
    [() => bulkDeleteLinks(ctx, [linkId]), () => restoreLinks(deps, ctx, [linkId])],
    [
      () => updateLink(deps, ctx, { linkId, update: { target: 'https://geni.us/other' } }),
      () => updateLink(deps, ctx, { linkId, update: { target: tool } }),
    ],
  ] as const
  for (const [change, undo] of changes) {
    expect(await requestFollowing(ctx, linkId)).toMatchObject({ state: 'waiting' })
    await change()
    await sendFollowing(deps, services.fetch)
    await undo()
    expect(await getFollowing(ctx, linkId)).toMatchObject({ state: 'never' })
  }

  await requestFollowing(ctx, linkId)
  await sendFollowing(deps, services.fetch)
  expect(await getFollowing(ctx, linkId)).toMatchObject({ state: 'found', destination: lamp })
})

it('requests a link once an hour, and returns the earlier result in between', async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({ [tool]: `${lamp}?tag=eve-20` })
  const ctx = await aProject(deps)
  await anIntegration(ctx)
  const { url_id: linkId } = await aLink(deps, ctx, { target: tool })
  const addMs = (ms: number) => ({ ...ctx, now: new Date(ctx.now.getTime() + ms) })
  await requestFollowing(ctx, linkId)
  await sendFollowing(deps, services.fetch)

  const found = await requestFollowing(addMs(followIntervalMs - 1), linkId)
  expect(found).toMatchObject({ state: 'found', destination: `${lamp}?tag=eve-20`, location: `${lamp}?tag=mia-20` })
  await sendFollowing(deps, services.fetch)
  expect(services.asked).toEqual([tool])

  await ageShortUrlRequests(deps, followIntervalMs)
  expect(await requestFollowing(addMs(followIntervalMs), linkId)).toMatchObject({ state: 'waiting' })
  await sendFollowing(deps, services.fetch)
  expect(services.asked).toEqual([tool, tool])
})

it('requests the URL of 25 links once an hour, and reports that the other links wait', async () => {
  await using deps = await openTestDeps()
  await using services = await openShortServices({})
  const ctx = await aProject(deps, { owned: await anOrganization(deps, { settings: ['package=Starter'] }) })
  const links: LinkId[] = []
  for (let nth = 0; nth < 25; nth += 1) links.push((await aLink(deps, ctx, { target: `${tool}?nth=${nth}` })).url_id)
  const groupByState = async () => Map.groupBy(await Promise.all(links.map((id) => getFollowing(ctx, id))), ({ state }) => state)
  for (const id of links) await requestFollowing(ctx, id)
  await sendFollowing(deps, services.fetch)

  expect(services.asked).toHaveLength(1)
  const waiting = (await groupByState()).get('waiting') ?? []
  expect(waiting).toHaveLength(24)
  const facts = { destination: null, location: null, networks: [], failure: null, finished_at: null }
  expect(waiting).toEqual(Array(24).fill({ state: 'waiting', requested_at: expect.any(String), ...facts }))

  await ageShortUrlRequests(deps, followIntervalMs)
  await queryAsOwner(deps, 'update outward_requests set due_at = now()')
  await sendFollowing(deps, services.fetch)
  expect(services.asked).toHaveLength(2)
  expect((await groupByState()).get('waiting')).toHaveLength(23)
})

it('does not request again if the destination of a link alternates between two addresses', async () => {
  await using deps = await openTestDeps()
  const other = 'https://geni.us/sofa'
  await using services = await openShortServices({ [tool]: lamp, [other]: lamp })
  const ctx = await aProject(deps)
  const { url_id: linkId } = await aLink(deps, ctx, { target: tool })
  for (const target of [tool, other, tool, other]) {
    await updateLink(deps, ctx, { linkId, update: { target } })
    await requestFollowing(ctx, linkId)
    await sendFollowing(deps, services.fetch)
  }

  expect(services.asked).toEqual([tool, other])
  expect(await getFollowing(ctx, linkId)).toMatchObject({ state: 'waiting' })
})

const migration = new URL('../../../migrations/0478_checks_of_tool_links.sql', import.meta.url)

it('no longer checks the link of a tool that an earlier version checked', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const targets = [
    'https://lamp.lnk.to/buy',
    'https://www.liketk.it/x',
    'https://shop.example/?to=https://liketk.it/x',
    'https://notlnk.to/x',
  ]
  for (const target of targets) await aLink(deps, ctx, { target })
  await queryAsOwner(deps, "update link_checks set page_url = target, request_url = target, host = 'a:', status = 'ok', checked_at = now()")
  await runAsOwner(deps, async (owner) => void (await owner.query(await readFile(migration, 'utf8'))))
  const checks = await queryAsOwner<{ target: string; page_url: string | null }>(deps, 'select target, page_url from link_checks')
  expect(
    checks
      .filter(({ page_url }) => page_url === null)
      .map(({ target }) => target)
      .toSorted(),
  ).toEqual(targets.slice(0, 2).toSorted())
  expect(checks.filter(({ page_url }) => page_url === null).every(({ target }) => isAffiliateRedirect(target))).toBe(true)
})
