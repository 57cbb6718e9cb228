import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '../formats/numbers.ts'
import { DialogForm } from '../overlays/dialog-form.tsx'

interface PositionFormProps {
  /** Describes the moved item and how positions are counted. */
  description: string
  /** The current position, counted from 1; undefined if it is not known. */
  position: number | undefined
  max: number
  onMove: (position: number) => void
  onClose: () => void
}

/** The body of a dialog that asks for a position in an ordered list. */
export function PositionForm({ description, position, max, onMove, onClose }: PositionFormProps) {
  const [typed, setTyped] = useState(String(position ?? ''))
  const [error, setError] = useState<string>()

  function submit(): void {
    const wanted = Number(typed)
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > max) {
      setError(`Enter a number from 1 to ${formatNumber(max)}`)
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
        description={description}
        required
        data-autofocus
        min={1}
        max={max}
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
