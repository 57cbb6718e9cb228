import { expect, it } from 'vitest'
import { findUnasserted } from './check-specification.ts'

const files: Record<string, string> = {
  'apps/web/src/links.test.ts': `it('shows a link', () => find('Links'))
    it.each([['is gone', 410]])("says why it %s", () => {})
    const scenes = [{ name: 'no links', title: 'Links' }]`,
  'apps/server/src/labels/labels.test.ts': `it('shows a label', () => {})`,
  'apps/web/src/labels/labels.test.ts': `it('shows a label', () => {})`,
}

const document = '# Specification\n\n- **not a row**: above the headings\n\n## Links\n\n- **A link**: is shown\n- **`/gone`**: says\n  so\n'
const complete = ['A link', '  links.test.ts: shows a link', '  links.test.ts: no links', '', '`/gone`', '  src/links.test.ts: is gone']

function findIn(tests: readonly string[], rows = document): string[] {
  return findUnasserted(
    rows,
    ['About this file.', '', '## Links', '', ...tests].join('\n'),
    Object.keys(files),
    (path) => files[path] ?? '',
  )
}

it('returns no message when every row has a test, a template, a case or a scene', () => {
  expect(findIn([...complete, '  links.test.ts: says why it %s'])).toEqual([])
})

it.each([
  ['a row without a test', ['A link'], ['"Links: A link" has no test', '"Links: `/gone`" has no test']],
  [
    'a test of another row',
    [...complete, 'A label', '  links.test.ts: shows a link'],
    ['"Links: A label" is no row of docs/specification.md'],
  ],
  [
    'a test below another heading',
    [...complete, '## Labels', 'A link', '  links.test.ts: shows a link'],
    ['"Labels: A link" is no row of docs/specification.md'],
  ],
  ['a row named twice', [...complete, ...complete.slice(0, 2)], ['"Links: A link" is in docs/specification-tests.txt twice']],
  [
    'a title that no test has',
    [...complete, '  links.test.ts: shows links', '  links.test.ts: shows a', '  links.test.ts: Links'],
    ['shows links', 'shows a', 'Links'].map((title) => `"Links: \`/gone\`": apps/web/src/links.test.ts has no test "${title}"`),
  ],
  ['a file that does not exist', [...complete, '  gone.e2e.ts: shows it'], ['"Links: `/gone`": no test file ends with gone.e2e.ts']],
  [
    'an ambiguous file',
    [...complete, '  labels.test.ts: shows a label'],
    ['"Links: `/gone`": labels.test.ts is apps/server/src/labels/labels.test.ts and apps/web/src/labels/labels.test.ts'],
  ],
])('rejects %s', (_name, tests, messages) => {
  expect(findIn(tests)).toEqual(messages)
})

it('rejects a row that is in the specification twice', () => {
  expect(findIn(complete, `${document}- **A link**: again\n`)).toEqual(['"Links: A link" is in docs/specification.md twice'])
})
