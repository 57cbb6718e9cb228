import { Button, Group, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type SubmitEvent, useRef } from 'react'
import { CanceledError } from '../error-details.ts'
import classes from './dialog-form.module.css'

interface DialogFormProps {
  /** The text of the submit button. */
  action: string
  /** The text of the button that closes the dialog. */
  cancel?: string
  isDangerous?: boolean
  isWorking?: boolean
  isDisabled?: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  /** The field that gets the focus when the dialog opens must have `data-autofocus`. */
  children: React.ReactNode
}

/**
 * The body of a dialog: a form with a Cancel button and a submit button. If the dialog has no field, Cancel has the
 * focus if the action is dangerous, and the submit button has the focus if it is not.
 */
export function DialogForm({
  action,
  cancel = 'Cancel',
  isDangerous,
  isWorking,
  isDisabled,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWorking && !isDisabled) onSubmit(event)
      }}
    >
      {children}
      <Group justify="flex-end" className={classes.actions}>
        <Button variant="default" onClick={onClose} data-autofocus={isDangerous || undefined}>
          {cancel}
        </Button>
        <Button
          type="submit"
          color={isDangerous ? 'red.8' : undefined}
          loading={isWorking}
          disabled={isDisabled}
          data-autofocus={!isDangerous || undefined}
        >
          {action}
        </Button>
      </Group>
    </form>
  )
}

/** The body of a confirmation dialog. */
export function ConfirmForm({ onConfirm, children, ...form }: Omit<DialogFormProps, 'onSubmit'> & { onConfirm: () => void }) {
  return (
    <DialogForm {...form} onSubmit={onConfirm}>
      <Text component="div" c="dimmed">
        {children}
      </Text>
    </DialogForm>
  )
}

interface ConfirmMutationProps<Subject> extends Omit<DialogFormProps, 'onSubmit' | 'isWorking'> {
  mutation: Pick<UseMutationResult<unknown, Error, Subject, unknown>, 'isPending' | 'mutate'>
  /** The argument of the mutation. */
  subject: Subject
}

/**
 * A confirmation that runs a mutation and closes when the mutation has settled. It stays open if the user cancels a
 * prompt that the call opened, for example the password prompt.
 */
export function ConfirmMutation<Subject>({ mutation, subject, ...form }: ConfirmMutationProps<Subject>) {
  // This is a ref and not a state, because a second click can arrive before the first click is rendered.
  const isStarted = useRef(false)

  function confirm(): void {
    if (isStarted.current) return
    isStarted.current = true
    mutation.mutate(subject, {
      onSettled(_result, error) {
        if (error instanceof CanceledError) isStarted.current = false
        else form.onClose()
      },
    })
  }

  return <ConfirmForm {...form} isWorking={mutation.isPending} onConfirm={confirm} />
}
