import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import { ConfirmForm } from '../../../ui/overlays/dialog-form.tsx'
import { useArchiveLinks } from '../link-mutations.ts'
import { linkName, linksByName } from '../link-name.ts'

interface ArchiveLinksFormProps {
  scope: ProjectScope
  links: readonly Link[]
  onClose: () => void
}

/** Archives links, or unarchives them when all of them are archived. */
export function ArchiveLinksForm({ scope, links, onClose }: ArchiveLinksFormProps) {
  const archive = useArchiveLinks(scope)
  const isArchived = links.every(({ archived }) => archived)
  const [only] = links

  function confirm(): void {
    archive.mutate({ links, archived: !isArchived })
    onClose()
  }

  return (
    <ConfirmForm action={isArchived ? 'Unarchive' : 'Archive'} onConfirm={confirm} onClose={onClose}>
      {links.length === 1 && only !== undefined ? (
        <>
          <strong>{linkName(only)}</strong>{' '}
          {isArchived
            ? 'returns to your list of links.'
            : 'is removed from your list of links. Visitors are still redirected, and clicks are still recorded.'}
        </>
      ) : (
        <>
          <strong>{showCount(links.length, 'link')}</strong>{' '}
          {isArchived
            ? 'return to your list: '
            : 'are removed from your list. Visitors are still redirected, and clicks are still recorded: '}
          {linksByName(links)}.
        </>
      )}
    </ConfirmForm>
  )
}
