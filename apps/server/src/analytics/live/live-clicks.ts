import { openEndedMembershipsSubscription } from '../../access/index.ts'
import { openShippedClicksSubscription } from '../../clicks/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createLiveStreams, type LiveStreams } from './live-streams.ts'

export interface LiveClicks {
  streams: LiveStreams
  isListening(): boolean
  /** Ends every stream and stops listening. */
  close(): Promise<void>
}

/**
 * The live streams of this process, and the connections that notify it of new clicks and of ended memberships. After a
 * lost connection every stream gets an event, or ends so that its access is checked again.
 */
export function openLiveClicks({ listenerUrl, clock, log }: Pick<Deps, 'clock' | 'log'> & { listenerUrl: string }): LiveClicks {
  const streams = createLiveStreams({ clock })
  const listener = openShippedClicksSubscription({ listenerUrl, log, onClicksShipped: streams.publish, onListening: streams.publishToAll })
  const memberships = openEndedMembershipsSubscription({ listenerUrl, log, onEnded: streams.endOf, onListening: streams.endOfAll })
  return {
    streams,
    isListening: () => listener.isListening() && memberships.isListening(),
    async close() {
      streams.endAll()
      await Promise.all([listener.close(), memberships.close()])
    },
  }
}
