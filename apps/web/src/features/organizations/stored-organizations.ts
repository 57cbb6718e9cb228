import type { Organization } from '@linkshelf/contract'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { readStored, removeStored, writeStored } from '../../ui/browser/local-storage.ts'
import { organizationListQuery } from './organization-queries.ts'

interface StoredOrganizations {
  /**
   * Identifies the build of the dashboard that stored the organizations. A different build may need fields that are not
   * stored.
   */
  build: string
  subject: string
  organizations: Organization[]
}

const storageKey = 'linkshelf.organizations'
const currentBuild = import.meta.url

/**
 * Puts the organizations that this browser loaded last into the cache, and stores each newer list. The first screen can
 * then request its data at once, while the organizations are loaded again. `readSubject` returns the id of the
 * signed-in user.
 */
export function restoreOrganizations(queryClient: QueryClient, readSubject: () => string | undefined): void {
  const { queryKey } = organizationListQuery
  const organizationsHash = hashKey(queryKey)
  // The stored list counts as stale from the start, so that the first screen loads the organizations again.
  queryClient.setQueryData(queryKey, readStoredOrganizations(readSubject()), { updatedAt: 0 })

  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === organizationsHash) storeOrganizations(queryClient.getQueryData(queryKey), readSubject())
  })
}

export function removeStoredOrganizations(): void {
  removeStored(storageKey)
}

function readStoredOrganizations(subject: string | undefined): Organization[] | undefined {
  const stored = readStored(storageKey) as StoredOrganizations | null
  return stored?.build === currentBuild && stored.subject === subject ? stored.organizations : undefined
}

function storeOrganizations(organizations: Organization[] | undefined, subject: string | undefined): void {
  if (organizations !== undefined && subject !== undefined)
    writeStored(storageKey, { build: currentBuild, subject, organizations } satisfies StoredOrganizations)
}
