import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findUnknownCapabilities } from './check-capabilities.ts'

const root = mkdtempSync(join(tmpdir(), 'linkshelf-capabilities-'))

afterAll(() => rmSync(root, { recursive: true, force: true }))

it('finds folders without a server module of that name', () => {
  for (const folder of [
    'apps/server/src/links',
    'apps/server/src/organizations/members',
    'apps/web/src/features/links',
    'apps/web/src/features/members',
    'apps/web/src/features/short-links',
    'packages/contract/src/links',
    'packages/contract/src/urls',
    'packages/contract/src/examples',
  ])
    mkdirSync(join(root, folder), { recursive: true })

  expect(findUnknownCapabilities(root)).toEqual(['apps/web/src/features/short-links', 'packages/contract/src/urls'])
})
