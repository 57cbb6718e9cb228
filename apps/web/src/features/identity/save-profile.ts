import { type Profile, type ProfileUpdate, profileMessages } from '@linkshelf/contract'
import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

export const profileQuery = api.me.get.queryOptions()

export const signInListQuery = api.sessions.listSignIns.queryOptions()

export const sessionListQuery = api.sessions.list.queryOptions()

interface ProfileChange {
  edit: ProfileUpdate
  /** The message of the toast: "Dark mode is on". */
  outcome: string
}

const mutationKey = ['save-profile']

/**
 * Saves a setting of the user. The change is optimistic: it is rolled back if it cannot be saved. Changes are sent one
 * after another. While a later change is pending, the response to an earlier change is ignored.
 */
export function useSaveProfile() {
  const queryClient = useQueryClient()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { queryKey } = profileQuery

  function isLastChange(): boolean {
    return queryClient.isMutating({ mutationKey }) === 1
  }

  return useMutation({
    mutationKey,
    scope: { id: 'save-profile' },
    mutationFn: ({ edit }: ProfileChange) => api.me.update.call({ body: edit }),
    onMutate: async ({ edit }) => {
      if (edit.theme !== undefined) setColorScheme(toColorScheme(edit.theme))
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before !== undefined) queryClient.setQueryData(queryKey, { ...before, ...edit })
      return () => {
        if (edit.theme !== undefined) setColorScheme(colorScheme)
        queryClient.setQueryData(queryKey, before)
      }
    },
    onSuccess: (profile, { outcome }) => {
      if (isLastChange()) queryClient.setQueryData(queryKey, profile)
      void showToast({ title: profileMessages.settingUpdated, message: outcome })
    },
    onError: (error, _change, undo) => {
      if (isLastChange()) {
        undo?.()
        void queryClient.invalidateQueries({ queryKey })
      }
      void showErrorToast(error, { fallback: 'Your setting could not be saved' })
    },
  })
}

/** Returns Mantine's name of a theme. */
export function toColorScheme(theme: Profile['theme']): MantineColorScheme {
  return theme === 'system' ? 'auto' : theme
}
