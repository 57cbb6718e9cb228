import { type Link, linkMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { api, type ProjectScope } from '../../../api.ts'
import { isApiError } from '../../../api-error.ts'
import { showErrorToast, showToast } from '../../../ui/toasts/toast.tsx'
import { invalidateLinkCounts } from '../link-cache.ts'
import { isInputError } from '../link-mutations.ts'
import { CreatedLink } from './created-link.tsx'

interface LinkCreation {
  isCreating: boolean
  /** `otherProject` is the name of a project that is not the current one. */
  add: (scope: ProjectScope, target: string, otherProject?: string) => Promise<CreatedOrNot>
}

/** The new link, or the message for the field, empty when a toast shows it. */
type CreatedOrNot = { link: Link; problem?: undefined } | { link?: undefined; problem: string }

export function useCreateLink(): LinkCreation {
  const queryClient = useQueryClient()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: ({ scope, target }: { scope: ProjectScope; target: string }) => api.links.create.call({ params: scope, body: { target } }),
  })

  async function add({ orgId, projectId }: ProjectScope, target: string, otherProject?: string): Promise<CreatedOrNot> {
    try {
      const link = await mutateAsync({ scope: { orgId, projectId }, target })
      invalidateLinkCounts(queryClient)
      void showToast({ title: linkMessages.created, message: createElement(CreatedLink, { link, otherProject }), timeoutMs: 8_000 })
      return { link }
    } catch (error) {
      if (isApiError(error, 'LINK_LIMIT_REACHED')) void showToast({ title: 'Error', message: error.message, tone: 'bad' })
      else if (isInputError(error)) return { problem: error.message }
      else void showErrorToast(error, { instead: linkMessages.createFailed })
      return { problem: '' }
    }
  }

  return { isCreating: isPending, add }
}
