import {
  type AuditActorKind,
  type AuditGroup,
  type AuditLogFilterInput,
  auditGroups,
  auditSearchMaxLength,
  searchDebounceMs,
} from '@linkshelf/contract'
import { useSearchParams } from 'react-router'
import { changeParams, useUrlSearch } from '../../ui/browser/use-url-search.ts'
import { getBrowserTimeZone, toBrowserDay } from '../../ui/formats/dates.ts'

/** The URL parameters of the filter, without the search. An empty value means all. */
export interface AuditChoices {
  group: string
  /** A kind of actor, the id of an actor, or `everyone`. */
  actor: string
  project: string
  /** Number of days, including today. */
  days: string
}

const names = ['group', 'actor', 'project', 'days'] as const

/** The log first shows the activity of people, because background jobs add most of its entries. */
export const actorChoices = {
  user: 'By: people',
  everyone: 'By: everyone',
  api_key: 'By: API keys',
  system: 'By: Linkshelf',
} as const

/** Returns the filter of the activity log. It is stored in the URL, so that a view can be shared. */
export function useAuditFilter() {
  const [params, setParams] = useSearchParams()
  const { search, typed, type, clear } = useUrlSearch({ maxLength: auditSearchMaxLength, debounceMs: searchDebounceMs })
  const chosen = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as unknown as AuditChoices
  const choices = { ...chosen, actor: chosen.actor || 'user' }

  function choose(change: Partial<AuditChoices>): void {
    setParams((before) => changeParams(before, { ...change }), { replace: true })
  }

  return {
    choices,
    query: toQuery(search, choices),
    isNarrowed: search !== '' || names.some((name) => choices[name] !== everything[name]),
    typed,
    type,
    clearSearch: () => clear(),
    choose,
    clear: () => clear(everything),
  }
}

const everything: Readonly<Record<keyof AuditChoices, string>> = { group: '', actor: 'everyone', project: '', days: '' }

/** Returns the query of the filter. Ignores parameters of the URL that are not valid. */
function toQuery(search: string, { group, actor, project, days }: AuditChoices): AuditLogFilterInput {
  const dayCount = Number(days)
  return {
    ...(search !== '' && { search }),
    ...(Object.hasOwn(auditGroups, group) && { group: group as AuditGroup }),
    ...(actor !== 'everyone' && { actor: isActorKind(actor) || isId(actor) ? actor : 'user' }),
    ...(isId(project) && { project_id: project }),
    ...(Number.isInteger(dayCount) && dayCount > 0 && { from: toDayInPast(dayCount - 1), tz: getBrowserTimeZone() }),
  }
}

function isActorKind(actor: string): actor is AuditActorKind {
  return actor === 'api_key' || actor === 'system'
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function toDayInPast(count: number): string {
  const day = new Date()
  day.setDate(day.getDate() - count)
  return toBrowserDay(day)
}
