import { TextInput } from '@mantine/core'
import { type FormSchema, useContractForm } from '../forms/use-contract-form.ts'
import { DialogForm } from '../overlays/dialog-form.tsx'
import { showErrorToast } from '../toasts/toast.tsx'

interface SavedViewFormProps<View extends { name: string }> {
  schema: FormSchema<{ name: string }>
  maxLength: number
  /** The name of a saved thing: "view". */
  noun: string
  placeholder: string
  views: readonly View[]
  /** The one that gets another name; undefined for a new one. */
  renamed: View | undefined
  /** The code of the error for a name that another one has. */
  nameTaken: string
  /** Stores it under a name, in place of `existing` where there is one. */
  save: (name: string, existing: View | undefined) => Promise<unknown>
  onClose: () => void
}

/** Names a saved view. A new one replaces the view of that name, if there is one. */
export function SavedViewForm<View extends { name: string }>({ views, renamed, noun, save, ...props }: SavedViewFormProps<View>) {
  const named = (name: string) => views.find((view) => view.name.toLowerCase() === name.trim().toLowerCase())
  const { form, field, submit, isPending } = useContractForm(props.schema, {
    initialValues: { name: renamed?.name ?? '' },
    errorFields: { [props.nameTaken]: 'name' },
    send: ({ name }) => save(name, renamed ?? named(name)),
    onSuccess: props.onClose,
    onError: (error) => void showErrorToast(error),
  })
  const isReplaced = renamed === undefined && named(form.values.name) !== undefined

  return (
    <DialogForm action={isReplaced ? 'Replace' : 'Save'} isWorking={isPending} onSubmit={submit} onClose={props.onClose}>
      <TextInput
        label="Name"
        description={isReplaced ? `You have a ${noun} of this name. Saving replaces it.` : 'Only you can see, open or change it.'}
        placeholder={props.placeholder}
        required
        data-autofocus
        autoComplete="off"
        maxLength={props.maxLength}
        {...field('name')}
      />
    </DialogForm>
  )
}
