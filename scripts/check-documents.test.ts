import { expect, it } from 'vitest'
import { namedPaths } from './check-documents.ts'

it('finds paths in backticks and link targets, and ignores URLs and patterns', () => {
  const text = 'See `apps/server/src/main.ts`, `npm start`, `apps/*/x`, [why](decisions/0001.md#top) and [site](https://a.example/b).'
  expect(namedPaths('docs/operations.md', text)).toEqual(['apps/server/src/main.ts', 'docs/decisions/0001.md'])
})
