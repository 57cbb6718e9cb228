import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ConfirmForm } from './dialog-form.tsx'

interface TypedNameFormProps {
  /** The name of the thing that is deleted. */
  name: string
  isWorking: boolean
  onConfirm: () => void
  onClose: () => void
  /** The consequences. */
  children: React.ReactNode
}

/** Confirms a deletion of much at once: the name must be typed. */
export function TypedNameForm({ name, isWorking, onConfirm, onClose, children }: TypedNameFormProps) {
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
    <ConfirmForm action="Delete" isDangerous isWorking={isWorking} onConfirm={confirm} onClose={onClose}>
      {children}
      <TextInput
        ref={field}
        mt="md"
        label={`Type “${name}” to delete it`}
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
