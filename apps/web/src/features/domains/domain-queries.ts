import type { Domain, DomainDraft, DomainSettingsPatch } from '@linkshelf/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { computeRefetchDelay } from './domain-state.ts'

/** Returns the organization's own domains, sorted by host. They are refetched while a check can change a domain. */
export function domainListQuery(orgId: string) {
  return api.domains.list.queryOptions({
    input: { params: { orgId } },
    refetchInterval: ({ state }) => computeRefetchDelay(state.data ?? [], Date.now()),
  })
}

/** Returns the pages, redirects and files that visitors of a domain get at fixed paths, such as `/robots.txt`. */
export function domainSettingsQuery(orgId: string, domainId: string) {
  return api.domains.getSettings.queryOptions({ input: { params: { orgId, domainId } } })
}

/** Changes settings of a domain. Errors are handled by the form. After an error, the settings are fetched again. */
export function usePatchDomainSettings(orgId: string, { domain_id: domainId, display_host: host }: Domain) {
  const queryClient = useQueryClient()
  const query = domainSettingsQuery(orgId, domainId)
  return useMutation({
    mutationFn: (patch: DomainSettingsPatch) => api.domains.patchSettings.call({ params: { orgId, domainId }, body: patch }),
    onSuccess: (settings) => {
      queryClient.setQueryData(query.queryKey, settings)
      void showToast({ title: 'Domain settings saved', message: host })
    },
    onError: () => queryClient.invalidateQueries(query),
  })
}

/** Adds a domain. Errors are handled by the form. */
export function useAddDomain(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: DomainDraft) => api.domains.create.call({ params: { orgId }, body: draft }),
    onSuccess: (domain) => {
      storeDomain(queryClient, orgId, domain)
      void showToast({ title: 'Domain added', message: domain.display_host })
    },
    onSettled: () => queryClient.invalidateQueries(domainListQuery(orgId)),
  })
}

/** Requests a check, which runs within seconds. The list is polled until the check has run. */
export function useCheckDomain(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ domain_id: domainId }: Domain) => api.domains.check.call({ params: { orgId, domainId } }),
    onSuccess: (domain) => storeDomain(queryClient, orgId, domain),
    onError: (error) => void showErrorToast(error, { fallback: 'The check could not be started. Please try again.' }),
  })
}

/** Archives a domain, or unarchives it if it is archived. */
export function useArchiveDomain(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ domain_id: domainId, state }: Domain) =>
      state === 'archived'
        ? api.domains.unarchive.call({ params: { orgId, domainId } })
        : api.domains.archive.call({ params: { orgId, domainId } }),
    onSuccess: (domain) => {
      storeDomain(queryClient, orgId, domain)
      void showToast({ title: domain.state === 'archived' ? 'Domain archived' : 'Domain unarchived', message: domain.display_host })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The domain could not be changed. Please try again.' }),
    onSettled: () => invalidateDomains(queryClient, orgId),
  })
}

export function useRemoveDomain(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ domain_id: domainId }: Domain) => api.domains.release.call({ params: { orgId, domainId } }),
    onSuccess: (_result, { display_host }) => void showToast({ title: 'Domain removed', message: display_host }),
    onError: (error) => void showErrorToast(error, { fallback: 'The domain could not be removed. Please try again.' }),
    onSettled: () => invalidateDomains(queryClient, orgId),
  })
}

/** Sets the domain for the new links of a project. Null means the domain of the instance. */
export function useSetPrimaryDomain(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (domainId: string | null) => api.domains.setPrimary.call({ params: scope, body: { domain_id: domainId } }),
    onSuccess: ({ name }) => void showToast({ title: 'Primary domain changed', message: name }),
    onError: (error) => void showErrorToast(error, { fallback: 'The primary domain could not be changed. Please try again.' }),
    onSettled: () => invalidateDomains(queryClient, scope.orgId),
  })
}

function storeDomain(queryClient: QueryClient, orgId: string, domain: Domain): void {
  queryClient.setQueryData(domainListQuery(orgId).queryKey, (list) => {
    const others = list?.filter(({ domain_id }) => domain_id !== domain.domain_id)
    return others && [...others, domain].toSorted((one, other) => (one.host < other.host ? -1 : 1))
  })
}

/** The list of organizations contains the primary domain of each project, so it is invalidated too. */
function invalidateDomains(queryClient: QueryClient, orgId: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries(domainListQuery(orgId)),
    queryClient.invalidateQueries({ queryKey: api.organizations.list.key() }),
  ])
}
