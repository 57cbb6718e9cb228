import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showCount } from '../../../ui/numbers.ts'
import { useDeleteLinks } from '../link-mutations.ts'
import { linkName, linksByName } from '../link-name.ts'
import type { LinksDialogProps } from './link-dialog-props.ts'

export function DeleteLinksDialog({ scope, links, ...dialog }: LinksDialogProps) {
  const deletion = useDeleteLinks(scope)
  const [only] = links
  const isOne = links.length === 1

  function confirm(): void {
    deletion.mutate(links, { onSettled: dialog.onClose })
  }

  return (
    <ConfirmDialog
      {...dialog}
      title={isOne ? 'Delete Link' : 'Delete Links'}
      action="Delete"
      isDangerous
      isWorking={deletion.isPending}
      onConfirm={confirm}
    >
      {isOne && only !== undefined ? (
        <>
          <strong>{linkName(only)}</strong> stops working for everyone who has it, and its short name is never given out again. This cannot
          be undone.
        </>
      ) : (
        <>
          <strong>{showCount(links.length, 'link')}</strong> stop working for everyone who has them, and their short names are never given
          out again: {linksByName(links)}. This cannot be undone.
        </>
      )}
    </ConfirmDialog>
  )
}
