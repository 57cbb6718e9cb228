import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { followMany } from '../harness/click-load.ts'
import { anOwnedLinkOn, countTotalClicks } from '../harness/owned-link.ts'
import { getSharedLinkshelf } from '../harness/shared-linkshelf.ts'
import { untilSettled } from '../harness/until-settled.ts'

const connections = 64
const requests = 10_000

it('counts exactly ten thousand clicks after ten thousand requests from 64 connections', async () => {
  const link = await anOwnedLinkOn(await getSharedLinkshelf())

  const outcome = await followMany({ url: link.url, acknowledged: requests, connections })

  expect(outcome).toMatchObject({ broken: 0, others: {} })
  expect(outcome.acknowledged).toHaveLength(requests)
  while ((await countTotalClicks(link)) < requests) await sleep(100)
  expect(await untilSettled(() => countTotalClicks(link))).toBe(requests)
})

it('counts a click of a moment ago before it changes the slug, so the visited address stays an alias of the link', async () => {
  const { api, params, url } = await anOwnedLinkOn(await getSharedLinkshelf())
  const { body } = await api.links.list({ params, query: {} })
  await followMany({ url, acknowledged: 1, connections: 1 })

  const ofLink = { ...params, urlId: body[0]?.url_id ?? '' }
  await api.links.update({ params: ofLink, body: { slug: 'another-name' } })

  expect(await api.linkAliases.list({ params: ofLink })).toMatchObject([{ url }])
})
