import { setTimeout as sleep } from 'node:timers/promises'
import type { ReleaseApi } from './run-release.ts'

const maxClicks = 3_500

/**
 * Deletes the clicks of the most clicked links until few clicks remain, so that the fixture is small. Then changes at
 * least one object of each kind that can be changed.
 */
export async function reduceDemoData({ orgId, projectId, request }: ReleaseApi): Promise<void> {
  const project = `/v1/${orgId}/projects/${projectId}`
  const isDeleting = async () => {
    const numbers = (await (await request('GET', `${project}/analytics/dashboard`)).json()) as { deletion?: string }
    return numbers.deletion !== undefined
  }
  const links = (await (await request('GET', `${project}/urls?limit=100`)).json()) as { url_id: string }[]
  const ids = links.map(({ url_id }) => url_id)
  const traffic = (await (await request('GET', `${project}/analytics/urls?url_ids=${ids.join(',')}`)).json()) as {
    url_id: string
    clicks: number
  }[]
  const byClicks = traffic.toSorted((left, right) => right.clicks - left.clicks)
  let left = byClicks.reduce((sum, { clicks }) => sum + clicks, 0)
  for (const { url_id, clicks } of byClicks) {
    if (left <= maxClicks) break
    await request('DELETE', `${project}/analytics/urls/${url_id}`)
    left -= clicks
  }
  while (await isDeleting()) await sleep(200)

  // Only the clicks of the most clicked links were deleted, so these least clicked links still have clicks.
  const [first, second, third, fourth, fifth, sixth] = byClicks.slice(-30).map(({ url_id }) => url_id)
  await request('DELETE', `${project}/urls/${first}`)
  await request('POST', `${project}/urls/${second}/archive`)
  await request('PATCH', `${project}/urls/${third}`, { title: 'Desk “à la carte” – 日本', labels: ['Favorites', 'Été'] })
  await request('PATCH', `${project}/urls/${fourth}`, { target: 'https://www.shop.example/products/new?ref=mia&color=blue#top' })
  await request('POST', `${project}/urls/${fifth}/qr_code`, { color: '#1a2b3c', background_color: '#fafafa' })
  await request('POST', `${project}/urls/${sixth}/qr_code`, { logo: pixel })
  const labels = (await (await request('GET', `${project}/labels`)).json()) as { label_id: string; name: string }[]
  const label = labels.find(({ name }) => name === 'Books')
  if (label) await request('PATCH', `${project}/labels/${label.label_id}`, { name: 'Reading' })
  await request('POST', `${project}/ideas`, { subject: 'Analytics', idea: 'Show clicks by hour.' })
  await request('POST', `/v1/${orgId}/projects`, { name: 'Second shelf', description: 'Things for the second room' })
}

/** A red square of 8 by 8 pixels. */
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWM4o6SEFTEMLQkAvM5EASBfgK4AAAAASUVORK5CYII='
