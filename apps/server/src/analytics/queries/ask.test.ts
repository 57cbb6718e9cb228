import { ClickHouseError } from '@clickhouse/client'
import { expect, it } from 'vitest'
import type { ClickHouse } from '../../platform/clickhouse/clickhouse.ts'
import { ask, askClicks } from './ask.ts'

const tooMany = { code: 'TOO_MANY_REQUESTS', data: { retry_after_seconds: 5 } }

/** A store that answers when it is told to. */
function aSlowStore() {
  const answers: (() => void)[] = []
  const query = () => new Promise((resolve) => answers.push(() => resolve({ json: async () => [{ clicks: 1 }] })))
  return { clickhouse: { query } as unknown as ClickHouse, answers }
}

it('reads single clicks for two questions at once, and refuses the sixty-seventh', async () => {
  const { clickhouse, answers } = aSlowStore()
  const asked = Array.from({ length: 66 }, () => askClicks(clickhouse, 'SELECT 1', {}))
  expect(answers).toHaveLength(2)
  await expect(askClicks(clickhouse, 'SELECT 1', {})).rejects.toMatchObject(tooMany)
  // What the sums alone answer waits for none of them.
  const light = ask(clickhouse, 'SELECT 1', {})
  answers.pop()?.()
  expect(await light).toEqual([{ clicks: 1 }])

  let isDone = false
  const all = Promise.all(asked).finally(() => {
    isDone = true
  })
  while (!isDone) {
    for (const answer of answers.splice(0)) answer()
    await new Promise(setImmediate)
  }
  expect(await all).toHaveLength(66)
})

it('passes on that the store is asked too much, and any other fault as it is', async () => {
  const storeThatSays = (code: string, type: string) =>
    ({ query: () => Promise.reject(new ClickHouseError({ message: type, code, type })) }) as unknown as ClickHouse
  await expect(ask(storeThatSays('202', 'TOO_MANY_SIMULTANEOUS_QUERIES'), 'SELECT 1', {})).rejects.toMatchObject(tooMany)
  await expect(ask(storeThatSays('241', 'MEMORY_LIMIT_EXCEEDED'), 'SELECT 1', {})).rejects.toMatchObject({ code: '241' })
})
