import { openShippedClicksSubscription } from '../../clicks/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { createLiveStreams, type LiveStreams } from './live-streams.ts'

export interface LiveClicks {
  streams: LiveStreams
  isListening(): boolean
  /** Ends every stream and stops listening. */
  close(): Promise<void>
}

/** The live streams of this process and the connection that notifies it of new clicks. After a lost connection every stream gets an event. */
export function openLiveClicks({ listenerUrl, clock, log }: Pick<Deps, 'clock' | 'log'> & { listenerUrl: string }): LiveClicks {
  const streams = createLiveStreams({ clock })
  const listener = openShippedClicksSubscription({ listenerUrl, log, onClicksShipped: streams.publish, onListening: streams.publishToAll })
  return {
    streams,
    isListening: listener.isListening,
    async close() {
      streams.endAll()
      await listener.close()
    },
  }
}
