import { expect, it } from 'vitest'
import { packageLimits } from '../plan-limits.ts'
import { formatStorageMessage } from './storage.ts'

it('names the limit and what to delete in the message', () => {
  expect(formatStorageMessage('pictures', 100_000_000)).toBe(
    'Limit reached - Your pictures take up the 100 MB of your plan. Remove pictures you no longer use: their space is free again after a day.',
  )
  expect(formatStorageMessage('total', 5_000_000_000)).toBe(
    'Limit reached - Everything you have stored takes up the 5 GB of your plan. Delete exports, imports or pictures you no longer use.',
  )
})

it('gives every package a total that is at least as high as the limit of each kind', () => {
  for (const { uploadBytes, importBytes, archiveBytes, exportBytes, storedBytes } of Object.values(packageLimits))
    expect(Math.max(uploadBytes, importBytes, archiveBytes, exportBytes)).toBeLessThanOrEqual(storedBytes)
})
