import { useMutation } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api.ts'
import { readOnlyMutation } from '../../../broadcast-changes.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showErrorToast } from '../../../ui/toast.tsx'

/** Downloads every product as a CSV file, which the server names. */
export function useExportProducts(scope: ProjectScope) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async () => {
      const { body } = await api.products.export.call({ params: scope })
      if (body instanceof File) saveFile(body, body.name)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The export failed. Please try again.' }),
  })
}
