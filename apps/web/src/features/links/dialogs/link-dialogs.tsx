import { destinationForm, formatReadableShortUrl, type Link, linkMessages, restorableDays } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import type { ProjectScope } from '../../../api/api.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { ConfirmForm, ConfirmMutation, DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useArchiveLinks, useDeleteLinks, useUpdateLink } from '../link-mutations.ts'
import { formatLinkName, formatLinkNames } from '../link-name.ts'
import { PageTarget } from '../page-target.tsx'
import { LabelLinksForm } from './label-links-form.tsx'
import { MoveLinksForm } from './move-links-form.tsx'

/** The kind of dialog, its links, and the button that opens it. The edit dialog is only for one link. */
type LinkDialogRequest = [
  ...([kind: 'edit', links: readonly [Link]] | [kind: 'labels' | 'move' | 'archive' | 'delete', links: readonly Link[]]),
  opener: HTMLElement | null,
]

export type LinkDialogKind = LinkDialogRequest[0]

/** Opens a dialog about links. When it closes, the focus returns to the button that opened it. */
export type OpenLinkDialog = (...opened: LinkDialogRequest) => void

/**
 * Creates the dialog of this kind about these links. `onDeleted` is called when links have been deleted, before they
 * are removed from the cache.
 */
export function linkDialog(scope: ProjectScope, [kind, links]: LinkDialogRequest, onDeleted?: () => void): Dialog {
  const noun = links.length === 1 ? 'Link' : 'Links'
  if (kind === 'edit') return editDialog(scope, links[0])
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

function editDialog(scope: ProjectScope, link: Link): Dialog {
  const { target, page } = link
  return page === null
    ? { title: 'Edit target URL', body: (close) => <EditLinkForm scope={scope} link={link} onClose={close} /> }
    : { title: 'Target URL', body: (close) => <PageTarget target={target} page={page} onOpen={close} /> }
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
  link: Link
  onClose: () => void
}

/** Edits the target of a link. */
function EditLinkForm({ scope, link, onClose }: EditLinkFormProps) {
  const update = useUpdateLink(scope)
  const { field, submit, isPending } = useContractForm(destinationForm, {
    initialValues: { target: link.target },
    errorFields: { LINK_TARGET_FORBIDDEN: 'target' },
    send: async ({ target }) => {
      if (target !== link.target) await update.mutateAsync({ link, update: { target } })
    },
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: linkMessages.updateUrlFailed }),
  })

  return (
    <DialogForm action="Save" isWorking={isPending} onSubmit={submit} onClose={onClose}>
      <TextInput
        type="url"
        label="Target URL"
        description={`Where ${formatReadableShortUrl(link.url)} leads. The new destination takes effect immediately.`}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...field('target')}
      />
    </DialogForm>
  )
}
