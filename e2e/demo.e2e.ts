import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseAddedAtMs } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { fetchAccessToken } from '../apps/server/src/demo/account.ts'
import { type ApiClient, createApiClient } from '../apps/server/src/demo/api-client.ts'
import { openFreshSettings, runLinkshelf } from '../harness/run-linkshelf.ts'

const demo = fileURLToPath(new URL('../apps/server/src/demo/demo.ts', import.meta.url))

async function runDemo(environment: Record<string, string>) {
  const { stdout } = await promisify(execFile)(process.execPath, [demo, '--json'], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  })
  return JSON.parse(stdout)
}

const dayMs = 86_400_000

function formatDayBefore(count: number): string {
  return new Date(Date.now() - count * dayMs).toISOString().slice(0, 10)
}

/**
 * Expects that the last days can be compared with the same number of days before: the project is older, and clicks,
 * views and earnings in each currency exist in both periods.
 */
async function expectComparison(api: ApiClient, params: { orgId: string; projectId: string }, days: number): Promise<void> {
  expect(parseAddedAtMs(params.projectId)).toBeLessThan(Date.now() - 2 * days * dayMs)
  for (const daysBefore of [0, days]) {
    const query = { from: formatDayBefore(daysBefore + days - 1), to: formatDayBefore(daysBefore) }
    const [{ totalClicks, topPerformingLinks }, { views }, { totals }] = await Promise.all([
      api.analytics.overview({ params, query }),
      api.analytics.store({ params, query }),
      api.earnings.overview({ params, query }),
    ])
    expect(totalClicks).toBeGreaterThan(100 * days)
    expect(views).toBeGreaterThan(10 * days)
    expect(
      totals
        .filter(({ earned }) => earned > 0)
        .map(({ currency }) => currency)
        .toSorted(),
    ).toEqual(['EUR', 'USD'])
    expect(parseAddedAtMs(topPerformingLinks[0]?.url_id ?? '')).toBeLessThan(Date.now() - 2 * days * dayMs)
  }
}

it('fills a stopped instance, and returns the same data when it is run again on a running one', async () => {
  await using fresh = await openFreshSettings()

  const first = await runDemo(fresh.environment)
  await using instance = await runLinkshelf(fresh.environment)
  const again = await runDemo(fresh.environment)

  expect(first.links).toHaveLength(60)
  expect(first.clicks).toBeGreaterThan(10_000)
  expect(first).toMatchObject({ products: 24, store_url: expect.stringMatching(/\/@mias-shelf$/) })
  expect(first.views).toBeGreaterThan(5_000)
  expect(again).toEqual({ ...first, api_key: again.api_key })
  const listOrganizations = (key: string) => createApiClient(instance.appUrl, key).organizations.list()
  expect(await listOrganizations(again.api_key)).toMatchObject([{ id: first.org_id }])
  await expect(listOrganizations(first.api_key)).rejects.toMatchObject({ status: 401 })

  const api = createApiClient(instance.appUrl, await fetchAccessToken(instance.appUrl, { ...first, fullName: 'Mia Reed' }))
  const params = { orgId: first.org_id, projectId: first.project_id }
  const overview = await api.analytics.overview({ params, query: {} })
  expect(overview).toMatchObject({ clicksAllTime: first.clicks, activeLinks: 60 })
  expect(overview.clicksByDay).toHaveLength(30)
  expect(overview.clicksByDay.filter((day) => day.clicks === 0).length).toBeLessThan(2)
  const { visitors, countries } = await api.analytics.dashboard({ params, query: { range: 'all' } })
  expect(countries).toBeGreaterThan(5)
  expect(visitors).toBeLessThan(0.9 * first.clicks)
  expect((await fetch(first.links[0].url, { redirect: 'manual' })).headers.get('location')).toBe(first.links[0].target)

  for (const days of [30, 7]) await expectComparison(api, params, days)

  const { totals, estimate } = await api.earnings.overview({ params, query: {} })
  expect(totals.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD'])
  const euros = totals.find(({ currency }) => currency === 'EUR')
  expect(euros).toMatchObject({ unassigned: 0, by_click: euros?.earned })
  expect(totals.find(({ currency }) => currency === 'USD')).toMatchObject({ by_product: expect.toSatisfy((amount) => amount > 0) })
  expect(estimate?.missing).toEqual([])
  const { rows } = await api.earnings.breakdown({ params, query: { by: 'link' } })
  expect(rows.filter(({ currency, epc }) => currency === 'EUR' && epc !== null).length).toBeGreaterThan(5)

  const store = await api.analytics.store({ params, query: {} })
  expect(store.clicks).toBeGreaterThan(400)
  // A product whose link was created on the last day can be without clicks, so not every product is expected to have
  // clicks.
  expect(store.products.filter(({ name, views, clicks }) => name !== null && views > 0 && clicks > 0).length).toBeGreaterThan(20)
  // On a busy machine, the store can respond with 503 and Retry-After: 2, so the test polls every two seconds.
  const pictures = async () => (await (await fetch(first.store_url)).text()).match(/\/media\/[\w-]{27}/g)
  await expect.poll(async () => new Set(await pictures()).size, { interval: 2_000 }).toBeGreaterThanOrEqual(24)

  const { body: links } = await api.links.list({ params, query: { limit: 100 } })
  const createdOn = links.map((link) => link.created_at.slice(0, 10))
  expect(new Set(createdOn).size).toBeGreaterThan(30)
  for (const link of links) {
    const days = await api.analytics.linkClicks({ params: { ...params, urlId: link.url_id }, query: {} })
    const firstClicked = days.find(({ clicks }) => clicks > 0)
    expect(firstClicked?.date).toBeDefined()
    expect(Date.parse(`${firstClicked?.date}T23:59:59Z`)).toBeGreaterThan(Date.parse(link.created_at))
  }
})
