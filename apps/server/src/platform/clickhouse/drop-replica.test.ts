import { expect, it } from 'vitest'
import { stubCluster } from '../../../test/databases/stub-cluster.ts'
import { dropReplica } from './drop-replica.ts'

/** Maps the keeper path of each table to the table's replicas: 1 if the replica is connected, otherwise 0. */
type Keeper = Record<string, Record<string, number>>

const aKeeper = (isActive: number): Keeper => ({
  '/clicks/1': { r1: 1, r2: isActive, r3: 1 },
  '/page_views/1': { r1: 1, r2: isActive, r3: 1 },
  '/migrations': { '1_r1': 1, '1_r2': isActive, '1_r3': 1, '2_r1': 1 },
})

const names: Record<string, string> = {
  '/clicks/1': 'clicks_stored',
  '/page_views/1': 'page_views_stored',
  '/migrations': 'schema_migrations',
}

/**
 * A cluster with three replicas of shard 1 and one replica of shard 2, which receives the requests. The replicas in
 * `down` do not answer.
 */
function openShards(keeper: Keeper, down: readonly string[], beforeStatement: () => void = () => undefined) {
  const tables = () => Object.entries(keeper).map(([path, replicas]) => ({ name: names[path], path, replicas: { ...replicas } }))
  const nodes = ['r1', 'r2', 'r3'].map((name) => ({
    address: `${name}:9000`,
    shard: 1,
    row: () => (down.includes(name) ? undefined : { shard_name: '1', replica_name: name, tables: tables() }),
  }))
  const other = { address: 'other:9000', shard: 2, row: () => ({ shard_name: '2', replica_name: 'r1', tables: [] }) }
  const execute = (statement: string) => {
    beforeStatement()
    const { replica = '', path = '' } =
      /^SYSTEM DROP REPLICA '(?<replica>\w+)' FROM (TABLE schema_migrations|ZKPATH '(?<path>[^']+)')$/.exec(statement)?.groups ?? {}
    delete keeper[path || '/migrations']?.[replica]
  }
  return stubCluster([...nodes, other], execute, ['/migrations'])
}

it('removes a lost replica from each table even after a kill before any statement, and changes nothing when repeated', async () => {
  for (let killedAt = 0; killedAt < 3; killedAt += 1) {
    const keeper = aKeeper(0)
    let statements = 0
    const kill = () => {
      statements += 1
      if (statements === killedAt + 1) throw new Error('killed')
    }
    await expect(dropReplica(openShards(keeper, ['r2'], kill), 'r2:9000')).rejects.toThrow('killed')
    for (let run = 0; run < 2; run += 1) await dropReplica(openShards(keeper, ['r2'], kill), 'r2:9000')
    expect(statements).toBe(4)
    expect(Object.values(keeper).map(Object.keys)).toEqual([
      ['r1', 'r3'],
      ['r1', 'r3'],
      ['1_r1', '1_r3', '2_r1'],
    ])
  }
})

it.each([
  ['counts as alive', aKeeper(1), ['r2'], 'r2:9000 does not answer, but its replicas still count as alive.'],
  ['is one of two that are down', aKeeper(0), ['r2', 'r3'], 'More than one replica of the shard of r2:9000 is down.'],
  ['is the only one left', aKeeper(0), ['r1', 'r2', 'r3'], 'No other replica of the shard of r2:9000 answers.'],
  ['answers', aKeeper(1), [], 'r2:9000 answers. Stop it first'],
])('removes nothing if the replica %s', async (_what, keeper, down, message) => {
  const before = structuredClone(keeper)
  await expect(dropReplica(openShards(keeper, down), 'r2:9000')).rejects.toThrow(message)
  expect(keeper).toEqual(before)
})

it('does not mistake another replica that is down for a removed replica', async () => {
  const keeper: Keeper = { '/clicks/1': { r1: 1, r3: 0 }, '/migrations': { '1_r1': 1, '1_r3': 0, '2_r1': 1 } }
  await expect(dropReplica(openShards(keeper, ['r2', 'r3']), 'r2:9000')).rejects.toThrow('More than one replica')
  expect(keeper['/clicks/1']).toEqual({ r1: 1, r3: 0 })
})
