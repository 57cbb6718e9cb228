import { expect, it } from 'vitest'
import { negotiateLanguage } from './negotiate-language.ts'

it.each([
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.3, PT-br;q=0.7', 'pt'],
  ['sv-SE,sv;q=0.9,ja;q=0.2', 'ja'],
  ['ko,zh;q=0.9', 'en'],
  ['fr;q=0,it;q=0.1', 'it'],
  ['iw-IL', 'he'],
  ['es;q=x, nl;q=0.5', 'nl'],
  [`${'xx,'.repeat(30)}pl`, 'en'],
  ['constructor, ar', 'ar'],
])('selects from %s the language %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language)
})
