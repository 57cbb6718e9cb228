import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { IconAction } from '../icon-action.tsx'

interface ListItemActionsProps {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Moves an item of a short list up or down, or removes it. */
export function ListItemActions({ name, index, count, onMove, onRemove }: ListItemActionsProps) {
  return (
    <>
      <IconAction action="Move up" name={name} Icon={IconArrowUp} isDisabled={index === 0} onClick={() => onMove(index - 1)} />
      <IconAction action="Move down" name={name} Icon={IconArrowDown} isDisabled={index === count - 1} onClick={() => onMove(index + 1)} />
      <IconAction action="Remove" name={name} Icon={IconX} onClick={onRemove} />
    </>
  )
}
