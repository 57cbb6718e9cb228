import type { Link } from '@linkshelf/contract'
import { Tag } from '../../../ui/tag.tsx'

const problems = { broken: 'Broken', unavailable: 'Unavailable' } as const

/** What a check found that its owner has to act on; nothing for any other link. */
export function LinkHealthTag({ health: { status } }: Pick<Link, 'health'>) {
  if (status !== 'broken' && status !== 'unavailable') return null
  return <Tag tone={status === 'broken' ? 'bad' : 'pending'}>{problems[status]}</Tag>
}
