import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ConfirmForm } from './dialog-form.tsx'

interface TypedNameFormProps {
  /** The name of the thing, which the user must type. */
  name: string
  /** The verb in the texts; "delete" by default. */
  verb?: keyof typeof actions
  isWorking: boolean
  onConfirm: () => void
  onClose: () => void
  /** The consequences of the action. */
  children: React.ReactNode
}

const actions = { delete: 'Delete', remove: 'Remove' } as const

/** Confirms an action that removes much data. The user must type the name of the thing. */
export function TypedNameForm({ name, verb = 'delete', isWorking, onConfirm, onClose, children }: TypedNameFormProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  function confirm(): void {
    if (typed.trim() === name) {
      onConfirm()
      return
    }
    setProblem('Type the name exactly as shown here')
    field.current?.focus()
  }

  return (
    <ConfirmForm action={actions[verb]} isDangerous isWorking={isWorking} onConfirm={confirm} onClose={onClose}>
      {children}
      <TextInput
        ref={field}
        mt="md"
        label={`Type “${name}” to ${verb} it`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </ConfirmForm>
  )
}
