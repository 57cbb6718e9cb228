import { type Link, restorableDays } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { useUnsavedDialogChanges } from '../../../ui/forms/use-unsaved-changes.tsx'
import { ConfirmForm, ConfirmMutation, DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { LinkFields, type LinkFormPart } from '../form/link-fields.tsx'
import { useLinkForm } from '../form/use-link-form.tsx'
import { useArchiveLinks, useDeleteLinks } from '../link-mutations.ts'
import { formatLinkName, formatLinkNames } from '../link-name.ts'
import { linkQuery } from '../link-queries.ts'
import { LabelLinksForm } from './label-links-form.tsx'
import { MoveLinksForm } from './move-links-form.tsx'

/**
 * The kind of dialog, its links, and the button that opens it. The edit dialog is only for one link, and `focused` is
 * the part of its form that gets the focus.
 */
type LinkDialogRequest =
  | [kind: 'edit', links: readonly [Link], opener: HTMLElement | null, focused?: LinkFormPart]
  | [kind: 'labels' | 'move' | 'archive' | 'delete', links: readonly Link[], opener: HTMLElement | null]

export type LinkDialogKind = LinkDialogRequest[0]

/** Opens a dialog about links. When it closes, the focus returns to the button that opened it. */
export type OpenLinkDialog = (...opened: LinkDialogRequest) => void

/**
 * Creates the dialog of this kind about these links. `onDeleted` is called when links have been deleted, before they
 * are removed from the cache.
 */
export function linkDialog(scope: ProjectScope, request: LinkDialogRequest, onDeleted?: () => void): Dialog {
  if (request[0] === 'edit') return editDialog(scope, request[1][0], request[3])
  const [kind, links] = request
  const noun = links.length === 1 ? 'Link' : 'Links'
  if (kind === 'labels') {
    return { title: 'Labels', body: (close) => <LabelLinksForm scope={scope} links={links} onClose={close} /> }
  }
  if (kind === 'move') return { title: 'Move to domain', body: (close) => <MoveLinksForm scope={scope} links={links} onClose={close} /> }
  if (kind === 'delete')
    return {
      title: `Delete ${noun}`,
      body: (close) => <DeleteLinksForm scope={scope} links={links} onDeleted={onDeleted} onClose={close} />,
    }
  const action = links.every(({ archived }) => archived) ? 'Unarchive' : 'Archive'
  return { title: `${action} ${noun}`, body: (close) => <ArchiveLinksForm scope={scope} links={links} onClose={close} /> }
}

function editDialog(scope: ProjectScope, link: Link, focused: LinkFormPart | undefined): Dialog {
  return {
    title: link.page === null ? 'Edit target URL and details' : 'Edit details',
    isWide: true,
    body: (close) => <EditLinkForm scope={scope} opened={link} focused={focused} onClose={close} />,
  }
}

interface DeleteLinksFormProps {
  scope: ProjectScope
  links: readonly Link[]
  onDeleted: (() => void) | undefined
  onClose: () => void
}

function DeleteLinksForm({ scope, links, onDeleted, onClose }: DeleteLinksFormProps) {
  const deletion = useDeleteLinks(scope, onDeleted)
  const [only] = links

  return (
    <ConfirmMutation action="Delete" isDangerous mutation={deletion} subject={links} onClose={onClose}>
      {links.length === 1 && only !== undefined ? (
        <>
          <strong>{formatLinkName(only)}</strong> stops working for everyone who has it, and its short name is never given to anyone else.
          You can restore it for {restorableDays} days.
        </>
      ) : (
        <>
          <strong>{formatCount(links.length, 'link')}</strong> stop working for everyone who has them, and their short names are never given
          to anyone else: {formatLinkNames(links)}. You can restore them for {restorableDays} days.
        </>
      )}
    </ConfirmMutation>
  )
}

interface ArchiveLinksFormProps {
  scope: ProjectScope
  links: readonly Link[]
  onClose: () => void
}

/** Archives links. If all of them are archived, unarchives them. */
function ArchiveLinksForm({ scope, links, onClose }: ArchiveLinksFormProps) {
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
          <strong>{formatLinkName(only)}</strong>{' '}
          {isArchived
            ? 'returns to your list of links.'
            : 'is removed from your list of links. Visitors are still redirected, and clicks are still recorded.'}
        </>
      ) : (
        <>
          <strong>{formatCount(links.length, 'link')}</strong>{' '}
          {isArchived
            ? 'return to your list: '
            : 'are removed from your list. Visitors are still redirected, and clicks are still recorded: '}
          {formatLinkNames(links)}.
        </>
      )}
    </ConfirmForm>
  )
}

interface EditLinkFormProps {
  scope: ProjectScope
  /** The link as it was when the dialog was opened. */
  opened: Link
  focused: LinkFormPart | undefined
  onClose: () => void
}

function EditLinkForm({ scope, opened, focused, onClose }: EditLinkFormProps) {
  const { data: link } = useQuery({ ...linkQuery(scope, opened.url_id), initialData: opened })
  const form = useLinkForm({ scope, link, onSaved: onClose })
  useUnsavedDialogChanges(form.hasChanges)

  if (form.question !== undefined) return form.question
  return (
    <DialogForm action="Save" isWorking={form.isPending} onSubmit={form.submit} onClose={onClose}>
      <LinkFields scope={scope} link={link} form={form} focused={focused} />
    </DialogForm>
  )
}
