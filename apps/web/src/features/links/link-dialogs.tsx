import type { Link } from '@linkshelf/contract'
import type { Place } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EditLinkDialog } from './edit-link-dialog.tsx'
import { useArchiveLink, useDeleteLink } from './link-changes.ts'
import type { LinkDialogKind } from './link-dialogs-host.tsx'
import { linkName } from './link-name.ts'

export interface LinkDialogProps {
  place: Place
  link: Link
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
}

export function LinkDialogs({ kind, ...props }: LinkDialogProps & { kind: LinkDialogKind }) {
  if (kind === 'edit') return <EditLinkDialog {...props} />
  return kind === 'archive' ? <ArchiveLinkDialog {...props} /> : <DeleteLinkDialog {...props} />
}

function ArchiveLinkDialog({ place, link, ...dialog }: LinkDialogProps) {
  const archive = useArchiveLink(place)

  function confirm(): void {
    archive.mutate(link)
    dialog.onClose()
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={link.archived ? 'Unarchive Link' : 'Archive Link'}
      action={link.archived ? 'Unarchive' : 'Archive'}
      onConfirm={confirm}
    >
      {link.archived ? (
        <>
          <strong>{linkName(link)}</strong> comes back to your list of links.
        </>
      ) : (
        <>
          <strong>{linkName(link)}</strong> leaves your list of links. Visitors are still redirected, and its clicks are kept.
        </>
      )}
    </ConfirmDialog>
  )
}

function DeleteLinkDialog({ place, link, ...dialog }: LinkDialogProps) {
  const deletion = useDeleteLink(place)

  function confirm(): void {
    deletion.mutate(link, { onSettled: dialog.onClose })
  }

  return (
    <ConfirmDialog {...dialog} title="Delete Link" action="Delete" isDangerous isWorking={deletion.isPending} onConfirm={confirm}>
      <strong>{linkName(link)}</strong> stops working for everyone who has it, and its short name is never given out again. This cannot be
      undone.
    </ConfirmDialog>
  )
}
