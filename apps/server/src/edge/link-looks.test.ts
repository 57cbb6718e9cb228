import { expect, it } from 'vitest'
import type { FoundLinkLook } from '../storefront/index.ts'
import { createLinkLooks } from './link-looks.ts'

const look: FoundLinkLook = {
  ...{ language: 'ja', layout: 'grid', name: 'Lamps', logo: null, picture: null, focus: null, isCutout: null, isMarked: false },
  ...{ theme: 'plain', headingFont: null, textFont: null, fontsUrl: null, mainColor: '#089b71', secondaryColor: '#ebedef' },
}
const link = { linkId: 'l', projectId: 'p' }
const always = () => true

it("loads a link's look once for concurrent visits, and never for a network that floods", async () => {
  let loads = 0
  const getLook = createLinkLooks({
    findLook: async () => {
      loads += 1
      return look
    },
    timeoutMs: 60_000,
  })

  expect(await getLook(link, () => false)).toBeUndefined()
  expect(loads).toBe(0)
  expect(await Promise.all([getLook(link, always), getLook(link, always), getLook(link, () => false)])).toEqual([look, look, undefined])
  expect(await getLook(link, () => false)).toEqual(look)
  expect(loads).toBe(1)
})

it("returns no look if it can't be loaded, and does not retry at once", async () => {
  let loads = 0
  const getLook = createLinkLooks({
    findLook: () => {
      loads += 1
      return Promise.reject(new Error('connect ECONNREFUSED'))
    },
    timeoutMs: 60_000,
  })

  expect([await getLook(link, always), await getLook(link, always)]).toEqual([undefined, undefined])
  expect(loads).toBe(1)
})

it('returns every look even if more links are loading than the cache can hold', async () => {
  const loaded = Promise.withResolvers<FoundLinkLook>()
  const getLook = createLinkLooks({ findLook: () => loaded.promise, timeoutMs: 60_000 })
  const looks = Array.from({ length: 5_001 }, (_, nth) => getLook({ linkId: `${nth}`, projectId: 'p' }, always))
  loaded.resolve(look)

  expect(new Set(await Promise.all(looks))).toEqual(new Set([look]))
})

it('returns the old look for a minute while it reloads, and then waits for the new look', async () => {
  let now = new Date('2026-11-27T12:00:00Z').getTime()
  let stored: FoundLinkLook = look
  const getLook = createLinkLooks({
    findLook: async () => stored,
    timeoutMs: 60_000,
    clock: { now: () => new Date(now) },
  })
  await getLook(link, always)

  stored = { ...look, theme: 'journal' }
  now += 20_000
  expect(await getLook(link, always)).toEqual(look)
  await expect.poll(() => getLook(link, always)).toEqual(stored)
  stored = { ...look, theme: 'pop' }
  now += 61_000
  expect(await getLook(link, always)).toEqual(stored)
})

it('returns an old look if reloading fails', async () => {
  let now = new Date('2026-11-27T12:00:00Z').getTime()
  const loads = [Promise.resolve(look), Promise.reject(new Error('connect ECONNREFUSED'))]
  loads[1]?.catch(() => undefined)
  const getLook = createLinkLooks({
    findLook: () => loads.shift() ?? Promise.resolve(undefined),
    timeoutMs: 60_000,
    clock: { now: () => new Date(now) },
  })
  await getLook(link, always)

  now += 3_600_000
  expect(await getLook(link, always)).toEqual(look)
})
