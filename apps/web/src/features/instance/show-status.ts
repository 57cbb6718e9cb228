import type { InstanceStatus } from '@linkshelf/contract'

type StatusTone = 'good' | 'bad' | 'unknown'

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
  if (down.length === 0) return { tone: 'good', sentence: 'All systems operational' }
  return { tone: 'bad', sentence: `Not working: ${list.format(down).toLowerCase()}` }
}
