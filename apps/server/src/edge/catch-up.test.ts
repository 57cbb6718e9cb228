import { afterEach, expect, it } from 'vitest'
import { type Log, silentLog } from '../platform/process/log.ts'
import { type CatchUp, keepCaughtUp } from './catch-up.ts'

let caughtUp: CatchUp
afterEach(() => caughtUp.close())

/** What a database answers in turn, and what that does to what is known. */
function follow(answers: ({ slugs?: string[]; mark: number } | Error)[]) {
  const asked: (number | undefined)[] = []
  const done: string[] = []
  caughtUp = keepCaughtUp({
    async findLinkChanges(since) {
      const answer = answers[asked.length] ?? { mark: 0 }
      asked.push(since)
      if (answer instanceof Error) throw answer
      return { slugs: answer.slugs ?? [], mark: answer.mark }
    },
    knownLinks: {
      forget: (slug) => void done.push(slug),
      confirm: () => void done.push('confirm'),
      doubtEverything: () => void done.push('doubt'),
    },
    everyMs: 1,
    log: { ...silentLog, warn: () => void done.push('warn') } as Log,
  })
  return { asked, done }
}

it('doubts what was known before its first look, and forgets what changed since', async () => {
  const { asked, done } = follow([{ mark: 7 }, { slugs: ['lamp', 'chair'], mark: 8 }])
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  expect(asked.slice(0, 2)).toEqual([undefined, 7])
  expect(done.slice(0, 5)).toEqual(['doubt', 'confirm', 'lamp', 'chair', 'confirm'])
})

it('reads each change several times, and from the oldest mark when a replica is behind', async () => {
  const { asked } = follow([9, 5, 11, 12, 13, 14, 15, 16, 17].map((mark) => ({ mark })))
  await expect.poll(() => asked.length).toBeGreaterThan(8)
  expect(asked.slice(1, 9)).toEqual([9, 5, 5, 5, 5, 5, 5, 11])
})

it('confirms nothing while it can not ask, and goes on where it was', async () => {
  const { asked, done } = follow([{ mark: 7 }, new Error('connect ECONNREFUSED'), new Error('connect ECONNREFUSED'), { mark: 9 }])
  await expect.poll(() => asked.length).toBeGreaterThan(4)
  expect(asked.slice(0, 4)).toEqual([undefined, 7, 7, 7])
  expect(done.slice(0, 4)).toEqual(['doubt', 'confirm', 'warn', 'confirm'])
})

it('doubts everything when more changed than it wants to know', async () => {
  const { done } = follow([{ mark: 7 }, { mark: 8, slugs: Array.from({ length: 10_000 }, (_, nth) => `l${nth}`) }])
  await expect.poll(() => done.indexOf('doubt', 1)).toBeGreaterThan(0)
  expect(done.indexOf('doubt', 1)).toBeLessThan(done.indexOf('l0'))
})
