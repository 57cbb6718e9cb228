import { expect, it } from 'vitest'
import { findUnshown } from './check-specification.ts'

const files: Record<string, string> = {
  'apps/web/src/links.test.ts': `it('shows a link', () => find('Links'))
    it.each([['is gone', 410]])("says why it %s", () => {})
    const scenes = [{ name: 'no links', title: 'Links' }]`,
}

function findIn(...shownBy: string[]): string[] {
  const document = [
    '| What | Words | Shown by |',
    '|---|---|---|',
    ...shownBy.map((cell, index) => `| row ${index} | words | ${cell} |`),
    '',
    '[links]: ../apps/web/src/links.test.ts',
  ]
  return findUnshown(document.join('\n'), (path) => files[path])
}

it('finds nothing where every row names a test, a template, a case or a scene', () => {
  expect(findIn('[links] shows a link', '[links] says why it %s<br>[links] is gone', '[links] no links')).toEqual([])
})

it.each([
  ['[links] shows links', ['"row 0": apps/web/src/links.test.ts has no test "shows links"']],
  ['[links] shows a', ['"row 0": apps/web/src/links.test.ts has no test "shows a"']],
  ['[links] Links', ['"row 0": apps/web/src/links.test.ts has no test "Links"']],
  ['[labels] shows a label', ['"row 0" is shown by [labels], which is no file of the list at the end', '[links] shows nothing']],
  ['shows a link', ['"row 0" names no test', '[links] shows nothing']],
  ['', ['"row 0" names no test', '[links] shows nothing']],
])('refuses a row shown by %j', (shownBy, sentences) => {
  expect(findIn(shownBy)).toEqual(sentences)
})

it('refuses a file that does not exist', () => {
  const document = '| What | Shown by |\n|---|---|\n| a | [gone] shows it |\n\n[gone]: ../e2e/gone.e2e.ts'

  expect(findUnshown(document, () => undefined)).toEqual(['There is no e2e/gone.e2e.ts'])
})
