import { type FeedbackDraft, feedbackDraft, feedbackLimits, feedbackMessages, type planRequestMessages } from '@linkshelf/contract'
import { Button, Group, Text, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useState } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { useSelection } from '../../features/organizations/selection.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import classes from './feedback-form.module.css'

interface FeedbackFormProps {
  draft: RefObject<FeedbackDraft>
  intro?: string
  /** The texts of the toasts. */
  messages?: Pick<typeof feedbackMessages | typeof planRequestMessages, 'submitted' | 'submitFailed'>
  onClose: () => void
}

const feedbackIntro = 'An idea, a question or a problem: your message goes to the operator of this service.'

const fieldProps: { inputWrapperOrder: TextInputProps['inputWrapperOrder']; classNames: Record<string, string | undefined> } = {
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
  classNames: { label: classes.label, description: classes.count, error: classes.error },
}

/** Returns the feedback dialog. `draft` stores the text until it is sent, even if the dialog is closed. */
export function feedbackDialog(draft: RefObject<FeedbackDraft>): Dialog {
  return { title: 'Contact & Feedback', body: (close) => <FeedbackForm draft={draft} onClose={close} /> }
}

/** Sends feedback from the current project. The project can still be loading while the user types. */
export function FeedbackForm({ draft, intro = feedbackIntro, messages = feedbackMessages, onClose }: FeedbackFormProps) {
  const { current, status } = useSelection()
  const scope = current && { orgId: current.organization.id, projectId: current.project.id }
  const [isProjectMissing, setProjectMissing] = useState(false)
  const submission = useSubmitFeedback(messages.submitted)
  const { form, field, submit, isPending } = useContractForm(feedbackDraft, {
    initialValues: draft.current,
    send: async (written) => {
      if (scope !== undefined) await submission.mutateAsync({ scope, written })
    },
    onSuccess: () => {
      draft.current = { subject: '', idea: '' }
      onClose()
    },
    onError: (error) => void showErrorToast(error, { instead: messages.submitFailed }),
    onValuesChange: (values) => {
      draft.current = values
      setProjectMissing(false)
    },
  })
  const { subject, idea } = form.values

  function submitFromProject(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (scope === undefined) setProjectMissing(true)
    else submit(event)
  }

  return (
    <form className={classes.form} onSubmit={submitFromProject} noValidate>
      <Text size="sm" c="dimmed">
        {intro}
      </Text>
      <TextInput
        label="Subject"
        required
        data-autofocus
        autoComplete="off"
        maxLength={feedbackLimits.subject.max}
        description={<CharacterCount count={subject.length} limit={feedbackLimits.subject} />}
        readOnly={isPending}
        {...fieldProps}
        {...field('subject')}
      />
      <Textarea
        label="Message"
        required
        rows={6}
        maxLength={feedbackLimits.idea.max}
        description={<CharacterCount count={idea.length} limit={feedbackLimits.idea} />}
        readOnly={isPending}
        {...fieldProps}
        {...field('idea')}
      />
      {isProjectMissing && scope === undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {feedbackMessages.projectRequired}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={subject === '' || idea === '' || status === 'pending'} loading={isPending}>
          Submit
        </Button>
      </Group>
    </form>
  )
}

/** Sends feedback to the operator of the instance. The form handles errors. */
function useSubmitFeedback(submitted: string) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: ({ scope, written }: { scope: ProjectScope; written: FeedbackDraft }) =>
      api.feedback.submit.call({ params: scope, body: written }),
    onSuccess: () => void showToast({ title: feedbackMessages.thanks, message: submitted }),
  })
}

interface CharacterCountProps {
  count: number
  limit: { max: number; warnAbove: number }
}

/**
 * Shows how many characters of a field are used. Near the limit it changes its color and text, and announces the
 * warning to screen readers once.
 */
function CharacterCount({ count, limit: { max, warnAbove } }: CharacterCountProps) {
  const isNearEnd = count > warnAbove
  return (
    <Text component="span" size="xs" c={isNearEnd ? 'var(--warning)' : 'dimmed'} fw={isNearEnd ? 600 : undefined}>
      {count} / {max}
      {isNearEnd && ` · ${max - count} left`}
      <span className="visually-hidden" role="status">
        {isNearEnd && (count === max ? 'No characters left' : `Fewer than ${max - warnAbove} characters left`)}
      </span>
    </Text>
  )
}
