import { expect, it } from 'vitest'
import { findQuotedCode, listDescribedPaths, listHeadingAnchors, listLinkedHeadings, listNamedPaths } from './check-documents.ts'

const index = 'apps/server/src/links/index.ts'

it('finds paths in backticks and link targets, and ignores URLs and patterns', () => {
  const text = 'See `apps/server/src/main.ts`, `npm start`, `apps/*/x`, [why](decisions/0001.md#top) and [site](https://a.example/b).'
  expect(listNamedPaths('docs/security.md', text)).toEqual(['apps/server/src/main.ts', 'docs/decisions/0001.md'])
})

it('finds links to headings, and the anchors of headings', () => {
  const text =
    '# The `start` command\n\nSee [below](#back-ups), [settings](../README.md#settings) and [a site](https://a.example/#b).\n\n## Back-ups\n'
  expect(listLinkedHeadings('docs/security.md', text)).toEqual(['docs/security.md#back-ups', 'README.md#settings'])
  expect(listHeadingAnchors(text)).toEqual(['the-start-command', 'back-ups'])
})

it('finds blocks of code whose paragraph names their file', () => {
  const code = 'export const one = 1\n'
  const block = `\`\`\`ts\n${code}\`\`\`\n`
  const path = 'apps/server/src/one.ts'

  expect(findQuotedCode(`Files\nare short. \`one\` in \`${path}\`:\n\n${block}`)).toEqual([{ path, code }])
  expect(findQuotedCode(`See \`${path}\`.\n\nFor example:\n\n${block}`)).toEqual([])
  expect(findQuotedCode(`As \`${path}\` and \`apps/server/src/two.ts\`:\n\n${block}`)).toEqual([])
})

it('finds the folders and files in the description of a module', () => {
  const source =
    "/**\n * Manages links. `list/` searches,\n * and `get-link.ts` converts `LinkRow`.\n */\n\nexport { a } from './gone/a.ts'\n"
  expect(listDescribedPaths(index, source)).toEqual(['apps/server/src/links/list/', 'apps/server/src/links/get-link.ts'])
  expect(listDescribedPaths(index, '/** Manages links. */\n\nexport {}\n')).toEqual([])
})

it.each([
  ['has no comment', 'export {}\n'],
  ['begins with a line comment', '// Manages links.\n\nexport {}\n'],
  ['ends without a period', '/** Links */\n\nexport {}\n'],
  ['begins in lower case', '/** of links. */\n\nexport {}\n'],
  ['describes the first export', '/** Manages links. */\nexport {}\n'],
])('rejects an index that %s', (_reason, source) => {
  expect(listDescribedPaths(index, source)).toBeUndefined()
})
