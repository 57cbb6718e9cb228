import type { Conditions } from '../requested-conditions.ts'
import type { QueryParams } from './run-query.ts'

interface SqlCondition {
  condition: string
  params: QueryParams
}

/** A condition on `clicks`, of one project, and its parameters. */
export function clicksThatMeet(conditions: Conditions): SqlCondition {
  const ofLinks = linksThatMeet(conditions)
  return {
    // Qualified: a breakdown has columns of its own with these names.
    condition: [ofLinks.condition, ...conditions.properties.map(([kind]) => `clicks.${kind} = {only_${kind}:String}`)].join(' AND '),
    params: { ...ofLinks.params, ...Object.fromEntries(conditions.properties.map(([kind, value]) => [`only_${kind}`, value])) },
  }
}

/** The same of the links alone, on `link_clicks` or `clicks`. Both are sorted so that few other links are read. */
export function linksThatMeet({ linkIds }: Conditions): SqlCondition {
  if (linkIds === undefined) return { condition: 'true', params: {} }
  if (linkIds.length === 0) return { condition: 'false', params: {} }
  return { condition: 'link_id IN {only_links:Array(UUID)}', params: { only_links: linkIds } }
}
