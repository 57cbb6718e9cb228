import { type Label, labelMessages, labelNameMaxLength } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ProjectScope } from '../../api.ts'
import { isApiError } from '../../api-error.ts'
import { DescribedSwitch } from '../../ui/described-switch.tsx'
import type { DialogProps } from '../../ui/dialog-host.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { isNameError, useCreateLabel, useEditLabel } from './label-mutations.ts'
import { LabelPalette } from './label-palette.tsx'

interface LabelFormDialogProps extends DialogProps {
  scope: ProjectScope
  /** Left out for a new one. */
  label?: Label
}

export function LabelFormDialog({ scope, label, ...dialog }: LabelFormDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(label?.name ?? '')
  const [isActive, setActive] = useState(label?.active ?? true)
  const [problem, setProblem] = useState<string>()
  const creation = useCreateLabel(scope)
  const edition = useEditLabel(scope)
  const name = typed.trim()

  /** The keyboard goes to what is to be put right. */
  function fail(why: string | undefined): void {
    setProblem(why)
    field.current?.focus()
  }

  function submit(): void {
    const draft = { name, active: isActive }
    const outcome = {
      onSuccess: dialog.onClose,
      onError: (error: unknown) => {
        if (isApiError(error, 'LABEL_NOT_FOUND')) dialog.onClose()
        else fail(isNameError(error) ? error.message : undefined)
      },
    }
    if (name === '') fail(labelMessages.nameRequired)
    else if (label === undefined) creation.mutate(draft, outcome)
    else if (name === label.name && isActive === label.active) dialog.onClose()
    else edition.mutate({ label, edit: draft }, outcome)
  }

  return (
    <FormDialog
      {...dialog}
      title={label === undefined ? 'Create Label' : 'Edit Label'}
      action={label === undefined ? 'Create' : 'Save'}
      isWorking={creation.isPending || edition.isPending}
      onSubmit={submit}
    >
      <TextInput
        ref={field}
        label="Name"
        description={label && 'A new name is carried to every link that has this label.'}
        required
        data-autofocus
        autoComplete="off"
        maxLength={labelNameMaxLength}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <LabelPalette name={name} />
      <DescribedSwitch
        mt="lg"
        label="Active"
        description="An inactive label stays on its links, and is not offered for others."
        checked={isActive}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
