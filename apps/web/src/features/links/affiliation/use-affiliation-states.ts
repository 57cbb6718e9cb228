import {
  type AffiliationState,
  type Integrations,
  type LinkIntegrations,
  toAffiliateSettings,
  toAffiliationState,
} from '@linkshelf/contract'
import { type AffiliateSettings, type Retailer, recognizeUrl, retailerIds, tagUrl } from '@linkshelf/retailers'
import { useQueries } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { integrationQueries } from '../../integrations/integration-queries.ts'

/** Returns the project's settings for tags. Undefined until the integrations are loaded, or if they are not needed. */
export function useAffiliateSettings(scope: ProjectScope, { isNeeded = true } = {}): AffiliateSettings | undefined {
  return useQueries({
    queries: retailerIds.map((retailer) => ({ ...integrationQueries[retailer](scope), enabled: isNeeded })),
    combine: toSettings,
  })
}

/** Defined outside of the hook, so that the query library returns the same object while no integration changes. */
function toSettings(results: readonly { data: Integrations[Retailer] | undefined }[]): AffiliateSettings | undefined {
  const integrations = results.flatMap(({ data }) => data ?? [])
  return integrations.length < results.length ? undefined : toAffiliateSettings(toSavedIntegrations(integrations))
}

/**
 * Returns a function that computes the affiliation state of an address from the project's integrations, for example
 * while the user types. Undefined until the integrations are loaded.
 */
export function useAffiliationStates(scope: ProjectScope): ((address: string, affiliated: boolean) => AffiliationState) | undefined {
  const settings = useAffiliateSettings(scope)
  if (settings === undefined) return undefined
  return (address, affiliated) => {
    const { url, status, page } = tagUrl(address, settings)
    const tag = page === undefined ? undefined : status === 'tagged' || status === 'replaced' ? recognizeUrl(url)?.tag : page.tag
    return toAffiliationState({ status, affiliated, reached_tag: tag ?? null })
  }
}

/**
 * Returns the saved integrations by retailer. The argument contains one integration per retailer, in the order of
 * `retailerIds`.
 */
function toSavedIntegrations(integrations: readonly Integrations[Retailer][]): LinkIntegrations {
  const entries = retailerIds.map((retailer, index) => [retailer, integrations[index]] as const)
  return Object.fromEntries(entries.filter(([, integration]) => integration?.updated_at != null)) as LinkIntegrations
}

const noteByState: Partial<Record<AffiliationState, string>> = {
  not_connected: 'Earns nothing: this shop is not connected.',
  no_tag: 'Earns nothing: you have no tag for this country.',
  untracked: 'Earns nothing: the short key is missing.',
  untagged: 'Earns nothing: you left this link untagged.',
  none: 'Earns nothing: no program that Linkshelf knows pays for this destination.',
}

/** Returns a text that says why visitors of an address earn the owner nothing. Undefined if they may earn something. */
export function findNothingEarnedNote(state: AffiliationState): string | undefined {
  return noteByState[state]
}
