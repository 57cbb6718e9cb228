import { feedbackLimits } from '@linkshelf/contract'
import { Button, Group, Modal, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import type { ProjectScope } from '../../api.ts'
import { CharacterCount } from './character-count.tsx'
import classes from './feedback-dialog.module.css'
import { type IdeaProblem, ideaProblem, type WrittenIdea } from './idea-problem.ts'
import { useSubmitFeedback } from './submit-feedback.ts'

interface IdeaDialogProps {
  /** The project the idea is sent from. */
  scope: ProjectScope | undefined
  isOpen: boolean
  onClose: () => void
  /** Runs once the dialog has left the screen. */
  onClosed: () => void
}

const fieldClasses = { label: classes.label, description: classes.count, error: classes.error }
const nothing: WrittenIdea = { subject: '', idea: '' }

/** What is written stays until it has been sent, however often the dialog is closed. */
export function FeedbackDialog({ scope, isOpen, onClose, onClosed }: IdeaDialogProps) {
  const [written, setWritten] = useState(nothing)
  const [problem, setProblem] = useState<IdeaProblem>()
  const subject = useRef<HTMLInputElement>(null)
  const idea = useRef<HTMLTextAreaElement>(null)
  const submission = useSubmitFeedback()
  const isEmpty = written.subject === '' || written.idea === ''

  function write(field: keyof WrittenIdea, text: string): void {
    setWritten({ ...written, [field]: text })
    setProblem(undefined)
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found = ideaProblem(written, scope !== undefined)
    setProblem(found)
    if (found !== undefined || scope === undefined) {
      if (found?.field !== undefined) ({ subject, idea })[found.field].current?.focus()
      return
    }
    submission.mutate({ scope, written }, { onSuccess: finish })
  }

  function finish(): void {
    setWritten(nothing)
    onClose()
  }

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title="Contact & Feedback"
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <Text size="sm" c="dimmed">
          An idea, a question, something that is in your way: it goes to the people who run this service.
        </Text>
        <TextInput
          ref={subject}
          label="Subject"
          required
          data-autofocus
          autoComplete="off"
          maxLength={feedbackLimits.subject.max}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<CharacterCount count={written.subject.length} limit={feedbackLimits.subject} />}
          classNames={fieldClasses}
          value={written.subject}
          error={problem?.field === 'subject' && problem.message}
          readOnly={submission.isPending}
          onChange={(event) => write('subject', event.currentTarget.value)}
        />
        <Textarea
          ref={idea}
          label="Message"
          required
          rows={6}
          maxLength={feedbackLimits.idea.max}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={<CharacterCount count={written.idea.length} limit={feedbackLimits.idea} />}
          classNames={fieldClasses}
          value={written.idea}
          error={problem?.field === 'idea' && problem.message}
          readOnly={submission.isPending}
          onChange={(event) => write('idea', event.currentTarget.value)}
        />
        {problem !== undefined && problem.field === undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem.message}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isEmpty} loading={submission.isPending}>
            Submit
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
