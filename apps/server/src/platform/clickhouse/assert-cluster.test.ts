import { ClickHouseError } from '@clickhouse/client'
import { expect, it } from 'vitest'
import { assertCluster, type ClusterNode, findClusterProblem } from './assert-cluster.ts'
import type { ClickHouse } from './clickhouse.ts'

const node = (nth: number, changed: Partial<ClusterNode> = {}): ClusterNode => {
  const [shard, replica] = [1 + (nth >> 1), 1 + (nth & 1)]
  const macros = { shard: `${shard}`, replica: `${replica}` }
  return { address: `ch${nth + 1}:9000`, shard, isAnswering: true, hasKeeper: true, macros, ...changed }
}

it('finds no problem if every node answers and has its own macros', () => {
  expect(
    findClusterProblem(
      'shelf',
      [0, 1, 2, 3].map((nth) => node(nth)),
    ),
  ).toBeUndefined()
})

it.each<[string, ClusterNode[], string]>([
  [
    'is not defined',
    [],
    'ClickHouse has no cluster "shelf": add it to remote_servers of every server as deploy/clickhouse/cluster.xml does, or correct CLICKHOUSE_CLUSTER',
  ],
  [
    'has nodes that do not answer',
    [
      node(0),
      node(1, { isAnswering: false, macros: { shard: '', replica: '' } }),
      node(2),
      node(3, { isAnswering: false, macros: { shard: '', replica: '' } }),
    ],
    'No answer from ch2:9000, ch4:9000 of the ClickHouse cluster "shelf": start every server, or correct remote_servers, then try again',
  ],
  [
    'has a node without a keeper',
    [node(0), node(1, { hasKeeper: false })],
    'No connection to Keeper or ZooKeeper from ch2:9000: start it, or correct zookeeper in the settings of these servers, then try again',
  ],
  [
    'has a node without macros',
    [node(0), node(1, { macros: { shard: '1', replica: '' } })],
    'The macros shard and replica are missing on ch2:9000: define them as deploy/clickhouse/cluster.xml does, then try again',
  ],
  [
    'has two nodes with the same macros',
    [node(0), node(1), node(2, { macros: { shard: '1', replica: '2' } })],
    'The macros shard and replica are the same on ch2:9000, ch3:9000: give each server a replica of its own, then try again',
  ],
  [
    'has a shard with two names',
    [node(0), node(1, { macros: { shard: '3', replica: '2' } })],
    'The macro shard differs on ch1:9000, ch2:9000, which are one shard of remote_servers: make it the same, then try again',
  ],
])('says what to do if the cluster %s', (_what, nodes, problem) => {
  expect(findClusterProblem('shelf', nodes)).toBe(problem)
})

it('throws the problem as one sentence, and sends nothing except queries', async () => {
  const client = { query: async () => ({ json: async () => [] }) }
  await expect(assertCluster(client as unknown as ClickHouse, 'shelf')).rejects.toThrow(
    /^ClickHouse has no cluster .*; nothing was changed\.$/,
  )
})

it('says that a connected keeper does not work', async () => {
  const rows = [{ address: 'ch1:9000', shard: 1, node: 1, hasKeeper: 1, shardMacro: '1', replicaMacro: '1' }]
  const client = {
    query: async ({ query }: { query: string }) => {
      if (query.includes('distributed_ddl_queue'))
        throw new ClickHouseError({ code: '999', type: 'KEEPER_EXCEPTION', message: 'Timeout\nof it' })
      return { json: async () => rows }
    },
  }
  await expect(assertCluster(client as unknown as ClickHouse, 'shelf')).rejects.toThrow(
    "ClickHouse can't use its Keeper or ZooKeeper (Timeout): restart it, then try again; nothing was changed.",
  )
})
