import { type AuditGroup, type AuditLogFilterInput, auditGroups, auditSearchMaxLength, searchDebounceMs } from '@linkshelf/contract'
import { useSearchParams } from 'react-router'
import { changeParams, useUrlSearch } from '../../ui/browser/use-url-search.ts'
import { ownDay, ownTimeZone } from '../../ui/formats/dates.ts'

/** The parameters of the URL beside the search; empty for all. */
export interface AuditChoices {
  group: string
  actor: string
  project: string
  /** How many days, today included. */
  days: string
}

const names = ['group', 'actor', 'project', 'days'] as const

/** Returns the filter of the activity log; stored in the URL, so that a view can be shared. */
export function useAuditFilter() {
  const [params, setParams] = useSearchParams()
  const { search, typed, type, clear } = useUrlSearch({ maxLength: auditSearchMaxLength, debounceMs: searchDebounceMs })
  const choices = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as unknown as AuditChoices

  function choose(change: Partial<AuditChoices>): void {
    setParams((before) => changeParams(before, { ...change }), { replace: true })
  }

  return {
    choices,
    query: toQuery(search, choices),
    isNarrowed: search !== '' || names.some((name) => choices[name] !== ''),
    typed,
    type,
    clearSearch: () => clear(),
    choose,
    clear: () => clear(names),
  }
}

/** Ignores parameters of the URL that are not valid. */
function toQuery(search: string, { group, actor, project, days }: AuditChoices): AuditLogFilterInput {
  const dayCount = Number(days)
  return {
    ...(search !== '' && { search }),
    ...(Object.hasOwn(auditGroups, group) && { group: group as AuditGroup }),
    ...((actor === 'system' || isId(actor)) && { actor }),
    ...(isId(project) && { project_id: project }),
    ...(Number.isInteger(dayCount) && dayCount > 0 && { from: daysAgo(dayCount - 1), tz: ownTimeZone() }),
  }
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

function daysAgo(count: number): string {
  const day = new Date()
  day.setDate(day.getDate() - count)
  return ownDay(day)
}
