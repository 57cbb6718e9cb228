import type { PartName } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Deps } from '../platform/deps.ts'
import type { PartCheck } from './status-check.ts'

/** The health check of each part. */
export function createPartChecks({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>, edgeUrl: string): Record<PartName, PartCheck> {
  return {
    async redirects(signal) {
      const response = await fetch(`${edgeUrl}/healthz`, { signal, redirect: 'error' })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The edge responded with ${response.status}`)
    },
    database: () => sql`select 1`.execute(db),
    async analytics(signal) {
      const pong = await clickhouse.ping({ select: false, abort_signal: signal })
      if (!pong.success) throw pong.error
    },
  }
}
