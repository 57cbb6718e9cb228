import type { ProjectScope } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { DialogProps } from '../../ui/dialog-host.tsx'
import { type ClickedLink, useDeleteLinkClicks } from './delete-link-clicks.ts'

interface DeleteLinkClicksDialogProps extends DialogProps {
  scope: ProjectScope
  link: ClickedLink
}

export function DeleteLinkClicksDialog({ scope, link, ...dialog }: DeleteLinkClicksDialogProps) {
  const deletion = useDeleteLinkClicks(scope)

  function confirm(): void {
    deletion.mutate(link, { onSettled: dialog.onClose })
  }

  return (
    <ConfirmDialog {...dialog} title="Delete Clicks" action="Delete Clicks" isDangerous isWorking={deletion.isPending} onConfirm={confirm}>
      Every click recorded for <strong>{link.name}</strong> is deleted, with its days, its visitors and its scans. The link itself stays: it
      goes on redirecting, and its clicks count from zero. This cannot be undone.
    </ConfirmDialog>
  )
}
