import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { showCount } from '../../../ui/numbers.ts'
import { useArchiveLinks } from '../link-mutations.ts'
import { linkName, linksByName } from '../link-name.ts'
import type { LinksDialogProps } from './link-dialog-props.ts'

/** Archives links, or brings them back when all of them are archived. */
export function ArchiveLinksDialog({ scope, links, ...dialog }: LinksDialogProps) {
  const archive = useArchiveLinks(scope)
  const isArchived = links.every(({ archived }) => archived)
  const [only] = links
  const isOne = links.length === 1
  const action = isArchived ? 'Unarchive' : 'Archive'

  function confirm(): void {
    archive.mutate({ links, archived: !isArchived })
    dialog.onClose()
  }

  return (
    <ConfirmDialog {...dialog} title={`${action} ${isOne ? 'Link' : 'Links'}`} action={action} onConfirm={confirm}>
      {isOne && only !== undefined ? (
        <>
          <strong>{linkName(only)}</strong>{' '}
          {isArchived
            ? 'comes back to your list of links.'
            : 'leaves your list of links. Visitors are still redirected, and its clicks are kept.'}
        </>
      ) : (
        <>
          <strong>{showCount(links.length, 'link')}</strong>{' '}
          {isArchived ? 'come back to your list: ' : 'leave your list. Visitors are still redirected, and their clicks are kept: '}
          {linksByName(links)}.
        </>
      )}
    </ConfirmDialog>
  )
}
