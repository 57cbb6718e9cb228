import { profileMessages } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import { profileQuery } from './save-profile.ts'

/** Saves the picture of the user; removes it without a file. */
export function useSaveAvatar() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'save-avatar' },
    mutationFn: (file: File | undefined) => (file === undefined ? api.me.removeAvatar.call() : api.me.setAvatar.call({ body: { file } })),
    onSuccess: (profile, file) => {
      queryClient.setQueryData(profileQuery.queryKey, profile)
      void queryClient.invalidateQueries({ queryKey: api.members.key() })
      void showToast({ title: file === undefined ? profileMessages.pictureRemoved : profileMessages.pictureUpdated })
    },
    onError: (error) => void showErrorToast(error, { fallback: profileMessages.pictureFailed }),
  })
}
