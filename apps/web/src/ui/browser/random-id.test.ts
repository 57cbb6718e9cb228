import { afterEach, expect, it, vi } from 'vitest'
import { createRandomId } from './random-id.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => vi.unstubAllGlobals())

it('returns a random UUID', () => {
  expect(createRandomId()).toMatch(uuid)
})

it('returns a random UUID without crypto.randomUUID, as on plain http', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })

  expect(createRandomId()).toMatch(uuid)
  expect(createRandomId()).not.toBe(createRandomId())
})
