import { type AffiliationState, affiliateSettingsOf, affiliationStateOf } from '@linkshelf/contract'
import { recognizeUrl, tagUrl } from '@linkshelf/retailers'
import { useQueries } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api/api.ts'

/**
 * Returns how to find the state of an address with the integrations of the project, as it is typed; undefined until
 * they are loaded.
 */
export function useAffiliationStates(scope: ProjectScope): ((address: string, affiliated: boolean) => AffiliationState) | undefined {
  const input = { params: scope }
  const [amazon, ebay, aliexpress] = useQueries({
    queries: [
      api.integrations.getAmazon.queryOptions({ input }),
      api.integrations.getEbay.queryOptions({ input }),
      api.integrations.getAliexpress.queryOptions({ input }),
    ],
  })
  if (amazon.data === undefined || ebay.data === undefined || aliexpress.data === undefined) return undefined
  const settings = affiliateSettingsOf({
    ...(amazon.data.updated_at !== null && { amazon: amazon.data }),
    ...(ebay.data.updated_at !== null && { ebay: ebay.data }),
    ...(aliexpress.data.updated_at !== null && { aliexpress: aliexpress.data }),
  })
  return (address, affiliated) => {
    const { url, status, page } = tagUrl(address, settings)
    const tag = page === undefined ? undefined : status === 'tagged' || status === 'replaced' ? recognizeUrl(url)?.tag : page.tag
    return affiliationStateOf({ status, affiliated, reached_tag: tag ?? null })
  }
}

const notes: Partial<Record<AffiliationState, string>> = {
  not_connected: 'Earns nothing: this shop is not connected.',
  no_tag: 'Earns nothing: you have no tag for this country.',
  untracked: 'Earns nothing: the short key is missing.',
  untagged: 'Earns nothing: you left this link untagged.',
  none: 'Earns nothing: no program that Linkshelf knows pays for this destination.',
}

/** Says why visitors of this address earn the owner nothing; undefined where they may. */
export function nothingEarnedNote(state: AffiliationState): string | undefined {
  return notes[state]
}
