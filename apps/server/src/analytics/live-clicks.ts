import { openShippedClicksSubscription } from '../clicks/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type LiveStreams, makeLiveStreams } from './live-streams.ts'

export interface LiveClicks {
  streams: LiveStreams
  isListening(): boolean
  /** Ends every stream, and stops listening. */
  close(): Promise<void>
}

/** The live streams of a process and the connection on which it hears of new clicks. What went unheard while that was lost is made good with news for all. */
export function openLiveClicks({ databaseUrl, clock, log }: Pick<Deps, 'clock' | 'log'> & { databaseUrl: string }): LiveClicks {
  const streams = makeLiveStreams({ clock })
  const listener = openShippedClicksSubscription({ databaseUrl, log, onClicksShipped: streams.tell, onListening: streams.tellAll })
  return {
    streams,
    isListening: listener.isListening,
    async close() {
      streams.endAll()
      await listener.close()
    },
  }
}
