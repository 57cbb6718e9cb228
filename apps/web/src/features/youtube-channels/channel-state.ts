import type { YoutubeChannel, YoutubeChannelState } from '@linkshelf/contract'
import type { TagProps } from '../../ui/tag.tsx'

interface ShownState {
  label: string
  tone: NonNullable<TagProps['tone']>
}

const stateByStatus: Record<YoutubeChannelState, ShownState> = {
  pending: { label: 'Pending', tone: 'pending' },
  scanning: { label: 'Scanning', tone: 'pending' },
  ready: { label: 'Ready', tone: 'neutral' },
  migrating: { label: 'Migrating', tone: 'pending' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

export function toShownState({ status, run, paused_until }: Pick<YoutubeChannel, 'status' | 'run' | 'paused_until'>): ShownState {
  if (status === 'migrating' && paused_until !== null) return { label: 'Paused', tone: 'pending' }
  if (status === 'migrating' && run?.kind === 'undo') return { label: 'Undoing', tone: 'pending' }
  return stateByStatus[status]
}

/** Counts the videos whose descriptions have been read. */
export function countVideos({ videos }: Pick<YoutubeChannel, 'videos'>): number {
  return Object.values(videos).reduce((sum, count) => sum + count, 0)
}

/** Counts the videos that can be undone: migrated videos, and videos that a failed undo has not restored. */
export function countUndoable({ videos }: Pick<YoutubeChannel, 'videos'>): number {
  return (videos.migrated ?? 0) + (videos.restoring ?? 0)
}
