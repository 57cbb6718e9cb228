import { type BreakdownKind, breakdownKinds, type ClickConditions, type LinkId } from '@linkshelf/contract'
import { type ProjectContext, requireFeature } from '../access/index.ts'
import { findLinkIdsWithLabel, getLink } from '../links/index.ts'
import type { Deps } from '../platform/deps.ts'

/** The conditions on clicks, beside their days and the bot filter. */
export interface Conditions {
  /** Properties and their values; '' is an unknown one. */
  properties: readonly (readonly [BreakdownKind, string])[]
  /** The links that were clicked; undefined for every link of the project. */
  linkIds?: readonly LinkId[]
}

/** Rollups of the project answer every query without conditions. */
export function isUnconditional({ properties, linkIds }: Conditions): boolean {
  return properties.length === 0 && linkIds === undefined
}

/** Throws FULL_ANALYTICS_REQUIRED for conditions other than one link, and LINK_NOT_FOUND. */
export async function requestedConditions(
  deps: Pick<Deps, 'origins'>,
  ctx: ProjectContext,
  { url_id: linkId, label, ...query }: ClickConditions,
): Promise<Conditions> {
  const properties = requestedProperties(ctx, query)
  if (label === undefined && linkId === undefined) return { properties }
  if (label !== undefined) requireFeature(ctx.entitlements, 'hasFullAnalytics')
  const [labelled] = await Promise.all([
    label === undefined ? undefined : findLinkIdsWithLabel(ctx, label),
    linkId === undefined ? undefined : getLink(deps, ctx, linkId),
  ])
  if (linkId === undefined) return { properties, linkIds: labelled }
  return { properties, linkIds: labelled === undefined || labelled.includes(linkId) ? [linkId] : [] }
}

/** The conditions on clicks of one link, which the caller has checked or checks. Throws FULL_ANALYTICS_REQUIRED. */
export function requestedLinkConditions(ctx: ProjectContext, linkId: LinkId, query: Pick<ClickConditions, BreakdownKind>): Conditions {
  return { properties: requestedProperties(ctx, query), linkIds: [linkId] }
}

function requestedProperties(ctx: ProjectContext, query: Pick<ClickConditions, BreakdownKind>): Conditions['properties'] {
  const properties = breakdownKinds.flatMap((kind) => {
    const value = query[kind]
    return value === undefined ? [] : [[kind, value] as const]
  })
  if (properties.length > 0) requireFeature(ctx.entitlements, 'hasFullAnalytics')
  return properties
}
