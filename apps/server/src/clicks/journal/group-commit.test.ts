import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'

const aMinute = { ms: 60_000, count: 1_000_000 }

/** Commits to memory. `batches` contains the number of clicks in each commit. */
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

it('commits the clicks of consecutive turns together, until a turn adds no click', async () => {
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

it('commits a single click at the end of its turn', async () => {
  const { commits, batches, add } = aGroupCommit(aMinute)
  add()
  await nextTurn()
  expect(batches).toEqual([1])
  add()
  await commits.idle()
  expect(batches).toEqual([1, 1])
})

it('commits after the maximum time although more clicks arrive', async () => {
  const { commits, batches, add } = aGroupCommit({ ms: 2, count: 1_000_000 })
  add()
  while (batches.length < 2) {
    add()
    await nextTurn()
  }
  await commits.idle()
  expect(batches[0]).toBeGreaterThan(2)
})

it('commits after the maximum number of clicks although more clicks arrive', async () => {
  const { commits, batches, add } = aGroupCommit({ ms: 60_000, count: 4 })
  add()
  while (batches.length < 2) {
    add()
    await nextTurn()
  }
  await commits.idle()
  expect(batches[0]).toBe(4)
})

it('commits only the clicks of one turn if `gather` is undefined', async () => {
  const { commits, batches, add } = aGroupCommit()
  add()
  add()
  await nextTurn()
  add()
  await commits.idle()
  expect(batches).toEqual([2, 1])
})
