import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type ClickHouse, openClickHouse } from '../apps/server/src/platform/clickhouse/clickhouse.ts'
import { type Cluster, clusterName, openCluster } from '../harness/cluster/open-cluster.ts'
import { anOwnedLinkOn, type OwnedLink } from '../harness/owned-link.ts'
import { type Instance, openFreshSettings, runLinkshelf } from '../harness/run-linkshelf.ts'
import { type LoadGenerator, openLoadGenerator } from './open-load-generator.ts'

/** A link under load. It has the same index as its URL in the options of the load generator. */
export interface LoadedLink {
  api: OwnedLink['api']
  params: OwnedLink['params']
  linkId: string
  url: string
}

/** The whole program on a cluster, with two edges under load. */
export interface ClusterHarness extends AsyncDisposable {
  cluster: Cluster
  instance: Instance
  /** A client that can connect to every node. */
  clickhouse: ClickHouse
  links: LoadedLink[]
  load: LoadGenerator
}

const owners = 4
const linksPerProject = 4

export async function openClusterHarness(perSecond: number): Promise<ClusterHarness> {
  await using opened = new AsyncDisposableStack()
  const cluster = opened.use(await openCluster())
  const fresh = opened.use(await openFreshSettings())
  const instance = opened.use(
    await runLinkshelf({
      ...fresh.environment,
      EDGES: '2',
      PLANS: 'off',
      CLICKHOUSE_URL: cluster.urls.join(','),
      CLICKHOUSE_CLUSTER: clusterName,
    }),
  )
  const links: LoadedLink[] = []
  for (let nth = 0; nth < owners; nth += 1) {
    const { api, params } = await anOwnedLinkOn(instance)
    const second = await api.projects.create({
      params,
      body: { name: `Second ${randomUUID().slice(0, 8)}`, description: 'Clicks that are deleted' },
    })
    for (const projectId of [params.projectId, second.project_id])
      for (let link = 0; link < linksPerProject; link += 1) {
        const ofProject = { ...params, projectId }
        const { url, url_id } = await api.links.create({ params: ofProject, body: { target: 'https://shop.example/lamp' } })
        links.push({ api, params: ofProject, linkId: url_id, url })
      }
  }
  const urls = links.map(({ url }) => url)
  const load = openLoadGenerator({ urls, perSecond, connections: 32, file: join(fresh.dataFolder, 'acknowledged-marks') })
  opened.defer(load.end)
  const clickhouse = openClickHouse(cluster.urls.join(','))
  opened.defer(() => clickhouse.close())
  const closing = opened.move()
  return { cluster, instance, clickhouse, links, load, [Symbol.asyncDispose]: () => closing.disposeAsync() }
}
