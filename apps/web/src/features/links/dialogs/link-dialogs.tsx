import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api/api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { ArchiveLinksForm } from './archive-links-form.tsx'
import { DeleteLinksForm } from './delete-links-form.tsx'
import { EditLinkForm } from './edit-link-form.tsx'
import { LabelLinksForm } from './label-links-form.tsx'

/** A dialog about one link, or about one or several, and the button that opens it. */
export type OpenedLinkDialog = [
  ...([kind: 'edit', links: readonly [Link]] | [kind: 'labels' | 'archive' | 'delete', links: readonly Link[]]),
  opener: HTMLElement | null,
]

interface LinkDialogOptions {
  scope: ProjectScope
  opened: OpenedLinkDialog
  onDeleted: (() => void) | undefined
}

export function linkDialog({ scope, opened: [kind, links], onDeleted }: LinkDialogOptions): Dialog {
  const noun = links.length === 1 ? 'Link' : 'Links'
  if (kind === 'edit') return { title: 'Edit target URL', body: (close) => <EditLinkForm scope={scope} link={links[0]} onClose={close} /> }
  if (kind === 'labels') {
    return { title: 'Labels', body: (close) => <LabelLinksForm scope={scope} links={links} onClose={close} /> }
  }
  if (kind === 'delete')
    return {
      title: `Delete ${noun}`,
      body: (close) => <DeleteLinksForm scope={scope} links={links} onDeleted={onDeleted} onClose={close} />,
    }
  const action = links.every(({ archived }) => archived) ? 'Unarchive' : 'Archive'
  return { title: `${action} ${noun}`, body: (close) => <ArchiveLinksForm scope={scope} links={links} onClose={close} /> }
}
