import { type ApiKey, type ApiKeyDraft, type ApiKeyScope, apiKeyMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

export const scopeNames: Record<ApiKeyScope, string> = { full: 'Full access', read: 'Read only' }

/** Returns the API keys of an organization, newest first. Only owners may call it. */
export function apiKeyListQuery(orgId: string) {
  return api.apiKeys.list.queryOptions({ input: { params: { orgId } } })
}

/** Returns how many requests the API keys of an organization have made this month. */
export function apiUsageQuery(orgId: string) {
  return api.apiKeys.usage.queryOptions({ input: { params: { orgId } } })
}

/** Creates an API key. Errors are handled by the form. */
export function useCreateApiKey(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: ApiKeyDraft) => api.apiKeys.create.call({ params: { orgId }, body: draft }),
    onSuccess: ({ name }) => void showToast({ title: apiKeyMessages.created, message: name }),
    onSettled: () => queryClient.invalidateQueries(apiKeyListQuery(orgId)),
  })
}

export function useRevokeApiKey(orgId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id: keyId }: ApiKey) => api.apiKeys.revoke.call({ params: { orgId, keyId } }),
    onSuccess: (_result, { name }) => void showToast({ title: apiKeyMessages.revoked, message: name }),
    onError: (error) => void showErrorToast(error, { fallback: apiKeyMessages.revokeFailed }),
    onSettled: () => queryClient.invalidateQueries(apiKeyListQuery(orgId)),
  })
}
