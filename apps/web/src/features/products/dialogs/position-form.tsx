import { type Product, productsPerProject } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { showNumber } from '../../../ui/numbers.ts'

interface PositionFormProps {
  product: Product
  /** Undefined when it is not known. */
  current: number | undefined
  onMove: (position: number) => void
  onClose: () => void
}

export function PositionForm({ product, current, onMove, onClose }: PositionFormProps) {
  const [typed, setTyped] = useState(String(current ?? ''))
  const [problem, setProblem] = useState<string>()

  function submit(): void {
    const position = /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : 0
    if (position < 1 || position > productsPerProject) {
      setProblem(`Enter a number from 1 to ${showNumber(productsPerProject)}`)
      return
    }
    onClose()
    if (position !== current) onMove(position)
  }

  return (
    <DialogForm action="Move" onSubmit={submit} onClose={onClose}>
      <TextInput
        label={`Position of ${product.name}`}
        description="1 is the first product of the store. A number past the last product moves it to the end."
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </DialogForm>
  )
}
