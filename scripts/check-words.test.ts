import { expect, it } from 'vitest'
import { findings } from './check-words.ts'

const listMessages = (source: string, path = 'a.tsx') => findings(path, source).map(({ line, message }) => `${line} ${message}`)

it.each([
  ['programme', 'program', 'Join the programme of a shop'],
  ['colours', 'color', 'Choose two colours'],
  ['slug', 'short name', 'This slug is taken'],
  ['daily visitors', 'visitors', '3 daily visitors'],
  ['Save this report', 'saved view', 'Save this report'],
  ['Link report', 'link check', 'Link report'],
  ['Import a report', 'earnings file', 'Import a report of Amazon'],
  ['Without affiliation', 'untagged', 'Without affiliation'],
  ['since the beginning', 'all time', '21,477 since the beginning'],
])('finds "%s", where the product says "%s"', (found, say, text) => {
  const message = `1 says "${found}" in place of "${say}": ${text}`
  expect(listMessages(`const text = '${text}'`, 'a.ts')).toEqual([message])
  expect(listMessages(`const a = <p title="${text}" />`)).toEqual([message])
  expect(listMessages(`const a = <p>{name} ${text}</p>`)).toContain(message)
})

it.each(['It is deleted later.', 'They are removed.', 'Its name is shown.', 'Each becomes a button.', 'Each of them has a link.'])(
  'finds "%s" without its noun, unless something precedes it',
  (text) => {
    expect(listMessages(`const a = <p>${text}</p>`)).toEqual([`1 begins with a pronoun without its noun: ${text}`])
    expect(listMessages(`const a = \`${text} \${name}\``)).toEqual([`1 begins with a pronoun without its noun: ${text}`])
    expect(listMessages(`const a = [<p>{name} ${text}</p>, \`\${name}. ${text}\`, 'The store. ${text}', 'Each link has a name.']`)).toEqual(
      [],
    )
  },
)

it.each(['Delete Label', 'Rates of the Estimate', 'Revoke API Key'])('finds %s in Title Case', (label) => {
  expect(listMessages(`\nconst a = <Button>${label}</Button>`)).toEqual([`2 is in Title Case: ${label}`])
})

it.each(['Save Settings', 'Add Product', 'Delete label', 'YouTube migration', 'Switch to Annual', 'Open Links', 'Revoke API key'])(
  'accepts %s, which is quoted, a name or in sentence case',
  (label) => expect(listMessages(`const a = <Button>${label}</Button>`)).toEqual([]),
)

it('reads no modules, keys and comments', () => {
  const source = ["import { slug } from 'the slug of it'", '// It is a slug.', "const a = { slug: 'slug', programmes: 'programmes' }"]
  expect(listMessages(source.join('\n'), 'a.ts')).toEqual([])
})
