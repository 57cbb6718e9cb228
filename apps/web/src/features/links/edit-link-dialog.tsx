import { linkMessages } from '@linkshelf/contract'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { checkedTarget } from './checked-target.ts'
import { isAboutInput, useRetargetLink } from './link-changes.ts'
import type { LinkDialogProps } from './link-dialogs.tsx'
import { withoutScheme } from './link-name.ts'

export function EditLinkDialog({ place, link, isOpen, onClose, onClosed }: LinkDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(link.target)
  const [problem, setProblem] = useState<string>()
  const retarget = useRetargetLink(place)

  /** The keyboard goes to what is to be put right. */
  function refuse(why: string | undefined): void {
    setProblem(why)
    field.current?.focus()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const target = checkedTarget(text)
    if (target === undefined) {
      refuse(linkMessages.invalidUrl)
      return
    }
    if (target === link.target) {
      onClose()
      return
    }
    retarget.mutate({ link, target }, { onSuccess: onClose, onError: (error) => refuse(isAboutInput(error) ? error.message : undefined) })
  }

  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title="Edit target URL"
      closeButtonProps={{ 'aria-label': 'Close' }}
      returnFocus={false}
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          ref={field}
          type="url"
          label="Target URL"
          description={`Where ${withoutScheme(link.url)} leads. Visitors are sent to the new address at once.`}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={retarget.isPending}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
