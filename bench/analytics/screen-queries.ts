import type { FilledProject } from './fill-clicks.ts'

export interface ScreenQuery {
  what: string
  /** The path and query under the project's analytics. */
  call: string
  /** The goal at p50 in milliseconds: for any project, and for a project with ten million clicks. */
  figureMs?: { any: number; largest: number }
}

const breakdowns = ['country', 'city', 'device', 'browser', 'os', 'referrer'] as const

/** Pairs of conditions. The first pairs have the most clicked values of their properties. */
const conditions = [
  ['a country and a device', 'country=US&device=phone'],
  ['a referrer and a system', 'referrer=&os=iOS'],
  ['a rare country', 'country=SE&browser=Firefox'],
] as const

/** Queries with several conditions, which read single clicks instead of rollups. */
export const conditionQueries: readonly ScreenQuery[] = conditions.flatMap(([what, condition]) =>
  ['overview', `dashboard?${formatLastDays(90)}`, 'breakdown?by=referrer'].map((call) => ({
    what: `${what}: ${call.replace(/[?].*/, '')}`,
    call: addParams(call, condition),
    figureMs: { any: 150, largest: 150 },
  })),
)

/** Returns the queries of the screens of one project. The link is the project's most clicked. */
export function listScreenQueries({ linkIds }: FilledProject): ScreenQuery[] {
  const link = linkIds[0] ?? ''
  return [
    { what: 'overview', call: 'overview', figureMs: { any: 15, largest: 50 } },
    { what: 'dashboard numbers, all time', call: 'dashboard' },
    { what: 'dashboard numbers, 30 days', call: `dashboard?${formatLastDays(30)}` },
    { what: 'one link, 90 days', call: `urls/${link}`, figureMs: { any: 10, largest: 10 } },
    { what: "one link's numbers, all time", call: `urls/${link}/dashboard` },
    { what: '20 links of a page', call: `urls?url_ids=${linkIds.slice(0, 20).join(',')}` },
    ...breakdowns.map((by) => ({
      what: `by ${by}`,
      call: `breakdown?by=${by}`,
      ...(by === 'country' && { figureMs: { any: 25, largest: 25 } }),
    })),
    ...breakdowns.map((by) => ({ what: `one link by ${by}`, call: `breakdown?by=${by}&url_id=${link}` })),
    ...conditionQueries,
    { what: 'visitors of one link', call: `urls/${link}/visitors` },
  ]
}

/** Adds query parameters to a call. */
export function addParams(call: string, params: string): string {
  return params === '' ? call : `${call}${call.includes('?') ? '&' : '?'}${params}`
}

function formatLastDays(count: number): string {
  const today = Temporal.Now.plainDateISO('UTC')
  return `from=${today.subtract({ days: count - 1 })}&to=${today}`
}
