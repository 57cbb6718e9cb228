import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const folder = new URL('docs/asvs/', root)

/** The number of requirements in each section, without those of level 3. */
const sections: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}
const expected = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)

/** The requirements of V17 are not listed, because they do not apply as a whole. */
const unlistedChapter = { chapter: 17, count: 7 }

const results = ['met', 'does not apply', 'exception']

function readCells(file: URL): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | ?\|$/g, '').trim()))
}

const rows = readdirSync(folder)
  .flatMap((name) => readCells(new URL(name, folder)))
  .filter(([id = '']) => /^\d/.test(id))
  .map(([id = '', requirement = '', result = '', reason = '', tests = '']) => ({ id, requirement, result, reason, tests }))

it('lists each requirement of level 1 and 2 once', () => {
  const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
  expect(rows.map(({ id }) => id).toSorted(compare)).toEqual(expected)
})

it('counts the results of each chapter', () => {
  const counted = readCells(new URL('docs/asvs.md', root)).flatMap(([chapter = '', ...counts]) => {
    const number = /^\[?V(\d+) |^(all)$/.exec(chapter)
    return number === null ? [] : [[number[1] ?? 'all', ...counts.map(Number)]]
  })

  const count = (chapter: string | undefined) =>
    results.map(
      (result) => rows.filter((row) => row.result === result && (chapter === undefined || row.id.startsWith(`${chapter}.`))).length,
    )
  const [met = 0, notApplying = 0, exceptions = 0] = count(undefined)
  expect(counted).toEqual([
    ...Array.from({ length: 16 }, (_, index) => [String(index + 1), ...count(String(index + 1))]),
    [String(unlistedChapter.chapter), 0, unlistedChapter.count, 0],
    ['all', met, notApplying + unlistedChapter.count, exceptions],
  ])
})

it.each(rows)('$id is met with a test that exists, does not apply or is an exception, with a reason', ({ result, reason, tests }) => {
  expect(results).toContain(result)
  expect(reason).toMatch(/\S/)
  const paths = tests.split(', ').filter((path) => path !== '')
  for (const path of paths) {
    expect(path).toMatch(/^`[\w/.-]+\.(test|e2e)\.tsx?`$/)
    expect(existsSync(new URL(path.slice(1, -1), root)), path).toBe(true)
  }
  if (result === 'met') expect(paths).not.toEqual([])
})
