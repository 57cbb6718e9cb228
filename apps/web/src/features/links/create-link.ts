import { linkMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { api, type ProjectScope } from '../../api.ts'
import { isRefusal } from '../../api-fault.ts'
import { showFaultToast, showToast } from '../../ui/toast.tsx'
import { CreatedLink } from './created-link.tsx'
import { refreshLinks } from './link-cache.ts'
import { isAboutInput } from './link-changes.ts'

interface LinkCreation {
  isCreating: boolean
  /** `elsewhere` names a project that is not the one shown. Nothing once the link is there; else the sentence that belongs under the field, empty when a toast says it. */
  add: (scope: ProjectScope, target: string, elsewhere?: string) => Promise<string | undefined>
}

export function useCreateLink(): LinkCreation {
  const queryClient = useQueryClient()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: ({ scope, target }: { scope: ProjectScope; target: string }) => api.links.create.call({ params: scope, body: { target } }),
  })

  async function add({ orgId, projectId }: ProjectScope, target: string, elsewhere?: string): Promise<string | undefined> {
    try {
      const link = await mutateAsync({ scope: { orgId, projectId }, target })
      refreshLinks(queryClient)
      void showToast({ title: linkMessages.created, message: createElement(CreatedLink, { link, elsewhere }), stayMs: 8_000 })
      return undefined
    } catch (error) {
      if (isRefusal(error, 'LINK_LIMIT_REACHED')) void showToast({ title: 'Error', message: error.message, tone: 'bad' })
      else if (isAboutInput(error)) return error.message
      else void showFaultToast(error, { instead: linkMessages.createFailed })
      return ''
    }
  }

  return { isCreating: isPending, add }
}
