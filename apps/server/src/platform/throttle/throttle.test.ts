import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { createMemoryAttempts, createPostgresAttempts } from './attempts.ts'
import { type AttemptStore, createThrottle, type RateLimit } from './throttle.ts'

const minuteMs = 60_000
const aLimit = (limit: Partial<RateLimit> = {}): RateLimit => ({ kind: 'tests', max: 3, windowMs: minuteMs, ...limit })

let deps: TestDeps
beforeAll(async () => {
  deps = await openTestDeps()
})
afterAll(() => deps[Symbol.asyncDispose]())

const stores: [string, () => AttemptStore][] = [
  ['PostgreSQL', () => createPostgresAttempts(deps.db)],
  ['memory', () => createMemoryAttempts(100)],
]

describe.each(stores)('attempts counted in %s', (_name, openStore) => {
  /**
   * Creates a throttle whose clock the test moves. No other test counts the same subjects, because the secret is
   * random.
   */
  function aThrottle(startMs = Date.UTC(2026, 0, 1)) {
    const time = { ms: startMs }
    return { time, throttle: createThrottle(openStore(), { now: () => new Date(time.ms) }, `secret ${Math.random()}`) }
  }

  it('are accepted up to the limit, even if many are made at once', async () => {
    const { throttle } = aThrottle()
    const attempt = { limit: aLimit(), subject: 'mia' }

    const reached = await Promise.all(Array.from({ length: 8 }, () => throttle.consume(attempt)))

    expect(reached.filter((limit) => limit === undefined)).toHaveLength(3)
    expect(await throttle.consume({ ...attempt, subject: 'noah' })).toBeUndefined()
  })

  it('are counted together or not at all when there are several', async () => {
    const { throttle } = aThrottle()
    const attempt = { limit: aLimit({ max: 5 }), subject: 'mia' }

    expect(await throttle.consumeSeveral(3, attempt)).toBeUndefined()
    expect(await throttle.consumeSeveral(3, attempt)).toMatchObject({ kind: 'tests' })
    const [one, other] = await Promise.all([throttle.consumeSeveral(2, attempt), throttle.consumeSeveral(2, attempt)])
    expect([one, other].filter((limit) => limit === undefined)).toHaveLength(1)
    expect(await throttle.consume(attempt)).toMatchObject({ kind: 'tests' })
  })

  it('count for each limit, or for no limit if one of them is reached', async () => {
    const { throttle } = aThrottle()
    const [one, many] = [aLimit({ kind: 'one', max: 1 }), aLimit({ kind: 'many', max: 2 })]
    const both = ['mia'].flatMap((subject) => [
      { limit: one, subject },
      { limit: many, subject },
    ])

    expect(await throttle.consume(...both)).toBeUndefined()
    expect(await throttle.consume(...both)).toMatchObject({ kind: 'one' })
    expect(await throttle.consume({ limit: many, subject: 'mia' })).toBeUndefined()
    expect(await throttle.consume({ limit: many, subject: 'mia' })).toMatchObject({ kind: 'many' })
  })

  it('are uncounted by a refund and by a reset', async () => {
    const { throttle } = aThrottle()
    const attempt = { limit: aLimit(), subject: 'mia' }
    for (let made = 0; made < 3; made += 1) await throttle.consume(attempt)

    await throttle.refund(attempt)
    expect([await throttle.consume(attempt), await throttle.consume(attempt)]).toMatchObject([undefined, { kind: 'tests' }])
    await throttle.reset(attempt)
    expect(await throttle.consume(attempt)).toBeUndefined()
  })

  it('are accepted again exactly when the rejection said', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 20 }),
        async (max, pausesInSeconds) => {
          const { time, throttle } = aThrottle()
          const attempt = { limit: aLimit({ max }), subject: 'mia' }
          for (const seconds of pausesInSeconds) {
            time.ms += seconds * 1_000
            const reached = await throttle.consume(attempt)
            if (reached === undefined) continue

            time.ms += (reached.retryAfterSeconds - 1) * 1_000
            if (reached.retryAfterSeconds > 1) expect(await throttle.consume(attempt)).toBeDefined()
            time.ms += 1_000
            expect(await throttle.consume(attempt)).toBeUndefined()
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})
