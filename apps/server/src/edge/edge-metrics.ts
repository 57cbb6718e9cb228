import type { Metrics } from '../platform/http/metrics.ts'
import type { Edge } from './open-edge.ts'

/** Everything is counted anyway; an edge whose metrics nobody asks for pays nothing for them. */
export function measureEdge({ addCount, addGauge }: Pick<Metrics, 'addCount' | 'addGauge'>, { state }: Pick<Edge, 'state'>): void {
  addCount({
    name: 'linkshelf_visits_total',
    help: 'Visits of short links, by what visitors got',
    label: 'outcome',
    read() {
      const { sentOn, removed, unknown, tooMany, busy } = state().visits
      return { sent_on: sentOn, removed, unknown, too_many: tooMany, busy }
    },
  })
  addCount({
    name: 'linkshelf_clicks_total',
    help: 'Clicks of visitors who were sent on',
    label: 'outcome',
    read() {
      const { appended, lost } = state().journal
      return { kept: appended, lost }
    },
  })
  addGauge({ name: 'linkshelf_journal_disk_full', help: '1 while the disk takes no click', read: () => Number(state().journal.isDiskFull) })
  addCount({ name: 'linkshelf_known_links_hits_total', help: 'Visits whose answer was in memory', read: () => state().links.hits })
  addCount({ name: 'linkshelf_known_links_look_ups_total', help: 'Slugs that PostgreSQL was asked for', read: () => state().links.lookUps })
  addGauge({
    name: 'linkshelf_known_links_entries',
    help: 'Slugs in memory: links, and those that nobody holds',
    label: 'kind',
    read() {
      const { known, misses } = state().links
      return { link: known, miss: misses }
    },
  })
  addCount({
    name: 'linkshelf_known_links_misses_total',
    help: 'Look-ups that found nobody who holds the slug',
    read: () => state().links.notFound,
  })
  addGauge({ name: 'linkshelf_known_links_bytes', help: 'Memory that the links take', read: () => state().links.bytes })
  addGauge({
    name: 'linkshelf_listener_connected',
    help: '1 while changes of links are heard of',
    read: () => Number(state().links.isListening),
  })
  addGauge({
    name: 'linkshelf_database_reachable',
    help: '1 unless the last look-up failed',
    read: () => Number(state().links.isDatabaseReachable),
  })
}
