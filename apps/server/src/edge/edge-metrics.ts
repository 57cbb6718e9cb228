import type { Metrics } from '../platform/http/metrics.ts'
import type { Edge } from './open-edge.ts'

/**
 * Adds metrics that read the edge's existing counters, so metrics cost nothing if no metrics endpoint is configured.
 */
export function measureEdge({ addCount, addGauge }: Pick<Metrics, 'addCount' | 'addGauge'>, { state }: Pick<Edge, 'state'>): void {
  addCount({
    name: 'linkshelf_visits_total',
    help: 'Visits of short links, by outcome',
    label: 'outcome',
    read() {
      const { redirect, gone, notFound, rateLimited, busy, loop } = state().visits
      return { sent_on: redirect, removed: gone, unknown: notFound, too_many: rateLimited, busy, loop }
    },
  })
  addCount({
    name: 'linkshelf_connections_rejected_total',
    help: 'Connections above the limit of their address',
    read: () => state().rejectedConnections,
  })
  addGauge({ name: 'linkshelf_served_domains', help: 'Own domains that are served', read: () => state().servedDomains })
  addCount({
    name: 'linkshelf_tls_requests_total',
    help: "Requests of proxies about certificates of domains, and others' requests, which are rejected",
    label: 'outcome',
    read: () => ({ ...state().tls }),
  })
  addCount({
    name: 'linkshelf_clicks_total',
    help: 'Clicks of redirected visitors and views of store pages, by whether they were recorded',
    label: 'outcome',
    read() {
      const { appended, lost } = state().journal
      return { kept: appended, lost }
    },
  })
  addGauge({
    name: 'linkshelf_journal_disk_full',
    help: '1 while the journal can write no click',
    read: () => Number(state().journal.isDiskFull),
  })
  // Metric names are public and do not change: `known_links` means the link cache.
  addCount({ name: 'linkshelf_known_links_hits_total', help: 'Link cache hits', read: () => state().links.hits })
  addCount({ name: 'linkshelf_known_links_look_ups_total', help: 'Slugs looked up in PostgreSQL', read: () => state().links.lookups })
  addGauge({
    name: 'linkshelf_known_links_entries',
    help: 'Entries of the link cache, and of its negative cache',
    label: 'kind',
    read() {
      const { links, misses } = state().links
      return { link: links, miss: misses }
    },
  })
  addCount({ name: 'linkshelf_known_links_misses_total', help: 'Lookups of slugs without a link', read: () => state().links.notFound })
  addGauge({ name: 'linkshelf_known_links_bytes', help: 'Memory of the link cache', read: () => state().links.bytes })
  addGauge({
    name: 'linkshelf_listener_connected',
    help: '1 while notices of changed links are received',
    read: () => Number(state().links.isListening),
  })
  addGauge({
    name: 'linkshelf_database_reachable',
    help: '1 unless the last lookup failed',
    read: () => Number(state().links.isDatabaseReachable),
  })
}
