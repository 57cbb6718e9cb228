import { expect, it } from 'vitest'
import { wrongImports } from './check-module-imports.ts'

const doors = { access: [], links: ['access'], edge: ['links'] }

it.each([
  ['apps/server/src/links/create-link.ts', '../access/index.ts'],
  ['apps/server/src/links/create-link.ts', './link-table.ts'],
  ['apps/server/src/links/create-link.ts', '../platform/clock.ts'],
  ['apps/server/src/api.ts', './links/index.ts'],
  ['apps/web/src/screens/links-screen.tsx', '../features/links/link-queries.ts'],
  ['apps/web/src/features/links/link-card.tsx', '../../ui/screen.tsx'],
  ['packages/contract/src/links.ts', './call.ts'],
])('%s may import %s', (path, name) => {
  expect(wrongImports([{ path, imports: [name] }], doors)).toEqual([])
})

it.each([
  ['apps/server/src/links/create-link.ts', '../access/reach.ts', 'entered by its door'],
  ['apps/server/src/links/create-link.ts', '../edge/index.ts', 'may not open the door'],
  ['apps/server/src/links/create-link.ts', '../api.ts', 'does not know the files'],
  ['apps/server/src/platform/jobs.ts', '../links/index.ts', 'platform knows no room'],
  ['apps/server/src/api.ts', './links/create-link.ts', 'entered by its door'],
  ['apps/web/src/features/links/link-card.tsx', '../projects/project-queries.ts', 'does not import a feature'],
  ['apps/web/src/ui/screen.tsx', '../features/links/link-card.tsx', 'may not know'],
  ['packages/contract/src/links.ts', 'node:fs', 'runs in browsers too'],
  ['packages/contract/src/links.ts', '../../storefront/src/index.ts', 'does not reach out'],
])('%s may not import %s', (path, name, why) => {
  expect(wrongImports([{ path, imports: [name] }], doors)).toEqual([expect.stringContaining(why)])
})

it('finds rooms that go round in a circle', () => {
  expect(wrongImports([], { a: ['b'], b: ['c'], c: ['a'], d: ['a'] })).toHaveLength(3)
})
