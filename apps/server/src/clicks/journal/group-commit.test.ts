import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'

const aMinute = { ms: 60_000, count: 1_000_000 }

/** Commits into memory: `batches` has the number of clicks of each commit. */
function aGroupCommit(gather?: { ms: number; count: number }): { commits: GroupCommit; batches: number[]; add(): void } {
  const batches: number[] = []
  const commits = createGroupCommit({
    eagerCount: Number.POSITIVE_INFINITY,
    gather,
    commit: async (batch) => void batches.push(batch.callbacks.length),
    afterCommits: async () => undefined,
    onFailed(error) {
      throw error
    },
  })
  return { commits, batches, add: () => commits.add(aClick(), () => undefined) }
}

it('commits the clicks of consecutive turns together, until a turn brings none', async () => {
  const { commits, batches, add } = aGroupCommit(aMinute)
  add()
  add()
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn()
    add()
  }
  await commits.idle()
  add()
  await commits.idle()
  expect(batches).toEqual([5, 1])
})

it('commits a click that came alone at the end of its turn', async () => {
  const { commits, batches, add } = aGroupCommit(aMinute)
  add()
  await nextTurn()
  expect(batches).toEqual([1])
  add()
  await commits.idle()
  expect(batches).toEqual([1, 1])
})

it('commits while clicks keep coming, once they were collected for long enough', async () => {
  const { commits, batches, add } = aGroupCommit({ ms: 2, count: 1_000_000 })
  add()
  while (batches.length < 2) {
    add()
    await nextTurn()
  }
  await commits.idle()
  expect(batches[0]).toBeGreaterThan(2)
})

it('commits once enough clicks were collected, though more keep coming', async () => {
  const { commits, batches, add } = aGroupCommit({ ms: 60_000, count: 4 })
  add()
  while (batches.length < 2) {
    add()
    await nextTurn()
  }
  await commits.idle()
  expect(batches[0]).toBe(4)
})

it('commits the clicks of one turn only, when none are to be collected', async () => {
  const { commits, batches, add } = aGroupCommit()
  add()
  add()
  await nextTurn()
  add()
  await commits.idle()
  expect(batches).toEqual([2, 1])
})
