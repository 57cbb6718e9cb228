import type { youtube_v3 } from '@googleapis/youtube'
import type { Deps } from '../../platform/deps.ts'
import { callGoogle, type Google } from '../google/google.ts'

/** The ids of the channels, at YouTube, whose owner `writer` acts for. Throws GoogleError. */
export async function listOwnChannels(deps: Pick<Deps, 'db' | 'clock'>, google: Google, writer: youtube_v3.Youtube): Promise<string[]> {
  const { data } = await callGoogle(deps, google, { units: 1 }, () => writer.channels.list({ part: ['id'], mine: true }))
  return data.items?.flatMap(({ id }) => id ?? []) ?? []
}
