import {
  type AnalyticsTab,
  breakdownLabels,
  type ConditionName,
  conditionNames,
  explainUnsupported,
  toBreakdownName,
} from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { breakdownQuery } from '../../features/analytics/analytics-queries.ts'
import { type Conditions, toQueryWithConditions } from '../../features/analytics/conditions/url-conditions.ts'
import type { RangeQuery } from '../../features/analytics/range/analytics-filter.ts'
import { formatLinkName } from '../../features/links/link-name.ts'
import { linkQuery } from '../../features/links/link-queries.ts'
import { videoQuery } from '../../features/youtube-channels/channel-queries.ts'
import { FilterChip, FilterChips } from '../../ui/filter-chips.tsx'

interface ConditionChipsProps {
  scope: ProjectScope
  range: RangeQuery
  conditions: Conditions
  /** The tab that shows the numbers. Some tabs cannot apply some conditions. */
  tab?: AnalyticsTab
}

/**
 * Shows the conditions of the screen. The user can remove each condition. If the tab cannot apply a condition, its chip
 * says so.
 */
export function ConditionChips({ scope, range, conditions, tab = 'overview' }: ConditionChipsProps) {
  const [params] = useSearchParams()
  const chips = conditionNames.flatMap((name) => (conditions[name] === undefined ? [] : [{ name, value: conditions[name] }]))
  const none = Object.fromEntries(chips.map(({ name }) => [name, undefined]))
  return (
    <FilterChips clearTo={toQueryWithConditions(params, none)}>
      {chips.map(({ name, value }) => (
        <ConditionChip
          key={name}
          scope={scope}
          range={range}
          name={name}
          value={value}
          to={toQueryWithConditions(params, { [name]: undefined })}
          unused={explainUnused(tab, name)}
        />
      ))}
    </FilterChips>
  )
}

function explainUnused(tab: AnalyticsTab, name: ConditionName): ChipProps['unused'] {
  const reason = explainUnsupported(tab, name)
  return reason === undefined ? undefined : { note: 'not on this tab', reason }
}

interface ChipProps {
  scope: ProjectScope
  range: RangeQuery
  value: string
  /** The URL of the screen without this condition. */
  to: string
  unused: { note: string; reason: string } | undefined
}

function ConditionChip({ name, ...chip }: ChipProps & { name: ConditionName }) {
  const { scope: _scope, range: _range, ...props } = chip
  if (name === 'url_id') return <LinkChip {...chip} />
  if (name === 'video' && chip.value !== '') return <VideoChip {...chip} />
  if (name === 'domain') return <DomainChip {...chip} />
  return <FilterChip {...props} {...formatCondition(name, chip.value)} />
}

/**
 * Shows the domain's name from the breakdown in this range. If the domain has no clicks in the range, shows the
 * domain's host.
 */
function DomainChip({ scope, range, value, ...chip }: ChipProps) {
  const { tz, from, to, bots } = range
  const { data, isPending } = useQuery(breakdownQuery(scope, { tz, from, to, bots, domain: value }, 'domain'))
  const row = data?.find(({ name }) => name === value) ?? { name: value }
  return <FilterChip {...chip} label={breakdownLabels.domain.singular} value={isPending ? '…' : toBreakdownName('domain', row)} />
}

/** Shows the title of the video. If no channel of the project has the video, shows its id. */
function VideoChip({ scope, range: _range, value, ...chip }: ChipProps) {
  const { data, isError } = useQuery(videoQuery(scope, value))
  return <FilterChip {...chip} label="Video" value={data?.title ?? (isError ? value : '…')} />
}

function LinkChip({ scope, range: _range, value, ...chip }: ChipProps) {
  const { data, isError } = useQuery(linkQuery(scope, value))
  return <FilterChip {...chip} label="Link" value={data === undefined ? (isError ? 'Unknown link' : '…') : formatLinkName(data)} />
}

/** Returns a condition in words. `url_id` is excluded, because a link is named by its title. */
function formatCondition(name: Exclude<ConditionName, 'url_id'>, value: string): { label: string; value: string } {
  if (name === 'label') return { label: 'Label', value }
  return { label: breakdownLabels[name].singular, value: toBreakdownName(name, { name: value }) }
}
