import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from './dialog-form.tsx'

interface PositionFormProps {
  /** What is moved. */
  name: string
  /** Counted from 1. */
  position: number
  count: number
  onMove: (position: number) => void
  onClose: () => void
}

/** The body of a dialog that asks for a place in an ordered list. */
export function PositionForm({ name, position, count, onMove, onClose }: PositionFormProps) {
  const [typed, setTyped] = useState(String(position))
  const [error, setError] = useState<string>()

  function submit(): void {
    const wanted = Number(typed)
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > count) {
      setError(`Enter a number from 1 to ${count}`)
      return
    }
    onClose()
    if (wanted !== position) onMove(wanted)
  }

  return (
    <DialogForm action="Move" onSubmit={submit} onClose={onClose}>
      <TextInput
        type="number"
        inputMode="numeric"
        label="Position"
        description={`${name} is ${position} of ${count}.`}
        required
        data-autofocus
        min={1}
        max={count}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setError(undefined)
        }}
      />
    </DialogForm>
  )
}
