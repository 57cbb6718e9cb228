import type { ProjectScope } from '../../api.ts'
import { ConfirmForm } from '../../ui/dialog-form.tsx'
import type { Dialog } from '../../ui/dialogs.tsx'
import { type ClickedLink, useDeleteLinkClicks } from './delete-link-clicks.ts'

export function deleteLinkClicksDialog(scope: ProjectScope, link: ClickedLink): Dialog {
  return { title: 'Delete Clicks', body: (close) => <DeleteLinkClicksForm scope={scope} link={link} onClose={close} /> }
}

function DeleteLinkClicksForm({ scope, link, onClose }: { scope: ProjectScope; link: ClickedLink; onClose: () => void }) {
  const deletion = useDeleteLinkClicks(scope)
  return (
    <ConfirmForm
      action="Delete Clicks"
      isDangerous
      isWorking={deletion.isPending}
      onConfirm={() => deletion.mutate(link, { onSettled: onClose })}
      onClose={onClose}
    >
      Every click recorded for <strong>{link.name}</strong> is deleted, with its days, its visitors and its scans. The link itself stays: it
      continues to redirect, and its clicks start again from zero. This cannot be undone.
    </ConfirmForm>
  )
}
