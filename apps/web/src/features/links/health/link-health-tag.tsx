import { type Link, type LinkHealthFilter, type LinkHealthState, linkHealthNoteNames, linkHealthStateNames } from '@linkshelf/contract'
import { Tag, type TagProps } from '../../../ui/tag.tsx'

export const linkHealthFilterNames: Record<LinkHealthFilter, string> = {
  broken: linkHealthStateNames.broken,
  uncheckable: linkHealthStateNames.uncheckable,
  unavailable: linkHealthNoteNames.sold_out,
}

/** Names of the filtered lists. */
export const linkHealthListNames: Record<LinkHealthFilter, string> = {
  broken: 'Broken links',
  uncheckable: "Links that can't be checked",
  unavailable: 'Links to sold-out products',
}

const toneByState: Partial<Record<LinkHealthState, TagProps['tone']>> = { broken: 'bad', failed_once: 'pending' }

/** Shows what needs the owner's attention. Renders nothing if no check failed and the product is not sold out. */
export function LinkHealthTag({ health: { state, note } }: Pick<Link, 'health'>) {
  const tone = toneByState[state]
  if (tone !== undefined) return <Tag tone={tone}>{linkHealthStateNames[state]}</Tag>
  return note === null ? null : <Tag tone="pending">{linkHealthNoteNames[note]}</Tag>
}
