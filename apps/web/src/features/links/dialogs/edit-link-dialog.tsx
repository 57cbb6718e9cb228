import { type Link, linkMessages } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { ProjectScope } from '../../../api.ts'
import type { DialogProps } from '../../../ui/dialog-host.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { checkedTarget } from '../checked-target.ts'
import { isInputError, useRetargetLink } from '../link-mutations.ts'
import { withoutScheme } from '../link-name.ts'
import type { LinksDialogProps } from './link-dialog-props.ts'

/** A target is one link's own: of several, it is the first that is edited. */
export function EditLinkDialog({ links: [link], ...dialog }: LinksDialogProps) {
  return link !== undefined && <TargetDialog {...dialog} link={link} />
}

function TargetDialog({ scope, link, ...dialog }: DialogProps & { scope: ProjectScope; link: Link }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(link.target)
  const [problem, setProblem] = useState<string>()
  const retarget = useRetargetLink(scope)

  /** The keyboard goes to what is to be put right. */
  function fail(why: string | undefined): void {
    setProblem(why)
    field.current?.focus()
  }

  function submit(): void {
    const target = checkedTarget(text)
    if (target === undefined) {
      fail(linkMessages.invalidUrl)
      return
    }
    if (target === link.target) {
      dialog.onClose()
      return
    }
    retarget.mutate(
      { link, target },
      { onSuccess: dialog.onClose, onError: (error) => fail(isInputError(error) ? error.message : undefined) },
    )
  }

  return (
    <FormDialog {...dialog} title="Edit target URL" action="Save" isWorking={retarget.isPending} onSubmit={submit}>
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
    </FormDialog>
  )
}
