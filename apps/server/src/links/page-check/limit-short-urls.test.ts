import type { OrganizationId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProject } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runPageCheck } from '../../../test/outward-requests.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { getLink } from '../get-link.ts'
import { getLinkAffiliation } from '../get-link-affiliation.ts'
import { deleteOldShortUrlRequests, requestLimitedHop } from './limit-short-urls.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const tool = 'https://geni.us/lamp'

/** Requests addresses with the database account of jobs, at times that a test chooses. */
async function runWithRequests(
  run: (
    request: (organizationId: OrganizationId, atMs: number, address?: string) => Promise<number | string>,
    jobs: TestDeps,
  ) => Promise<void>,
): Promise<void> {
  await using deps = await openTestDeps()
  await runAsJobsAccount(deps, async (jobs) => {
    const fetchDestination = async (url: string) => ({
      url,
      status: 301,
      location: 'https://shop.example/',
      contentType: '',
      body: Buffer.of(),
    })
    const start = Date.now()
    await run(async (organizationId, atMs, address = tool) => {
      const clock = { now: () => new Date(start + atMs) }
      const hop = await requestLimitedHop({ ...jobs, clock, fetchDestination }, { organizationId, address, requested: [] })
      return hop.kind === 'waits' ? hop.waitMs : hop.kind
    }, jobs)
  })
}

const createOrganizationIds = (count: number, { ids }: TestDeps) => Array.from({ length: count }, () => ids.next<OrganizationId>())

it('requests a URL once an hour per organization, and six times a day for all organizations', () =>
  runWithRequests(async (request, jobs) => {
    const [first, ...others] = createOrganizationIds(6, jobs) as [OrganizationId, ...OrganizationId[]]
    expect(await request(first, 0)).toBe('redirect')
    expect(await request(first, hourMs / 2)).toBe(hourMs / 2)
    expect(await request(first, hourMs)).toBe('redirect')
    for (const other of others.slice(0, 4)) expect(await request(other, 2 * hourMs)).toBe('redirect')

    const [last] = others.slice(4) as [OrganizationId]
    expect(await request(last, 3 * hourMs)).toBe(21 * hourMs)
    expect(await request(last, dayMs)).toBe('redirect')
    expect(await request(first, 0, 'https://geni.us/sofa')).toBe('redirect')
  }))

it('lets an organization go first if it has not requested the URL within a day', () =>
  runWithRequests(async (request, jobs) => {
    const [regular, ...others] = createOrganizationIds(5, jobs) as [OrganizationId, ...OrganizationId[]]
    for (const other of others.slice(0, 3)) await request(other, 0)
    for (const hour of [1, 2, 3]) expect(await request(regular, hour * hourMs)).toBe('redirect')
    const [waiting] = others.slice(3) as [OrganizationId]
    expect(await request(waiting, 4 * hourMs)).toBe(20 * hourMs)

    // Three requests are possible again, and the last of them is reserved for the waiting organization.
    for (const other of others.slice(0, 2)) expect(await request(other, dayMs)).toBe('redirect')
    expect(await request(regular, dayMs)).toBe(60_000)
    expect(await request(waiting, dayMs)).toBe('redirect')
    expect(await request(regular, dayMs + 60_000)).toBe(hourMs - 60_000)
  }))

it('waits at most ten minutes for an organization that does not send its request', () =>
  runWithRequests(async (request, jobs) => {
    const [regular, gone, ...others] = createOrganizationIds(7, jobs) as [OrganizationId, OrganizationId, ...OrganizationId[]]
    expect(await request(regular, 0)).toBe('redirect')
    for (const other of others) expect(await request(other, hourMs)).toBe('redirect')
    expect(await request(gone, 2 * hourMs)).toBe(22 * hourMs)

    expect(await request(others[0] as OrganizationId, dayMs)).toBe(60_000)
    expect(await request(others[0] as OrganizationId, dayMs + 600_000)).toBe('redirect')
  }))

it.each(['https://geni.us/lamp?sub=1', 'http://www.geni.us/lamp/', 'https://geni.us/%6Camp#top', 'https://geni.us//LAMP'])(
  'counts %s as the same URL',
  (spelling) =>
    runWithRequests(async (request, jobs) => {
      const [organization] = createOrganizationIds(1, jobs) as [OrganizationId]
      await request(organization, 0)
      expect(await request(organization, 1_000, spelling)).toBe(hourMs - 1_000)
    }),
)

it('distinguishes links of a network by their query', () =>
  runWithRequests(async (request, jobs) => {
    const [organization] = createOrganizationIds(1, jobs) as [OrganizationId]
    for (const id of [1, 2]) expect(await request(organization, 0, `https://www.awin1.com/cread.php?awinmid=${id}`)).toBe('redirect')
  }))

it('expands the same short URL of several links with one request, and lets a link wait if no result is known', async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  let requestCount = 0
  const fetchDestination = async (url: string) => {
    requestCount += 1
    return { url, status: 301, location: 'https://shop.example/', contentType: '', body: Buffer.of() }
  }
  const fetchPage = async (url: string) => ({ url, status: 200, contentType: 'text/html', body: Buffer.of() })
  const links = [await aLink(deps, ctx, { target: 'https://bit.ly/a' }), await aLink(deps, ctx, { target: 'https://bit.ly/a' })]
  await runAsJobsAccount(deps, async (jobs) => {
    for (const { url_id } of links) await runPageCheck({ ...jobs, fetchDestination, fetchPage }, ctx, url_id)
    expect(requestCount).toBe(1)
    for (const { url_id } of links) expect(await getLinkAffiliation(ctx, url_id)).toMatchObject({ expanded: 'https://shop.example/' })

    await queryAsOwner(deps, 'update short_url_requests set requested_at = array_fill(now(), array[6])')
    const late = await aLink(deps, other, { target: 'https://bit.ly/a' })
    await runPageCheck({ ...jobs, fetchDestination, fetchPage }, other, late.url_id)
    expect(requestCount).toBe(1)
    expect(await getLink(deps, other, late.url_id)).toMatchObject({ pending: true })
    expect(await getLinkAffiliation(other, late.url_id)).toMatchObject({ expansion: 'waiting' })
  })
})

it('deletes requests after a day', () =>
  runWithRequests(async (request, jobs) => {
    const [organization] = createOrganizationIds(1, jobs) as [OrganizationId]
    await request(organization, 0)
    const selectRows = () => queryAsOwner(jobs, 'select from short_url_requests')
    await deleteOldShortUrlRequests(jobs.db, new Date(Date.now() + dayMs - hourMs))
    expect(await selectRows()).toHaveLength(1)
    await deleteOldShortUrlRequests(jobs.db, new Date(Date.now() + dayMs + hourMs))
    expect(await selectRows()).toEqual([])
  }))
