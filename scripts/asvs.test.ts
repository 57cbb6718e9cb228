import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url)

/** The number of requirements in each section of the chapters V6, V7 and V10, without those of level 3. */
const sections: Record<string, number> = {
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
}

const rows = readFileSync(new URL('docs/asvs.md', root), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | ?\|$/g, '').trim()))
  .map(([id = '', requirement = '', result = '', reason = '', tests = '']) => ({ id, requirement, result, reason, tests }))

it('lists each requirement of level 1 and 2 once, in order', () => {
  const expected = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ id }) => id)).toEqual(expected)
})

it.each(rows)('$id is met with a test that exists, does not apply or is an exception, with a reason', ({ result, reason, tests }) => {
  expect(['met', 'does not apply', 'exception']).toContain(result)
  expect(reason).toMatch(/\S/)
  const paths = tests.split(', ').filter((path) => path !== '')
  for (const path of paths) {
    expect(path).toMatch(/^`[\w/.-]+\.test\.tsx?`$/)
    expect(existsSync(new URL(path.slice(1, -1), root)), path).toBe(true)
  }
  if (result === 'met') expect(paths).not.toEqual([])
})
