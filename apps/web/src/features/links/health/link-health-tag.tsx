import type { Link, LinkProblem } from '@linkshelf/contract'
import { Tag } from '../../../ui/tag.tsx'

export const linkProblemNames: Record<LinkProblem, string> = { broken: 'Broken', unavailable: 'Unavailable' }

/** Shows a problem that needs the owner's attention. Renders nothing if the link has no problem. */
export function LinkHealthTag({ health: { status } }: Pick<Link, 'health'>) {
  if (status !== 'broken' && status !== 'unavailable') return null
  return <Tag tone={status === 'broken' ? 'bad' : 'pending'}>{linkProblemNames[status]}</Tag>
}
