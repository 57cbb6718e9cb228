import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

interface DeletedLinkClicks {
  urlId: string
  name: string
}

export function deleteLinkClicksDialog(scope: ProjectScope, link: DeletedLinkClicks): Dialog {
  return { title: 'Delete clicks', body: (close) => <DeleteLinkClicksForm scope={scope} link={link} onClose={close} /> }
}

function DeleteLinkClicksForm({ scope, link, onClose }: { scope: ProjectScope; link: DeletedLinkClicks; onClose: () => void }) {
  const deletion = useDeleteLinkClicks(scope)
  return (
    <ConfirmMutation action="Delete clicks" isDangerous mutation={deletion} subject={link} onClose={onClose}>
      This permanently deletes every click recorded for <strong>{link.name}</strong>, with its visitors and QR code scans. The link itself
      is not deleted: it continues to redirect, and its clicks count from zero. This cannot be undone.
    </ConfirmMutation>
  )
}

function useDeleteLinkClicks(scope: ProjectScope) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ urlId }: DeletedLinkClicks) => api.analytics.deleteLinkClicks.call({ params: { ...scope, urlId } }),
    onSuccess: (_result, { name }) => {
      void queryClient.invalidateQueries({ queryKey: api.analytics.key() })
      void showToast({ title: 'Clicks deleted', message: name })
    },
    onError: (error) => void showErrorToast(error, { fallback: 'Failed to delete the clicks. Please try again.' }),
  })
}
