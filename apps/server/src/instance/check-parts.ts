import type { PartName } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { Deps } from '../platform/deps.ts'
import type { AskPart } from './status-check.ts'

/** How each part is asked whether it is up. */
export function askParts({ db, clickhouse }: Pick<Deps, 'db' | 'clickhouse'>, edgeUrl: string): Record<PartName, AskPart> {
  return {
    async redirects(signal) {
      const answer = await fetch(`${edgeUrl}/healthz`, { signal, redirect: 'error' })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The edge answered with ${answer.status}`)
    },
    database: () => sql`select 1`.execute(db),
    async analytics(signal) {
      const pong = await clickhouse.ping({ select: false, abort_signal: signal })
      if (!pong.success) throw pong.error
    },
  }
}
