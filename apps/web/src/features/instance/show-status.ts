import type { InstanceStatus } from '@linkshelf/contract'
import { showCount } from '../../ui/formats/numbers.ts'

export type StatusTone = 'good' | 'bad' | 'unknown'

/** The names of the parts on screen. */
export const partLabels: Record<InstanceStatus['parts'][number]['name'], string> = {
  redirects: 'Redirects',
  database: 'Database',
  analytics: 'Analytics',
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The status of all parts in one sentence; pass `undefined` when the status could not be loaded. */
export function showStatus(status: InstanceStatus | undefined): { tone: StatusTone; sentence: string } {
  if (status === undefined) return { tone: 'unknown', sentence: 'Status unknown' }
  const down = status.parts.filter((part) => part.status === 'down').map(({ name }) => partLabels[name])
  if (down.length > 0) return { tone: 'bad', sentence: `Not working: ${list.format(down).toLowerCase()}` }
  if (status.losing_clicks) return { tone: 'bad', sentence: 'Some clicks are not being counted' }
  return { tone: 'good', sentence: 'All systems operational' }
}

/** Whether the statistics of finished days are summed up; pass what the status says of them. */
export function showRollups({ hours_late }: NonNullable<InstanceStatus['daily_rollups']>): { tone: StatusTone; text: string } {
  if (hours_late === 0) return { tone: 'good', text: 'Up to date' }
  const text = hours_late < 48 ? showCount(hours_late, 'hour') : showCount(Math.floor(hours_late / 24), 'day')
  return { tone: 'bad', text: `${text} late` }
}
