import { toEntitlements } from '@linkshelf/contract'
import type { Selection } from '../../features/organizations/choose-selection.ts'

interface LinkUsage {
  used: number
  /** The limit of the plan. */
  limit: number
  isOwner: boolean
}

/** Screens show the number of links if this share of the limit is used. */
const shownFrom = 0.8

/** Returns the number of links and the limit of a project. Returns undefined if less than 80% of the limit is used. */
export function findNearLinkLimit(selection: Selection | undefined): LinkUsage | undefined {
  if (selection === undefined) return undefined
  const { organization, project } = selection
  const limit = toEntitlements(organization).linksPerProject
  const used = project.link_count
  return used < limit * shownFrom ? undefined : { used, limit, isOwner: organization.role === 'owner' }
}
