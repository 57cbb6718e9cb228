import { makeSavedViewForm, savedViewNameMaxLength } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { DialogForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { type SavedViewKind, useSaveView } from './saved-view-queries.ts'

interface SavedViewFormProps<View extends { name: string }, Draft> {
  kind: SavedViewKind<View, Draft>
  views: readonly View[]
  /** The view to rename. If undefined, a view is created. */
  renamed: View | undefined
  /** Returns the request that saves the current screen under a name. */
  draftOf: (name: string) => Draft
  onClose: () => void
}

export function savedViewDialog<View extends { name: string }, Draft>(form: Omit<SavedViewFormProps<View, Draft>, 'onClose'>): Dialog {
  return {
    title: `${form.renamed === undefined ? 'Save' : 'Rename'} this ${form.kind.noun.toLowerCase()}`,
    body: (close) => <SavedViewForm {...form} onClose={close} />,
  }
}

/** Asks for the name of a saved view. A new view replaces an existing view of the same name. */
function SavedViewForm<View extends { name: string }, Draft>({ kind, views, renamed, ...props }: SavedViewFormProps<View, Draft>) {
  const saving = useSaveView(kind)
  const findViewByName = (name: string) => views.find((view) => view.name.toLowerCase() === name.trim().toLowerCase())
  const { form, field, submit, isPending } = useContractForm(makeSavedViewForm(kind.messages), {
    initialValues: { name: renamed?.name ?? '' },
    errorFields: { [kind.nameTaken]: 'name' },
    send: ({ name }) => saving.mutateAsync({ existing: renamed ?? findViewByName(name), draft: props.draftOf(name) }),
    onSuccess: props.onClose,
    onError: (error) => void showErrorToast(error),
  })
  const isReplaced = renamed === undefined && findViewByName(form.values.name) !== undefined

  return (
    <DialogForm action={isReplaced ? 'Replace' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={props.onClose}>
      <TextInput
        label="Name"
        description={
          isReplaced
            ? `You already have a ${kind.noun.toLowerCase()} with this name. Saving replaces it.`
            : 'Only you can see, open or change it.'
        }
        placeholder={kind.placeholder}
        required
        data-autofocus
        autoComplete="off"
        maxLength={savedViewNameMaxLength}
        {...field('name')}
      />
    </DialogForm>
  )
}
