import { expect, it } from 'vitest'
import { followMany } from '../harness/click-load.ts'
import { anOwnedLinkOn, totalClicks } from '../harness/owned-link.ts'
import { type Instance, runLinkshelf } from '../harness/run-linkshelf.ts'
import { storedMarkers } from '../harness/stored-clicks.ts'
import { untilSettled } from '../harness/until-settled.ts'

const connections = 64
const requests = 10_000

it('counts exactly ten thousand clicks after ten thousand requests from 64 connections', async () => {
  await using instance = await runLinkshelf()
  const link = await anOwnedLinkOn(instance)

  const outcome = await followMany({ url: link.url, acknowledged: requests, connections })

  expect(outcome).toMatchObject({ broken: 0, others: {} })
  expect(outcome.acknowledged).toHaveLength(requests)
  expect(await untilSettled(() => totalClicks(link))).toBe(requests)
})

it('counts every request that got its 302 once, also when edge, shipper and engine are killed in the middle', async () => {
  await using instance = await runLinkshelf()
  const link = await anOwnedLinkOn(instance)
  const kills = new Map([
    [2_000, 'ship'],
    [3_500, 'edge'],
    [5_000, 'engine'],
    [6_000, 'ship'],
    [7_500, 'edge'],
    [8_000, 'engine'],
  ])
  const killing: Promise<void>[] = []

  const outcome = await followMany({
    url: link.url,
    acknowledged: requests,
    connections,
    onProgress: (acknowledged) => {
      const part = kills.get(acknowledged)
      if (part !== undefined) killing.push(killPart(instance, part))
    },
  })
  await Promise.all(killing)
  await untilSettled(() => totalClicks(link))

  const stored = await storedMarkers(instance)
  const times = outcome.acknowledged.map((marker) => stored.get(marker) ?? 0)
  expect({ lost: times.filter((n) => n === 0).length, doubled: [...stored.values()].filter((n) => n > 1).length }).toEqual({
    lost: 0,
    doubled: 0,
  })
  expect(outcome.acknowledged).toHaveLength(requests)
  expect(outcome.broken).toBeGreaterThan(0)
  expect(outcome.others).toEqual({})
  expect(await totalClicks(link)).toBe(stored.size)
})

it('counts the click of a moment ago before it gives a link another slug, and leaves the visited address to it', async () => {
  await using instance = await runLinkshelf()
  const { api, params, url } = await anOwnedLinkOn(instance)
  const { body } = await api.links.list({ params, query: {} })
  await followMany({ url, acknowledged: 1, connections: 1 })

  const ofLink = { ...params, urlId: body[0]?.url_id ?? '' }
  await api.links.update({ params: ofLink, body: { slug: 'another-name' } })

  expect(await api.linkAliases.list({ params: ofLink })).toMatchObject([{ url }])
})

async function killPart(instance: Instance, part: string): Promise<void> {
  const pid = (await instance.processes())[part]
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
}
