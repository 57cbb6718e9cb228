import { setTimeout as sleep } from 'node:timers/promises'
import { clusterName } from '../harness/cluster/open-cluster.ts'
import { runUntilExit } from '../harness/run-linkshelf.ts'
import { readStoreAddresses } from '../harness/run-part.ts'
import type { Difference } from './cluster-checks.ts'
import type { ClusterHarness } from './cluster-harness.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The time in milliseconds from one fault to the next. */
const faultMs = 30_000

export interface ClusterFaultsRun {
  random: SeededRandom
  /** Returns the elapsed share of the run, from 0 to 1. */
  share(): number
  log(line: string): void
  increase(name: string): void
}

/**
 * Kills a node every half minute and starts it again. `migrate` runs during two of these faults. The keeper is killed
 * once, and a whole shard is killed near the end. Returns the outputs of `migrate` if it failed.
 */
export async function injectFaults(
  { cluster, instance }: ClusterHarness,
  { random, share, log, increase }: ClusterFaultsRun,
): Promise<Difference[]> {
  const differences: Difference[] = []
  const special: { at: number; inject(node: number): Promise<void> }[] = [
    { at: 0.25, inject: (node) => kill([node], 10_000, migrate) },
    { at: 0.4, inject: () => killKeeper(12_000) },
    { at: 0.6, inject: (node) => kill([node], 10_000, migrate) },
    { at: 0.8, inject: () => kill([2, 3], 20_000) },
  ]
  await sleep(faultMs / 2)
  while (share() < 1) {
    const next = sleep(faultMs)
    const node = random.between(0, cluster.nodes.length)
    if (special[0] !== undefined && share() >= special[0].at) await special.shift()?.inject(node)
    else await kill([node], random.between(4_000, 14_000))
    await next
  }
  return differences

  async function kill(nodes: readonly number[], forMs: number, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    const names = nodes.map((nth) => nth + 1).join(' and ')
    for (const nth of nodes) await cluster.nodes[nth]?.kill()
    log(`Killed node ${names} for ${forMs / 1_000} s`)
    increase(nodes.length > 1 ? 'shards killed' : 'replicas killed')
    await Promise.all([sleep(forMs), meanwhile()])
    for (const nth of nodes) await cluster.nodes[nth]?.start()
    log(`Started node ${names}`)
  }

  async function killKeeper(forMs: number): Promise<void> {
    await cluster.keeper.kill()
    log(`Killed the keeper for ${forMs / 1_000} s`)
    increase('keepers killed')
    await sleep(forMs)
    await cluster.keeper.start()
    log('Started the keeper')
  }

  async function migrate(): Promise<void> {
    const { databaseUrl } = await readStoreAddresses(instance)
    const environment = { DATABASE_URL: databaseUrl, CLICKHOUSE_URL: cluster.urls.join(','), CLICKHOUSE_CLUSTER: clusterName }
    const { code, output } = await runUntilExit(environment, 'migrate')
    increase('migrate runs')
    log(`migrate ended with ${code}`)
    if (code !== 0) differences.push(`migrate ended with ${code}: ${output.slice(-400)}`)
  }
}
