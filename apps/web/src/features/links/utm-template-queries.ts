import type { UtmTemplate, UtmTemplateDraft } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

/** The UTM templates of a project, by name. */
export function utmTemplatesQuery(scope: ProjectScope) {
  return api.utmTemplates.list.queryOptions({ input: { params: scope } })
}

/** Creates a template, or replaces `existing`. */
export function useSaveUtmTemplate(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ existing, draft }: { existing: UtmTemplate | undefined; draft: UtmTemplateDraft }) =>
      existing === undefined
        ? api.utmTemplates.create.call({ params: scope, body: draft })
        : api.utmTemplates.update.call({ params: { ...scope, templateId: existing.template_id }, body: draft }),
    onSuccess: ({ name }) => void showToast({ title: 'Template saved', message: name }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.utmTemplates.key() }),
  })
}

export function useDeleteUtmTemplate(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ template_id }: UtmTemplate) => api.utmTemplates.delete.call({ params: { ...scope, templateId: template_id } }),
    onSuccess: (_result, { name }) => void showToast({ title: 'Template deleted', message: name }),
    onError: (error) => void showErrorToast(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.utmTemplates.key() }),
  })
}
