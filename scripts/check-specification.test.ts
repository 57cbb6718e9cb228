import { expect, it } from 'vitest'
import { findUnasserted } from './check-specification.ts'

const files: Record<string, string> = {
  'apps/web/src/links.test.ts': `it('shows a link', () => find('Links'))
    it.each([['is gone', 410]])("says why it %s", () => {})
    const scenes = [{ name: 'no links', title: 'Links' }]`,
}

function findIn(...assertedBy: string[]): string[] {
  const document = [
    '| What | Words | Asserted by |',
    '|---|---|---|',
    ...assertedBy.map((cell, index) => `| row ${index} | words | ${cell} |`),
    '',
    '[links]: ../apps/web/src/links.test.ts',
  ]
  return findUnasserted(document.join('\n'), (path) => files[path])
}

it('returns no message when every row names a test, a template, a case or a scene', () => {
  expect(findIn('[links] shows a link', '[links] says why it %s<br>[links] is gone', '[links] no links')).toEqual([])
})

it.each([
  ['[links] shows links', ['"row 0": apps/web/src/links.test.ts has no test "shows links"']],
  ['[links] shows a', ['"row 0": apps/web/src/links.test.ts has no test "shows a"']],
  ['[links] Links', ['"row 0": apps/web/src/links.test.ts has no test "Links"']],
  ['[labels] shows a label', ['"row 0" is asserted by [labels], which is not in the list of files at the end', '[links] asserts no row']],
  ['shows a link', ['"row 0" names no test', '[links] asserts no row']],
  ['', ['"row 0" names no test', '[links] asserts no row']],
])('rejects a row asserted by %j', (assertedBy, messages) => {
  expect(findIn(assertedBy)).toEqual(messages)
})

it('rejects a file that does not exist', () => {
  const document = '| What | Shown by |\n|---|---|\n| a | [gone] shows it |\n\n[gone]: ../e2e/gone.e2e.ts'

  expect(findUnasserted(document, () => undefined)).toEqual(['There is no e2e/gone.e2e.ts'])
})
