import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../ui/browser/save-file.ts'
import { showErrorToast } from '../ui/toasts/toast.tsx'
import { readOnlyMutation } from './broadcast-changes.ts'

/** Saves the file that a call returns, under the name that the server gave it. */
export function useFileDownload(download: () => Promise<{ body: unknown }>, fallback = 'The export failed. Please try again.') {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async () => {
      const { body } = await download()
      if (body instanceof File) saveFile(body, body.name)
    },
    onError: (error) => void showErrorToast(error, { fallback }),
  })
}
