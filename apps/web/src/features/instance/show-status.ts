import type { InstanceStatus } from '@linkshelf/contract'

type StatusTone = 'good' | 'bad' | 'unknown'

/** What the dashboard calls a part. */
export const partLabels: Record<InstanceStatus['parts'][number]['name'], string> = {
  redirects: 'Redirects',
  database: 'Database',
  analytics: 'Analytics',
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** The one sentence about all parts; `undefined` for an instance that could not be asked. */
export function showStatus(status: InstanceStatus | undefined): { tone: StatusTone; sentence: string } {
  if (status === undefined) return { tone: 'unknown', sentence: 'Status unknown' }
  const down = status.parts.filter((part) => part.status === 'down').map(({ name }) => partLabels[name])
  if (down.length === 0) return { tone: 'good', sentence: 'All systems operational' }
  return { tone: 'bad', sentence: `Not working: ${list.format(down).toLowerCase()}` }
}
