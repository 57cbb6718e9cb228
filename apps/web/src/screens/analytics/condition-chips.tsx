import { breakdownLabels, breakdownName } from '@linkshelf/contract'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link as RouteLink, useSearchParams } from 'react-router'
import type { ProjectScope } from '../../api.ts'
import {
  type ConditionName,
  type Conditions,
  conditionNames,
  withConditions,
} from '../../features/analytics/conditions/click-conditions.ts'
import { linkName } from '../../features/links/link-name.ts'
import { linkQuery } from '../../features/links/link-queries.ts'
import { videoQuery } from '../../features/youtube-migration/channel-queries.ts'
import { moveFocusWhenRemoved } from '../../ui/browser/focus.ts'
import classes from './condition-chips.module.css'

interface ConditionChipsProps {
  scope: ProjectScope
  conditions: Conditions
}

/** The conditions that the numbers of the screen meet; each can be removed. */
export function ConditionChips({ scope, conditions }: ConditionChipsProps) {
  const [params] = useSearchParams()
  const chips = conditionNames.flatMap((name) => (conditions[name] === undefined ? [] : [{ name, value: conditions[name] }]))
  const none = Object.fromEntries(chips.map(({ name }) => [name, undefined]))
  return (
    <ul className={classes.chips} aria-label="Filters">
      {chips.map(({ name, value }) => (
        <li key={name}>
          <ConditionChip scope={scope} name={name} value={value} to={withConditions(params, { [name]: undefined })} />
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <RemovingLink className={classes.all} to={withConditions(params, none)}>
            Clear all
          </RemovingLink>
        </li>
      )}
    </ul>
  )
}

interface ConditionChipProps {
  scope: ProjectScope
  name: ConditionName
  value: string
  /** The same view without it. */
  to: string
}

function ConditionChip({ scope, name, value, to }: ConditionChipProps) {
  if (name === 'url_id') return <LinkChip scope={scope} urlId={value} to={to} />
  if (name === 'video' && value !== '') return <VideoChip scope={scope} videoId={value} to={to} />
  return <Chip {...conditionText(name, value)} to={to} />
}

/** A video that no channel of the project has is shown by its id. */
function VideoChip({ scope, videoId, to }: { scope: ProjectScope; videoId: string; to: string }) {
  const { data, isError } = useQuery(videoQuery(scope, videoId))
  return <Chip label="Video" value={data?.title ?? (isError ? videoId : '…')} to={to} />
}

function LinkChip({ scope, urlId, to }: { scope: ProjectScope; urlId: string; to: string }) {
  const { data, isError } = useQuery(linkQuery(scope, urlId))
  return <Chip label="Link" value={data === undefined ? (isError ? 'Unknown link' : '…') : linkName(data)} to={to} />
}

function Chip({ label, value, to }: { label: string; value: string; to: string }) {
  return (
    <RemovingLink className={classes.chip} to={to} name={`Remove filter ${label}: ${value}`}>
      <span className={classes.label}>{label}</span> <span className={classes.value}>{value}</span>
      <IconX aria-hidden size={14} />
    </RemovingLink>
  )
}

/** A link that is removed by following it: the focus moves to another chip, or to the heading. */
function RemovingLink({
  to,
  name,
  className,
  children,
}: {
  to: string
  name?: string
  className: string | undefined
  children: React.ReactNode
}) {
  const link = useRef<HTMLAnchorElement>(null)
  return (
    <RouteLink
      ref={link}
      to={to}
      className={className}
      aria-label={name}
      title={name}
      onClick={() => link.current && moveFocusWhenRemoved(link.current)}
    >
      {children}
    </RouteLink>
  )
}

/** A condition in words. A link is named by its title. */
function conditionText(name: Exclude<ConditionName, 'url_id'>, value: string): { label: string; value: string } {
  if (name === 'label') return { label: 'Label', value }
  return { label: breakdownLabels[name].singular, value: breakdownName(name, { name: value }) }
}
