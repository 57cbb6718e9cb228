import { destinationForm, type Link, linkMessages } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import type { ProjectScope } from '../../../api/api.ts'
import { withoutScheme } from '../../../ui/formats/address.tsx'
import { useContractForm } from '../../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { useUpdateLink } from '../link-mutations.ts'

interface EditLinkFormProps {
  scope: ProjectScope
  link: Link
  onClose: () => void
}

/** Edits the target of a link. */
export function EditLinkForm({ scope, link, onClose }: EditLinkFormProps) {
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
        description={`Where ${withoutScheme(link.url)} leads. The new address takes effect immediately.`}
        required
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...field('target')}
      />
    </DialogForm>
  )
}
