import type { AffiliationSummary, Link } from '@linkshelf/contract'
import { retailerNames, retailers } from '@linkshelf/retailers'
import { Link as RouteLink } from 'react-router'
import { useCan } from '../../../session/permissions.tsx'
import { Tag, type TagProps } from '../../../ui/tag.tsx'
import classes from './affiliation-tag.module.css'

/** Shows whether clicks on a link can earn a commission. Renders nothing if no retailer would pay for the link. */
export function AffiliationTag({ link }: { link: Pick<Link, 'affiliation' | 'pending'> }) {
  // While the link is pending, the server is still resolving the short URL that is its destination. The Pending tag
  // already says this.
  if (link.pending && link.affiliation.state === 'unknown') return null
  const state = toTagContent(link.affiliation)
  return state && <Tag tone={state.tone}>{state.text}</Tag>
}

interface TagContent {
  text: string
  tone: NonNullable<TagProps['tone']>
}

function toTagContent({ state, retailer, market, tag }: AffiliationSummary): TagContent | null {
  const named = retailer === null ? '' : `${retailers[retailer].tagName} ${tag}`
  switch (state) {
    case 'earns':
      return { text: `Earns · ${named}`, tone: 'good' }
    case 'replaced':
      return { text: 'Someone else’s tag: replaced', tone: 'good' }
    case 'pasted':
      return { text: `Pasted ${named} stays`, tone: 'pending' }
    case 'not_connected':
      return { text: 'Not connected: earns nothing', tone: 'pending' }
    case 'no_tag':
      return { text: `No tag for ${retailer}.${market}: earns nothing`, tone: 'pending' }
    case 'untracked':
      return { text: 'Short key missing: earns nothing', tone: 'pending' }
    case 'untagged':
      return { text: 'Left untagged by you', tone: 'neutral' }
    case 'unknown':
      return { text: 'Tag unknown', tone: 'neutral' }
    case 'none':
      return null
  }
}

/**
 * Shows the affiliation tag and, if connecting the retailer would help, a link to its settings. Only users who may
 * connect a retailer see the link.
 */
export function AffiliationNote({ link }: { link: Pick<Link, 'affiliation' | 'pending'> }) {
  const { state, retailer, market } = link.affiliation
  const canConnect = useCan('integrations.saveAmazon')
  const isSolvable = state === 'not_connected' || state === 'pasted' || state === 'no_tag' || state === 'untracked'
  const step = state === 'no_tag' ? `Add a tag for ${retailer}.${market}` : state === 'untracked' ? 'Add the short key' : undefined
  return (
    <span className={classes.note}>
      <AffiliationTag link={link} />
      {isSolvable && canConnect && retailer !== null && (
        <RouteLink to={`/settings/integrations?retailer=${retailer}`}>{step ?? `Connect ${retailerNames[retailer]}`}</RouteLink>
      )}
    </span>
  )
}
