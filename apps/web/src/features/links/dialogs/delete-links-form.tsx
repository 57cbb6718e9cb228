import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../../ui/overlays/dialog-form.tsx'
import { useDeleteLinks } from '../link-mutations.ts'
import { linkName, linksByName } from '../link-name.ts'

interface DeleteLinksFormProps {
  scope: ProjectScope
  links: readonly Link[]
  onDeleted: (() => void) | undefined
  onClose: () => void
}

export function DeleteLinksForm({ scope, links, onDeleted, onClose }: DeleteLinksFormProps) {
  const deletion = useDeleteLinks(scope, onDeleted)
  const [only] = links

  return (
    <ConfirmMutation action="Delete" isDangerous mutation={deletion} subject={links} onClose={onClose}>
      {links.length === 1 && only !== undefined ? (
        <>
          <strong>{linkName(only)}</strong> stops working for everyone who has it, and its short name is never given to anyone else. You can
          undo it for a few seconds.
        </>
      ) : (
        <>
          <strong>{showCount(links.length, 'link')}</strong> stop working for everyone who has them, and their short names are never given
          to anyone else: {linksByName(links)}. You can undo it for a few seconds.
        </>
      )}
    </ConfirmMutation>
  )
}
